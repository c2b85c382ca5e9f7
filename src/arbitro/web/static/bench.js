// The bench: a fight put together, its odds followed as they are found, fights read again and opened as tables.

import { Failed, request, textOf } from "./api.js";

const form = document.getElementById("bench") ?? document.getElementById("table-odds");
const onBench = form?.id === "bench";
const result = document.getElementById("bench-result");
const answer = document.getElementById("bench-answer");
const replay = document.getElementById("bench-replay");
const files = { people: null, packs: [] };
let stopping = null; // of the run that goes on
let wanted = JSON.parse(form?.dataset.wanted ?? "[]"); // foes of the address that only a pack can bring
let last = null; // the run before: what was asked, and what was answered

const field = (name) => form.elements.namedItem(name);

function say(text) {
  const place = form.querySelector(".bench-fault");
  place.textContent = text;
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}

function fail(error) {
  say(form.dataset.failed.replace("{why}", error.message));
}

// ---------------------------------------------------------------- what is asked

function optionValue(one) {
  if (one.dataset.option === "switch") return one.checked;
  const isNumber = one.dataset.option !== "choice" && /^-?\d+$/.test(one.value);
  return isNumber ? Number(one.value) : one.value;
}

function changedOptions() {
  const found = {};
  for (const one of form.querySelectorAll("[data-option]")) {
    const value = optionValue(one);
    if (String(value) !== one.dataset.usual) found[one.name] = value;
  }
  return found;
}

function party() {
  const chosen = field("party").value;
  if (chosen === "random") return { party: `random:${field("size").value}:${field("level").value}` };
  if (chosen === "file") {
    if (!files.people) throw new Failed(400, form.dataset.noFile);
    return { people: files.people.text, file: files.people.name };
  }
  return { party: chosen };
}

function foes() {
  return [...form.querySelectorAll(".foe")].map((one) => ({
    kind: one.querySelector("[name=kind]").value,
    number: Number(one.querySelector("[name=number]").value),
  }));
}

function fight() {
  const ground = { feet: Number(field("feet").value), light: field("light")?.checked ?? true };
  const common = { own: field("own").value, others: field("others").value, fights: Number(field("fights").value) };
  if (!onBench) return { what: field("what").value, ...ground, ...common };
  const scene = field("scene").value;
  return {
    game: form.dataset.game,
    ...(scene ? { scene } : { ...party(), foes: foes(), ...ground }),
    options: changedOptions(),
    packs: files.packs,
    ...common,
    seed: field("seed").value,
    sampled: field("sampled").checked,
  };
}

/** All that was chosen, but for files, stands in the address: it can be kept, and sent to somebody. */
function remember(asked) {
  const said = new URLSearchParams({ game: asked.game });
  if (asked.scene) said.set("scene", asked.scene);
  else {
    said.set("party", asked.party ?? "file");
    for (const one of asked.foes) said.append("foe", `${one.kind}:${one.number}`);
    if (asked.feet) said.set("feet", asked.feet);
    if (asked.light === false) said.set("dark", "1");
  }
  for (const [name, value] of Object.entries(asked.options)) said.append("set", `${name}=${value}`);
  for (const name of ["own", "others", "seed", "fights"]) said.set(name, asked[name]);
  if (asked.sampled) said.set("sampled", "1");
  history.replaceState(null, "", `/bench?${said}`);
  for (const link of document.querySelectorAll("[data-language], [data-theme-switch]")) {
    const address = new URL(link.href);
    address.searchParams.set("back", `/bench?${said}`);
    link.href = address;
  }
}

// ---------------------------------------------------------------- a run

function running(is) {
  form.querySelector(".bench-running").hidden = !is;
  for (const button of form.querySelectorAll("button:not([data-stop])")) button.disabled = is;
}

function tell(text, done, of) {
  form.querySelector(".bench-told").textContent = text;
  const bar = form.querySelector("progress");
  if (of) [bar.max, bar.value] = [of, done];
  else bar.removeAttribute("value");
}

