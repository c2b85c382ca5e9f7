// The table: joins the live line, the fragments, the story, the map and the dialogs.

import { request } from "./api.js";
import { ChoicesPane } from "./choices.js";
import { Connection } from "./connection.js";
import { askFace, askSure, dialog, fromHtml, message, showDialog } from "./dialogs.js";
import { meaning } from "./gesture.js";
import { sayMeanings, whyNot } from "./help.js";
import { MapView } from "./map.js";
import { portraits } from "./portrait.js";
import { replaceFragment, replacePieces } from "./patch.js";
import { overview, peeking, quickActs } from "./quick.js";
import { RefereeTools } from "./referee.js";
import { Sketchpad } from "./sketchpad.js";
import { soundsAndDice } from "./sounds.js";
import { Story } from "./story.js";
import { tableTalk } from "./talk.js";

const body = document.body;
const words = document.getElementById("words").dataset;
const table = body.dataset.table;

// Whoever shows all of a long turn at once presses none of the choices that come with it.
let skipping = false;
addEventListener("pointerdown", () => (skipping = later.length > 0), true);
addEventListener(
  "click",
  (event) => {
    if (skipping && event.detail && event.target.closest("#pane-choices, #pane-scene")) event.stopPropagation();
    skipping = false;
  },
  true,
);
addEventListener(
  "keydown",
  (event) => {
    if (later.length && ["Enter", " "].includes(event.key) && event.target.closest("#pane-choices, #pane-scene")) event.preventDefault();
  },
  true,
);

function showPane(name) {
  body.dataset.pane = name;
  for (const button of document.querySelectorAll(".panes [data-show]")) {
    button.setAttribute("aria-current", String(button.dataset.show === name));
  }
  if (name === "act" || name === "story") story.toEnd();
  if (name === "scene") map.svg && map.settle();
}

// ---------------------------------------------------------------- sending

/** Shown while something takes longer than a second. */
const working = document.getElementById("working");

/** What is done to the table as it was shown, and says what was shown. */
const DEEDS = ["do", "pursue", "undo", "redo", "overrule", "tell_faces", "roll_owed"];
let seen = 0;

/** Something was done: what was said about the moment before goes, and whoever could do it needs no tip any more. */
function done() {
  closeTip();
  document.getElementById("messages").replaceChildren();
}

/** Send a message, asking for one's own dice as long as the rules want them; says what went wrong. */
async function send(asked) {
  let sent = DEEDS.includes(asked.type) ? { at: seen, ...asked } : asked;
  if (asked.type === "do") sent.ask = true;
  if (sent !== asked) walkBack.hidden = true; // whatever is done now, the walk is no longer the last thing
  body.classList.add("waiting");
  try {
    let faces = typing() && (sent.type === "do" || sent.type === "pursue" || sent.type === "order" || sent.type === "throw") ? [] : undefined;
    for (;;) {
      const answering = connection.send(faces === undefined ? sent : { ...sent, faces });
      asking = connection.ref;
      const answer = await answering;
      if (answer.type === "sure_asked") {
        if (!(await askSure(answer))) return null;
        sent.ask = false;
        continue;
      }
      if (answer.type === "die_asked") {
        const face = await askFace(answer);
        if (face === null) return null; // where it is owed, the page goes on asking for it
        if (answer.owed) {
          sent = { type: "tell_faces", faces: [face], at: answer.at };
          faces = undefined;
          continue;
        }
        faces = [...(faces ?? sent.faces ?? []), face];
        continue;
      }
      if (answer.type === "done" || answer.type === "halted") done();
      if (answer.type === "refused" || answer.type === "problem") message(answer.text);
      else if (waiting && DEEDS.includes(asked.type)) {
        const order = waiting;
        waiting = "";
        if (asked.type === "do") setTimeout(() => pursue(order, true));
      }
      return answer;
    }
  } catch (error) {
    message(error.message === "lost" ? words.lost : error.message || words.lost);
    return null;
  } finally {
    body.classList.remove("waiting");
    working.hidden = true;
  }
}

/** Why the party stopped where it did. */
const halted = document.getElementById("halted");
const walkBack = document.getElementById("walk-back");
let walking = false;
/** The number of the message that was sent last. */
let asking = 0;
/** An order in a fight that waits for an answer: it goes on by itself once that is given. */
let waiting = "";

