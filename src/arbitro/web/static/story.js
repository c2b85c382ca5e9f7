// The story: lines are added at the end, the reader stays where they read, and every line answers "why?".

import { Aloud } from "./aloud.js";
import { Reveal } from "./reveal.js";

const PLAIN = "arbitro-plain-lines"; // "yes" where the reader wants facts alone
const BY_HAND = 1000; // milliseconds after a turn of the wheel, a stroke or a key that scrolling is the reader's doing

function plainLines() {
  return localStorage.getItem(PLAIN) === "yes";
}

/** Show plain lines or prose, as the reader wants it, and let them say so. */
function keepPlain() {
  const box = document.getElementById("plain-lines");
  const show = () => document.documentElement.classList.toggle("plain-lines", plainLines());
  show();
  if (!box) return;
  box.checked = plainLines();
  box.addEventListener("change", () => {
    localStorage.setItem(PLAIN, box.checked ? "yes" : "no");
    show();
  });
}

/** A line as it is read aloud: its words, and its dice by their names. */
function spoken(text) {
  const copy = text.cloneNode(true);
  for (const other of copy.querySelectorAll(plainLines() ? ".as-prose" : ".as-fact")) other.remove();
  for (const die of copy.querySelectorAll(".die")) die.replaceWith(` ${die.getAttribute("aria-label")}. `);
  return copy.textContent.trim().replace(/\s+/g, " ");
}

const WRITTEN = ".note, .kind-narrated, .kind-handed_out";
const ENDS = ".kind-fight_ended, .kind-battle_ended, .kind-scene_ended";
const APART = `${WRITTEN}, ${ENDS}, [data-passing=round]`; // these begin a paragraph, whoever they are about
const LAST = `${WRITTEN}, .kind-scene_ended`; // these end one

/** Whether a line stands in the same paragraph as the one before it. */
function runsOn(before, line, who) {
  if (line.matches(APART) || before.matches(LAST)) return false;
  return before.dataset.entry === line.dataset.entry || (who !== "" && line.dataset.who === who);
}

