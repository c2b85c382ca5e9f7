// Lines of a long turn come one after another, as somebody would tell them. A key or a tap shows what is
// left at once, and nothing waits for it but the picture and the cards, which would give the end away.

const FEW = 3; // so many lines are read at a glance
const PAUSE = 1000; // milliseconds without a line after which another turn begins
const LONGEST = 9000; // milliseconds that the longest turn takes
const KEPT = "arbitro-lines"; // "at-once" where the reader wants it so
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Milliseconds that it takes to read a line before the next one comes. */
function pause(line) {
  return Math.min(300 + 12 * line.textContent.length, 1100);
}

function allAtOnce() {
  return localStorage.getItem(KEPT) === "at-once";
}

export class Reveal {
  /** `onLine` is called after each line that has come, `onEnd` after the last; `button` says that there are more. */
  constructor(list, button, { onLine, onEnd }) {
    this.list = list;
    this.button = button;
    this.onLine = onLine;
    this.onEnd = onEnd;
    this.left = [];
    this.timer = 0;
    this.count = 0;
    this.last = 0;
    const finish = () => this.finish();
    addEventListener("pointerdown", finish, true);
    addEventListener("keydown", finish, true);
    list.addEventListener("focusin", finish);
    document.addEventListener("visibilitychange", finish);
    still.addEventListener("change", finish);
    const box = document.getElementById("at-once");
    if (!box) return;
    box.checked = allAtOnce();
    box.addEventListener("change", () => localStorage.setItem(KEPT, box.checked ? "at-once" : "one-by-one"));
  }

  /** Whether so many new lines come one after another: only where somebody sees them come. */
  slowly(count) {
    const seen = !allAtOnce() && !still.matches && !document.hidden && this.list.checkVisibility();
    return seen && (this.left.length > 0 || (count > 0 && this.inARow() + count > FEW));
  }

  /** How many lines have come without a pause: what the engine plays by itself arrives deed by deed. */
  inARow() {
    return performance.now() - this.last < PAUSE ? this.count : 0;
  }

  /** Take note of lines that were shown at once. */
  shown(count) {
    this.count = this.inARow() + count;
    this.last = performance.now();
  }

  /** Let lines come one after another, after those that are still to come. */
  begin(lines) {
    if (this.left.length && performance.now() - this.begun > LONGEST) this.finish(); // nobody falls further behind
    const waiting = this.left.length > 0;
    if (!waiting) this.begun = performance.now();
    this.left.push(...lines);
    const whole = this.left.reduce((sum, line) => sum + pause(line), 0);
    this.pace = Math.min(1, LONGEST / Math.max(whole, 1));
    for (const line of lines) line.classList.add("coming");
    if (this.button) this.button.hidden = false;
    if (!waiting) this.next();
  }

  next() {
    clearTimeout(this.timer);
    const line = this.left.shift();
    if (!line) {
      this.finish();
      return;
    }
    line.classList.remove("coming");
    line.classList.add("fresh");
    this.shown(1);
    this.onLine();
    this.timer = setTimeout(() => this.next(), pause(line) * this.pace);
  }

  /** Show what is left. */
  finish() {
    clearTimeout(this.timer);
    const { left } = this;
    this.left = [];
    this.count = 0;
    if (this.button) this.button.hidden = true;
    for (const line of left) line.classList.remove("coming");
    if (left.length) this.onLine();
    this.onEnd();
  }
}