/** Stop a party that walks, or whatever else is being worked out. */
function callOff() {
  connection.send({ type: "call_off", of: asking }).catch(() => {}); // it may arrive before what it stops
}

/** Pursue an aim until somebody should decide; to press anything of the kind while the party walks stops it. */
async function pursue(aim, resume = false) {
  if (walking) {
    callOff();
    return;
  }
  walking = true;
  halted.textContent = "";
  if (!resume) choices.forget();
  try {
    const answer = await send(resume ? { type: "pursue", aim, resume } : { type: "pursue", aim });
    if (answer?.type !== "halted") return;
    halted.textContent = answer.text;
    choices.turnTo(answer.who);
    if (answer.code === "asked") waiting = aim;
    walkBack.hidden = !answer.back || !document.querySelector("[data-undo]"); // of one step, undo is enough
  } finally {
    walking = false;
  }
}

walkBack.addEventListener("click", async () => {
  const answer = await send({ type: "undo", walk: true });
  if (answer?.type === "went_back") halted.textContent = answer.text;
  (document.querySelector("[data-pursue]") ?? choices.first())?.focus(); // the button that was pressed is gone
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-pursue-one]");
  if (!form) return;
  event.preventDefault();
  pursue(form.elements.aim.value);
});

/** Something on the map was pointed at with which nothing can be done from here: players walk there. */
function walkTo(aim) {
  if (body.dataset.role === "player") pursue(aim);
}

/** A die that is owed, as the page shows it: what it shows is said, or left to the engine. */
document.addEventListener("click", async (event) => {
  const owed = event.target.closest("[data-owed-face]");
  if (event.target.closest("[data-owed-roll]")) await send({ type: "roll_owed" });
  if (!owed) return;
  const at = seen;
  const face = await askFace({ ...owed.dataset, sides: Number(owed.dataset.sides) });
  if (face !== null) await send({ type: "tell_faces", faces: [face], at });
});

/** Whether the reader throws real dice. */
function typing() {
  return body.dataset.typing === "on";
}

// ---------------------------------------------------------------- parts

const choices = new ChoicesPane({
  onDo(sent) {
    halted.textContent = "";
    closeTip(); // whoever acts has understood
    return send(sent);
  },
  onFold: (sent) => connection.send(sent),
  onHelp: openHelp,
  message,
  showPane,
  askTarget,
});
sayMeanings();
whyNot(openPaper, (name, about, choice, aim) => (aim ? pursue(aim) : choices.point(name, about, choice)), meant, send);

/** What a sentence in one's own words means now. */
async function meant(text) {
  try {
    return await request("POST", `/v1/tables/${encodeURIComponent(table)}/say`, { text });
  } catch (failed) {
    message(failed.message);
  }
  return null;
}
const map = new MapView({
  onPoint(name, ids, choice) {
    if (choices.concerned(ids, choice) || ids.some((id) => document.getElementById(`tab-${id}`))) {
      choices.point(name, ids, choice);
    } else if (ids.length) {
      walkTo(`take/${ids[0]}`);
    }
  },
  async onPlan(plan) {
    const asked = `/v1/tables/${encodeURIComponent(table)}/scene.svg?lang=${document.documentElement.lang}&plan=${encodeURIComponent(plan)}`;
    const answer = await fetch(asked).catch(() => null);
    if (answer?.ok) return fromHtml(await answer.text()).querySelector("svg");
    message(words.lost);
    return null;
  },
  onGround: (ids, place) => choices.go(ids, place),
  onDrag: (who, ids, name, place) => choices.drag(who, ids, name, place),
  onSpace(space) {
    if (body.dataset.role === "player") walkTo(`go_to/${space}`);
    else tools.openDesk(space);
  },
});
const story = new Story(document.getElementById("story"), {
  onWhy: (line) => send({ type: "why", line }),
  onEarlier: (before) => send({ type: "story", before, count: 100 }),
  onTold: () => putLater(),
});
const pad = new Sketchpad({ send, said: (text) => tell([text]) });
soundsAndDice(document.getElementById("story"));
const begin = { choices: () => choices.begin() };
const attach = {
  choices: (made) => choices.attach(made),
  scene(made) {
    map.attach(made);
    pad.attach();
    for (const link of document.querySelectorAll(".map-download")) link.hidden = !map.svg;
  },
  scratch: () => pad.attach(),
  tools: (made) => tools.attach(made),
  typing: () => tools.typing(),
};
const tools = new RefereeTools({ table, send, request, words, message });
for (const [name, ready] of Object.entries(attach)) {
  const found = document.getElementById(`fragment-${name}`);
  if (found) ready(found);
}