export class Story {
  constructor(list, { onWhy, onEarlier, onTold }) {
    this.list = list;
    this.lines = list.querySelector("ol");
    this.more = document.getElementById("earlier");
    this.end = document.getElementById("to-end");
    this.onWhy = onWhy;
    this.onEarlier = onEarlier;
    this.first = Number(list.dataset.first || 1);
    list.addEventListener("click", (event) => {
      const button = event.target.closest("[data-why]");
      if (button) this.why(button);
      const folded = event.target.closest(".folded");
      if (folded) this.unfold(folded.closest(".line"));
    });
    this.foldedWords = document.getElementById("words")?.dataset.folded ?? "… {count}";
    this.following = true; // until the reader scrolls away; an answer to "why?" that takes room is no wish to stay behind
    this.scrolling = -Infinity; // never yet: the first second of a page counts from 0
    const byHand = ({ type, target, timeStamp }) => {
      if (type !== "pointerdown" || target === list) this.scrolling = timeStamp; // the bar at the side is the list itself
    };
    for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) list.addEventListener(kind, byHand, { passive: true });
    list.addEventListener("scroll", ({ timeStamp }) => this.scrolled(timeStamp), { passive: true });
    this.more?.addEventListener("click", () => this.earlier());
    this.end?.addEventListener("click", () => this.toEnd());
    keepPlain();
    this.before = document.getElementById("previously"); // what happened last time, until there is something new
    this.before?.querySelector("button").addEventListener("click", () => this.before.remove());
    this.aloud = new Aloud((line) => spoken(line.querySelector(".text")));
    const button = document.getElementById("show-all");
    this.reveal = new Reveal(list, button, { onLine: () => this.settle(), onEnd: onTold });
    this.mark();
    this.showMore();
    this.toEnd();
    new ResizeObserver(() => this.following && this.toEnd()).observe(list);
  }

  /** A narrator's words while they come; none once they stand among the lines. */
  narrating(text) {
    this.telling ??= this.list.appendChild(Object.assign(document.createElement("p"), { className: "kind-narrated telling" }));
    this.telling.replaceChildren(Object.assign(document.createElement("span"), { className: "text", textContent: text }));
    this.telling.hidden = !text;
    if (text && this.following) this.list.scrollTop = this.list.scrollHeight;
  }

  /** The last line that tells how something ended. */
  ending() {
    const line = [...this.lines.querySelectorAll(ENDS)].at(-1);
    return line ? spoken(line.querySelector(".text")) : "";
  }

  get atEnd() {
    return this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 80;
  }

  toEnd() {
    this.following = true;
    this.list.scrollTop = this.list.scrollHeight;
    this.noticeEnd();
  }

  scrolled(when) {
    if (this.atEnd) this.following = true;
    else if (when - this.scrolling < BY_HAND) this.following = false;
    this.noticeEnd();
  }

  noticeEnd() {
    if (this.end) this.end.hidden = this.atEnd;
  }

  /** After a change of the lines: at the end where the reader follows, else where they read. */
  settle() {
    if (this.following) this.toEnd();
    else this.noticeEnd();
  }

  make(lines) {
    const holder = document.createElement("template");
    holder.innerHTML = lines.join("");
    return holder.content;
  }

  /** Whether the lines of some news come one after another, or follow lines that do. */
  slowly({ story = [], reset = false }) {
    return !reset && this.reveal.slowly(story.length);
  }

  /** Take in what the server sent: new lines, or the story anew. The words of new lines are said aloud at once. */
  take(news) {
    const { story = [], first = 0, reset = false } = news;
    if (reset) {
      this.reveal.finish();
      const known = this.list.querySelector(".line:last-of-type");
      const follows = this.following || !known;
      this.lines.replaceChildren(this.make(story));
      this.first = first || 1;
      this.showMore();
      this.mark();
      if (follows) this.toEnd();
      return [];
    }
    if (!story.length) return [];
    this.before?.remove();
    const fresh = this.make(story);
    const lines = [...fresh.querySelectorAll(".line")];
    this.lines.append(fresh);
    this.mark();
    const shown = lines.filter((line) => !line.hidden);
    this.aloud.read(shown);
    if (this.slowly(news)) this.reveal.begin(shown);
    else {
      for (const line of lines) line.classList.add("fresh");
      this.reveal.shown(shown.length);
      this.settle();
    }
    return shown.map((line) => spoken(line.querySelector(".text")));
  }

  /** Of vain tries in a row only the last is left: it says how manieth it is. */
  gather() {
    for (const line of this.lines.querySelectorAll(".line[data-again]")) {
      line.hidden = line.nextElementSibling?.dataset.again === line.dataset.again;
    }
    this.foldPassing();
  }

  /** Of lines in a row that only say that all goes on the last is left, and how many stand behind it. */
  foldPassing() {
    let run = [];
    for (const line of this.lines.querySelectorAll(".line[data-passing]")) {
      const before = run.at(-1);
      if (before && (before.nextElementSibling !== line || before.dataset.passing !== line.dataset.passing)) run = [];
      for (const earlier of run) earlier.hidden = !("unfolded" in earlier.dataset);
      run.push(line);
      const folded = run.filter((each) => each.hidden && each !== line).length;
      run.at(-2)?.querySelector(".folded")?.remove();
      let button = line.querySelector(".folded");
      if (!folded) {
        button?.remove();
        continue;
      }
      if (!button) {
        button = document.createElement("button");
        button.type = "button";
        button.className = "folded plain small";
        line.prepend(button);
      }
      button.textContent = this.foldedWords.replace("{count}", folded);
    }
  }

  /** Show the lines that stand folded behind one. */
  unfold(line) {
    const alike = (one) => one?.dataset.passing === line.dataset.passing;
    for (let one = line.previousElementSibling; alike(one); one = one.previousElementSibling) {
      one.dataset.unfolded = "";
      one.hidden = false;
    }
    line.querySelector(".folded")?.remove();
  }

  /** Lines of one deed, and of one person after the other, run on as a paragraph; a thin rule before each. */
  mark() {
    this.gather();
    let before = null; // the line before, and whoever its paragraph is about
    let who = "";
    for (const line of this.list.querySelectorAll(".line:not([hidden])")) {
      const starts = before === null || !runsOn(before, line, who);
      line.classList.toggle("entry-start", starts && before !== null);
      before?.classList.toggle("runs-on", !starts);
      if (starts) who = line.dataset.who ?? "";
      before = line;
    }
    before?.classList.remove("runs-on");
  }

  showMore() {
    if (this.more) this.more.hidden = this.first <= 1;
  }

  async earlier() {
    const answer = await this.onEarlier(this.first);
    if (answer?.type !== "lines") return;
    const height = this.list.scrollHeight;
    this.lines.prepend(this.make(answer.story));
    this.list.scrollTop += this.list.scrollHeight - height;
    this.first = answer.story.length ? answer.first : 1;
    this.showMore();
    this.mark();
  }

  async why(button) {
    const line = button.closest(".line");
    const open = line.querySelector(".because");
    if (open) {
      open.remove();
      button.setAttribute("aria-expanded", "false");
      return;
    }
    const answer = await this.onWhy(Number(button.dataset.why));
    if (answer?.type !== "because" || line.querySelector(".because")) return;
    const holder = document.createElement("template");
    holder.innerHTML = answer.html.trim();
    line.append(holder.content);
    button.setAttribute("aria-expanded", "true");
    line.querySelector(".because").scrollIntoView({ block: "nearest" });
  }
}