async function* lines(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) yield JSON.parse(part);
  }
}

async function follow(path, body) {
  stopping = new AbortController();
  const headers = { Accept: "application/jsonl, application/json", "Content-Type": "application/json" };
  const asked = { method: "POST", headers, body: JSON.stringify(body), credentials: "same-origin" };
  const response = await fetch(path, { ...asked, signal: stopping.signal });
  if (!response.ok) {
    const told = await response.json().catch(() => null);
    throw new Failed(response.status, told?.error?.text ?? document.documentElement.dataset.noAnswer);
  }
  for await (const line of lines(response)) {
    if (line.type === "progress") tell(line.text, line.done, line.of);
    else if (line.type === "failed") throw new Failed(400, line.text);
    else return line;
  }
  throw new Failed(0, document.documentElement.dataset.noAnswer);
}

function showAnswer() {
  answer.innerHTML = last.told.html;
  replay?.replaceChildren();
  result.hidden = false;
}

// The last answer, for who comes back from the table that was opened; settings, for the page of another game.
const KEPT = "bench-answer";
const CARRIED = "bench-settings";

function keep(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(name); // there is no room, or none is given: it is asked again then
  }
}

function kept(name) {
  return JSON.parse(sessionStorage.getItem(name) ?? "null");
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  form.querySelector(".bench-fault").hidden = true;
  let asked;
  try {
    asked = fight();
  } catch (error) {
    fail(error);
    return;
  }
  if (onBench) remember(asked);
  running(true);
  tell(form.dataset.beginning, 0, 0);
  try {
    const body = onBench ? { fight: asked, ...(last ? { before: last.asked } : {}) } : asked;
    const path = onBench ? "/v1/bench/odds" : `/v1/tables/${encodeURIComponent(form.dataset.table)}/odds`;
    const told = await follow(path, body);
    last = { asked, told };
    if (onBench) keep(KEPT, last);
    showAnswer();
    result.focus({ preventScroll: true });
    result.scrollIntoView({ block: "start" });
  } catch (error) {
    if (error.name === "AbortError") say(form.dataset.stopped);
    else fail(error instanceof Failed ? error : { message: document.documentElement.dataset.noAnswer });
  } finally {
    stopping = null;
    running(false);
  }
});

if (form && !onBench) {
  // The fight at hand has begun already: how far apart and in what light is not to be chosen.
  const toCome = () => (form.querySelector("[data-to-come]").hidden = field("what").value === "now");
  form.addEventListener("change", toCome);
  toCome();
}

form?.querySelector("[data-stop]").addEventListener("click", () => stopping?.abort());

// ---------------------------------------------------------------- what is done with it

function enter(made) {
  location.assign(`/tables/${encodeURIComponent(made.table)}`);
}

async function open(asked, mode, number) {
  try {
    const chosen = number === undefined ? {} : { number };
    enter(await request("POST", "/v1/bench/tables", { fight: asked(), mode, ...chosen }));
  } catch (error) {
    fail(error);
  }
}

async function read(number) {
  try {
    const told = await request("POST", "/v1/bench/replay", { fight: last.asked, number });
    replay.innerHTML = told.html;
    replay.focus({ preventScroll: true });
    replay.scrollIntoView({ block: "start" });
  } catch (error) {
    fail(error);
  }
}

function download(kind) {
  const { asked, told } = last;
  const contents = {
    json: [JSON.stringify({ fight: asked, ...told.result }, null, 1), "application/json", "odds.json"],
    csv: [told.csv, "text/csv", "odds.csv"],
    settings: [JSON.stringify(asked, null, 1), "application/json", "fight.json"],
  };
  const [text, type, name] = contents[kind];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

result?.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button?.dataset.replay) read(Number(button.dataset.replay));
  if (button?.dataset.openFight) open(() => last.asked, "referee", Number(button.dataset.openFight));
  if (button?.dataset.download) download(button.dataset.download);
});