/** In the drawing, only what something can be done with is there to be pressed. */
function offerWays() {
  map.offer((ids, choice) => choices.concerned(ids, choice));
  offerFight();
}

/** In the picture of a fight, what whoever's choices are open can do: how likely, and where to. */
function offerFight() {
  map.odds((id) => choices.chance(id));
  map.offerGround((place, ids) => choices.reaches(place, ids));
}
choices.onTab = offerFight;
offerWays();

/** Several things can be done with what was pointed at: ask which. */
function askTarget(name, offers) {
  const list = document.createElement("div");
  list.className = "stack offers-list";
  for (const { text, chance, press } of offers) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    if (chance) made.append(" ", chance.cloneNode(true));
    made.addEventListener("click", () => {
      dialog("plain-dialog").close();
      press();
    });
    list.append(made);
  }
  showDialog("plain-dialog", name, list);
}

/** Ask for something that is read in a window of its own. */
async function openPaper(asked) {
  const answer = await send(asked);
  if (!answer?.html) return;
  const content = fromHtml(answer.html);
  showDialog("plain-dialog", content.querySelector("[data-title]").dataset.title, content);
}

function openSheet(subject) {
  return openPaper({ type: "sheet", subject });
}

tableTalk({ table, send, message, words, close: (shown) => shown.close() });
quickActs({ table, send, request, words });
const askOverview = overview((sent) => connection.send(sent).catch(() => {}));
peeking((subject) => connection.send({ type: "sheet", subject }).catch(() => null)); // a glance holds nothing up
portraits(table, { message, words, close: () => dialog("plain-dialog").close() });

function openHelp(choice) {
  return openPaper({ type: "help", choice });
}

// ---------------------------------------------------------------- what a screen reader says

const said = document.getElementById("said");
let asked = whatIsAsked();

/** What the reader is asked now, and whose turn it is. */
function whatIsAsked() {
  const found = document.querySelectorAll("#fragment-asked .state, #fragment-progress .hint, #fragment-choices .question");
  return [...found].map((one) => one.textContent.trim().replace(/[^.!?…:]$/, "$&.")).join(" ");
}

/** Say what happened, line by line and without the buttons beside it, then what is asked where that is new. */
function tell(lines) {
  const now = whatIsAsked();
  const news = now === asked ? lines : [...lines, now];
  asked = now;
  if (!news.length) return;
  said.replaceChildren(
    ...news.map((text) => {
      const line = document.createElement("p");
      line.textContent = text;
      return line;
    }),
  );
}

// ---------------------------------------------------------------- the live line

/** What follows the lines of a long turn: it would give their end away. */
const FOLLOWING = /^(ink|scene|clock|cards|card-.*|choices|offers-.*|progress|aims|asked|owed|back)$/;
const scene = document.getElementById("pane-scene");
let later = []; // fragments, news by news
scene.addEventListener("pointerenter", putLater); // who reaches for the map acts on how things stand

/** Put what the server sent in its place: fragments by their names; the focus goes where the reader would begin. */
function put(fragments) {
  const before = document.activeElement;
  const way = before.closest("#map [data-choice]");
  const walked = way && meaning(way);
  const offers = fragments.filter(([name]) => name.startsWith("offers-"));
  for (const [name, html] of fragments) {
    if (!name.startsWith("offers-")) replaceFragment(name, html, attach[name], begin[name]);
  }
  if (offers.length) replacePieces(document.getElementById("fragment-choices"), offers, attach.choices, begin.choices);
  if (fragments.length) offerWays();
  const { activeElement } = document;
  if (way && meaning(activeElement) !== walked) (map.way(choices.top) ?? choices.begin())?.focus();
  else if ((before !== body && activeElement === body) || activeElement === choices.section)
    choices.begin()?.focus({ preventScroll: true }); // whoever waited there begins
}

