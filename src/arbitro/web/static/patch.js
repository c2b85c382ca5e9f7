// Replaces parts of the page by what the server sent, and keeps what the reader was doing there: the focus, what they
// had typed, what they had opened and how far they had scrolled. What the page shows already is not sent again: a mark
// names it by its id (data-keep), or by its place in the drawing (data-keep-drawn).

import { meaning } from "./gesture.js";

const typed = "input:not([type=radio]):not([type=checkbox]):not([type=file]), textarea, select";

let byPointer = false;
addEventListener("pointerdown", () => (byPointer = true), true);
addEventListener("keydown", () => (byPointer = false), true);

function remember(old) {
  const kept = { focus: null, drafts: new Map(), open: new Set(), scroll: [] };
  const active = document.activeElement;
  if (active && old.contains(active)) {
    kept.focus = { id: active === old ? "" : active.id, meant: meaning(active), near: places(active, old) };
    if ("selectionStart" in active) kept.focus.at = [active.selectionStart, active.selectionEnd];
  }
  for (const field of old.querySelectorAll(typed)) {
    if (field.id && field.dataset.touched) kept.drafts.set(field.id, field.value);
  }
  for (const part of old.querySelectorAll("details[open]")) if (part.id) kept.open.add(part.id);
  for (let box = old; box; box = box.parentElement) kept.scroll.push([box, box.scrollTop, box.scrollLeft]);
  return kept;
}

/** Everything in a part of the page that a keyboard reaches now; what lies in something shut is not there. */
export function focusable(root) {
  return [...root.querySelectorAll("button, a[href], input, select, textarea, summary, [tabindex='0']")].filter(
    (one) => !one.disabled && one.tabIndex >= 0 && one.checkVisibility(),
  );
}

/** The named parts that hold an element, the closest first, and which of their controls it is. */
function places(active, whole) {
  const found = [];
  for (let part = active.parentElement; part && part !== whole; part = part.parentElement) {
    if (part.id) found.push({ id: part.id, order: focusable(part).indexOf(active) });
  }
  if (active !== whole) found.push({ id: whole.id, order: focusable(whole).indexOf(active) });
  return found;
}

function restore(made, kept) {
  for (const [id, value] of kept.drafts) {
    const field = document.getElementById(id);
    if (!field || !made.contains(field)) continue;
    field.value = value;
    if (field.value === value) field.dataset.touched = "1";
  }
  for (const id of kept.open) {
    const part = document.getElementById(id);
    if (part && made.contains(part)) part.open = true;
  }
  for (const [box, top, left] of kept.scroll.slice(1)) {
    box.scrollTop = top;
    box.scrollLeft = left;
  }
}

/** The focus stays where it was, else near it in the same form or bundle, else where `begin` says. */
function refocus(made, kept, begin) {
  if (!kept.focus) return;
  const shown = (id) => {
    const found = id && document.getElementById(id);
    return found && made.contains(found) && found.checkVisibility() ? found : null;
  };
  const same = shown(kept.focus.id);
  if (same && (!begin || meaning(same) === kept.focus.meant)) {
    same.focus({ preventScroll: true });
    if (kept.focus.at) select(same, kept.focus.at);
    if (!byPointer) same.scrollIntoView({ block: "nearest" });
    return;
  }
  let target = null;
  if (!byPointer) {
    for (const { id, order } of kept.focus.near) {
      const part = shown(id);
      if (!part || (begin && (same || !part.matches("details, form, .offer")))) continue;
      const left = focusable(part).filter((one) => part.matches("[data-idle]") || !one.closest("[data-idle]"));
      target = left[Math.min(Math.max(order, 0), left.length - 1)] ?? null;
      if (target) break;
    }
    target ??= begin?.(made) ?? null;
  }
  if (!target) {
    made.tabIndex = -1; // nothing can be done here at the moment: wait, and begin when there is
    target = made;
  }
  target.focus({ preventScroll: true });
  if (target !== made) target.scrollIntoView({ block: "nearest" });
}

function select(field, range) {
  try {
    field.setSelectionRange(...range);
  } catch {
    // a field that has no selection, such as a number
  }
}

/** The pieces that a drawing was sent with, however it was changed since. */
const drawn = new WeakMap();

function piecesOf(root) {
  const svg = root.querySelector("[data-map] > svg");
  if (!svg) return [];
  if (!drawn.has(svg)) drawn.set(svg, [...svg.children].flatMap(opened));
  return drawn.get(svg);
}

/** A piece of a drawing, or the pieces that an element only holds together. */
function opened(element) {
  const plain = element.tagName === "g" && !element.hasAttribute("id") && !element.hasAttribute("class");
  return plain || element.tagName === "defs" ? [...element.children].flatMap(opened) : [element];
}

/** Make elements of the HTML of a fragment: marks in it stand for what the page shows already. */
function make(name, html, old) {
  const holder = document.createElement("template");
  holder.innerHTML = html.trim() || `<div id="fragment-${name}" hidden></div>`;
  for (const mark of holder.content.querySelectorAll("[data-keep]")) {
    const shown = mark.dataset.keep.split(" ").map((id) => document.getElementById(id)?.cloneNode(true) ?? "");
    mark.replaceWith(...shown);
  }
  const marks = holder.content.querySelectorAll("[data-keep-drawn]");
  const pieces = marks.length ? piecesOf(old) : [];
  for (const mark of marks) {
    const [first, last] = mark.dataset.keepDrawn.split("-").map(Number);
    mark.replaceWith(...pieces.slice(first, last + 1).map((piece) => piece.cloneNode(true)));
  }
  const made = holder.content.firstElementChild;
  piecesOf(made);
  return made;
}

/**
 * Put the HTML of a fragment in its place; returns the new element, or null where the fragment is gone.
 * `begin` names the control that a keyboard goes to where the one it was at is gone; without it, the one that follows.
 */
export function replaceFragment(name, html, prepare = () => {}, begin = undefined) {
  const old = document.getElementById(`fragment-${name}`);
  if (!old) return null;
  const made = make(name, html, old);
  if (made.isEqualNode(old)) return old;
  const kept = remember(old);
  old.replaceWith(made);
  prepare(made);
  restore(made, kept);
  refocus(made, kept, begin);
  return made;
}

/** Put the HTML of several pieces of a fragment in their places, and keep what the reader was doing in the whole of it. */
export function replacePieces(whole, pieces, prepare = () => {}, begin = undefined) {
  const kept = remember(whole);
  for (const [name, html] of pieces) {
    const old = document.getElementById(`fragment-${name}`);
    old?.replaceWith(make(name, html, old));
  }
  prepare(whole);
  restore(whole, kept);
  refocus(whole, kept, begin);
}

document.addEventListener("input", (event) => {
  if (event.target.matches?.(typed)) event.target.dataset.touched = "1";
});