result?.addEventListener("submit", (event) => {
  event.preventDefault();
  read(Number(event.target.elements.namedItem("fight-number").value));
});

// ---------------------------------------------------------------- the form

/** Only what the choice asks for is shown. */
function show() {
  const own = field("scene").value === "";
  for (const part of form.querySelectorAll("[data-own]")) part.hidden = !own;
  for (const part of form.querySelectorAll("[data-for-party]")) {
    part.hidden = part.dataset.forParty !== field("party").value;
    for (const input of part.querySelectorAll("input")) input.disabled = part.hidden || !own;
  }
  const changed = Object.keys(changedOptions()).length;
  const told = document.getElementById("options-changed");
  told.textContent = changed ? told.dataset.text.replace("{count}", changed) : "";
}

async function readPeople(file) {
  files.people = file ? { name: file.name, text: await textOf(file) } : null;
}

/** Choose something that is offered; what is not is named. */
function choose(one, value, unknown) {
  const before = one.value;
  one.value = value;
  if (one.value === String(value)) return;
  one.value = before;
  unknown.push(value);
}

function setOptions(options, unknown = []) {
  for (const [name, value] of Object.entries(options)) {
    const one = form.querySelector(`[data-option][name="${CSS.escape(name)}"]`);
    if (!one) unknown.push(name);
    else if (one.dataset.option === "switch") one.checked = value;
    else choose(one, value, unknown);
  }
}

/** Settings as they were taken along; those of another game are taken to that game's page. */
async function readSettings(file) {
  if (!file) return;
  const text = await textOf(file, Infinity);
  let asked = null;
  try {
    asked = JSON.parse(text);
  } catch {
    // no JSON at all: said as of any other file that is none of ours
  }
  if (typeof asked?.game !== "string") throw new Failed(400, form.dataset.notSettings.replace("{file}", file.name));
  if (asked.game !== form.dataset.game) {
    keep(CARRIED, asked);
    location.assign(`/bench?${new URLSearchParams({ game: asked.game })}`);
    return;
  }
  await apply(asked);
}

/** The form as a fight was asked about. */
async function apply(asked) {
  const unknown = [];
  await layPacks(asked.packs ?? []);
  const [kind, size, level] = (asked.party ?? "").split(":");
  choose(field("scene"), asked.scene ?? "", unknown);
  if (asked.people || asked.party) choose(field("party"), asked.people ? "file" : kind === "random" ? kind : asked.party, unknown);
  if (kind === "random") [field("size").value, field("level").value] = [size, level];
  files.people = asked.people ? { name: asked.file, text: asked.people } : null;
  if (asked.foes?.length) putFoes(asked.foes, unknown);
  for (const one of form.querySelectorAll("[data-option]")) setOptions({ [one.name]: usual(one) });
  setOptions(asked.options ?? {}, unknown);
  for (const name of ["own", "others", "seed", "fights", "feet"]) if (asked[name] !== undefined) choose(field(name), asked[name], unknown);
  if (field("light")) field("light").checked = asked.light ?? true;
  field("sampled").checked = asked.sampled ?? false;
  if (unknown.length) say(form.dataset.unknown.replace("{names}", unknown.join(", ")));
}

function putFoes(foes, unknown) {
  const known = new Set([...document.getElementById("foe-template").content.querySelector("[name=kind]").options].map((one) => one.value));
  unknown.push(...foes.filter(({ kind }) => !known.has(kind)).map(({ kind }) => kind));
  document.getElementById("foes").replaceChildren(...foes.filter(({ kind }) => known.has(kind)).map(foeRow));
}

function usual(one) {
  return one.dataset.option === "switch" ? one.dataset.usual === "true" : one.dataset.usual;
}