/** What can be done is hidden as long as the story has not come so far. */
function markTelling() {
  body.classList.toggle("telling", later.length > 0);
  choices.section.closest(".pane").setAttribute("aria-busy", String(later.length > 0));
}

/** What has been told may be seen and done now. */
function putLater() {
  if (!later.length) return;
  for (const held of later.splice(0)) put(held);
  markTelling();
  tellEnding();
  tell([]);
}

/** The panel of the end says in the words of the story how it ended. */
function tellEnding() {
  const place = document.getElementById("ending-told");
  if (place) place.textContent = story.ending();
}
tellEnding();

const lost = document.getElementById("connection");
const connection = new Connection(table, {
  onFragments(news) {
    seen = news.seq;
    const fragments = Object.entries(news.fragments ?? {});
    const slowly = story.slowly(news) && !scene.contains(document.activeElement) && !scene.matches(":hover");
    if (!slowly) putLater();
    const follows = ([name]) => slowly && FOLLOWING.test(name);
    const held = fragments.filter(follows);
    if (held.length) later.push(held);
    markTelling();
    put(fragments.filter((one) => !follows(one)));
    tell(story.take(news));
    tellEnding();
    body.dataset.connected = "1";
  },
  onState(state) {
    lost.hidden = state === "live";
    lost.querySelector("span").textContent = state === "closed" ? words.closed : words.lost;
  },
  onHello(hello) {
    body.dataset.role = hello.role;
    body.dataset.seat = hello.seat;
    askOverview(); // a new line does not know that it is open
  },
  onPointed: (finger) => pad.pointed(finger),
  onNarrating: ({ text }) => story.narrating(text),
  onWorking({ text }) {
    working.querySelector("span").textContent = text;
    working.hidden = false;
  },
});

// ---------------------------------------------------------------- the reader's hands

document.addEventListener("click", (event) => {
  const hit = (selector) => event.target.closest(selector);
  const sheet = hit("[data-sheet]");
  if (sheet) openSheet(sheet.dataset.sheet);
  const aim = hit("[data-pursue]");
  if (aim) pursue(aim.dataset.pursue);
  const pane = hit(".panes [data-show]");
  if (pane) showPane(pane.dataset.show);
  const opener = hit("[data-open]");
  if (opener) showDialog(opener.dataset.open);
  if (hit("[data-call-off]")) callOff();
  const plainMessage = hit("[data-send]");
  if (plainMessage) send({ type: plainMessage.dataset.send });
  const pause = hit("[data-pause]");
  if (pause) send({ type: "pause", paused: pause.dataset.pause === "true" });
});

document.addEventListener("pointerover", (event) => {
  const card = event.target.closest?.("[data-card]");
  for (const chip of document.querySelectorAll(".pointed")) chip.classList.remove("pointed");
  if (!card) return;
  for (const chip of document.querySelectorAll(`.picks [data-about~="${CSS.escape(card.dataset.card)}"]`)) {
    chip.classList.add("pointed");
  }
});

// A link to a part of the page shows that part, on a phone too; the one to the choices stands on the first of them.
for (const [link, pane] of [["#story", "story"], ["#pane-scene", "scene"], ["#pane-people", "people"]]) {
  document.querySelector(`a.skip[href="${link}"]`).addEventListener("click", () => showPane(pane));
}
document.querySelector('a.skip[href="#pane-choices"]').addEventListener("click", (event) => {
  event.preventDefault();
  toChoices();
});

function toChoices() {
  showPane("act");
  (choices.first() ?? document.getElementById("pane-choices")).focus();
}

// Escape stops a party that walks. Else it leaves what was opened among the choices, and from anywhere else it goes to
// the first of them.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  if (walking) {
    callOff();
    return;
  }
  const bundle = event.target.closest?.("#fragment-choices details[open]");
  if (!bundle) {
    toChoices();
    return;
  }
  bundle.open = false;
  bundle.querySelector("summary").focus();
});

const tip = document.getElementById("tip");
tip.hidden = body.dataset.role === "spectator" || localStorage.getItem("arbitro-tip") === "seen";
function closeTip() {
  localStorage.setItem("arbitro-tip", "seen");
  tip.hidden = true;
}
tip.querySelector("[data-tip-close]").addEventListener("click", closeTip);

showPane(body.dataset.pane || "act");