function foeRow({ kind, number }) {
  const made = document.getElementById("foe-template").content.cloneNode(true);
  made.querySelector("[name=kind]").value = kind;
  made.querySelector("[name=number]").value = number;
  return made;
}

async function readHouseRules(file) {
  if (!file) return;
  const body = { game: form.dataset.game, house_rules: { file: file.name, text: await textOf(file) } };
  const found = await request("POST", "/v1/house-rules", body);
  setOptions(found.options);
  const said = document.getElementById("bench-files");
  said.textContent = said.dataset.rules.replace("{name}", found.name);
}

async function readPacks(list) {
  await layPacks(await Promise.all([...list].map(async (file) => ({ file: file.name, text: await textOf(file) }))));
}

async function layPacks(packs) {
  const found = await request("POST", "/v1/bench/kinds", { game: form.dataset.game, packs });
  files.packs = packs;
  const place = document.getElementById("foe-template").content;
  const gone = [];
  for (const list of [...form.querySelectorAll("[name=kind]"), place.querySelector("[name=kind]")]) {
    const chosen = list.value;
    list.replaceChildren(...found.map(({ kind, name }) => new Option(name, kind)));
    list.value = chosen;
    if (list.selectedIndex >= 0) continue;
    const row = list.closest("#foes > li");
    if (!row) list.selectedIndex = 0;
    else {
      gone.push(chosen);
      row.remove();
    }
  }
  if (gone.length) say(form.dataset.unknown.replace("{names}", gone.join(", ")));
  const kinds = new Set(found.map(({ kind }) => kind));
  const arrived = wanted.filter(([kind]) => kinds.has(kind));
  wanted = wanted.filter(([kind]) => !kinds.has(kind));
  document.getElementById("foes").append(...arrived.map(([kind, number]) => foeRow({ kind, number })));
  for (const [kind] of arrived) document.querySelector(`#bench-unknown [data-foe="${CSS.escape(kind)}"]`)?.remove();
  const unknown = document.getElementById("bench-unknown");
  unknown.hidden = !unknown.children.length;
  const said = document.getElementById("bench-files");
  said.textContent = packs.length ? said.dataset.packs.replace("{names}", packs.map(({ file }) => file).join(", ")) : "";
}

const READERS = {
  people: (input) => readPeople(input.files[0]),
  "house-rules": (input) => readHouseRules(input.files[0]),
  packs: (input) => readPacks(input.files),
  settings: (input) => readSettings(input.files[0]),
};

if (onBench) {
  form.addEventListener("change", async ({ target }) => {
    form.querySelector(".bench-fault").hidden = true;
    try {
      await READERS[target.type === "file" ? target.name : ""]?.(target);
    } catch (error) {
      target.value = "";
      fail(error);
    }
    show();
  });
  form.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button?.dataset.openTable) {
      if (form.reportValidity()) open(fight, button.dataset.openTable);
    } else if (button && "addFoe" in button.dataset) {
      const made = document.getElementById("foe-template").content.cloneNode(true);
      document.getElementById("foes").append(made);
      document.getElementById("foes").lastElementChild.querySelector("select").focus();
    } else if (button && "dropFoe" in button.dataset) {
      const rows = form.querySelectorAll("#foes > li");
      if (rows.length > 1) button.closest("li").remove();
      form.querySelector("[data-add-foe]").focus();
    }
  });
  show();
  begin();
}

/** Who comes back finds the last answer; settings of this game that another one's page was given are taken up. */
async function begin() {
  const carried = kept(CARRIED);
  const [come] = performance.getEntriesByType("navigation");
  sessionStorage.removeItem(CARRIED);
  const before = come?.type === "back_forward" ? kept(KEPT) : null;
  try {
    if (carried?.game === form.dataset.game) await apply(carried);
    else if (before?.asked.game === form.dataset.game) {
      await apply(before.asked);
      last = before;
      showAnswer();
    }
  } catch (error) {
    fail(error);
  }
  show();
}
