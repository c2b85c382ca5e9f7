// Choices: buttons and small forms that the server wrote, people as tabs, and the way from the drawing to a choice.

import { Help } from "./help.js";
import { focusable } from "./patch.js";

const PRESSED = "button[data-do]";
const ALONG = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** How many steps along a line lead to a place, as many as a field may hold; nothing where it may not hold so many. */
function stepsTo(field, place) {
  if (!place) return 0;
  const count = (Number(place) - Number(field.dataset.from)) * Number(field.dataset.way);
  return count >= Number(field.min) && count <= Number(field.max) ? count : 0;
}

export class ChoicesPane {
  constructor({ onDo, onFold, onHelp, showPane, askTarget, message }) {
    this.onDo = onDo;
    this.onFold = onFold;
    this.help = new Help(onHelp, message);
    this.unfolding = new Map(); // what waits for the inside of a bundle, by the bundle's id
    this.showPane = showPane;
    this.askTarget = askTarget;
    this.person = sessionStorage.getItem(`person:${location.pathname}`);
    this.standing = new Set(); // choices that are made again whenever they answer a question of the same order
    this.ordered = false;
    this.alone = false; // whether the last thing done was one person's own
    document.addEventListener("click", (event) => {
      const button = event.target.closest(PRESSED);
      if (button) this.do(button, button.dataset.field ? { [button.dataset.field]: button.dataset.value } : {});
      const tab = event.target.closest(".people-tabs [role=tab]");
      if (tab) this.select(tab);
    });
    document.addEventListener("submit", (event) => {
      const form = event.target.closest("form[data-do]");
      if (!form) return;
      event.preventDefault();
      this.do(form, this.values(form));
    });
    document.addEventListener(
      "toggle",
      ({ target }) => {
        if (!target.matches("#fragment-choices details.bundle")) return;
        if (target.open) this.unfold(target);
        else this.onFold({ type: "fold", element: target.id }).catch(() => {});
      },
      true,
    );
    document.addEventListener("keydown", (event) => {
      const tab = event.target.closest?.(".people-tabs [role=tab]");
      if (tab) this.walk(event, tab);
      else if (event.key === "?" && this.help.key(event)) event.preventDefault();
      else if (event.repeat && event.key === "Enter" && event.target.closest?.(PRESSED)) event.preventDefault();
      else if (event.target.matches?.("#fragment-choices :is(button, summary)")) this.along(event);
    });
  }

  /** Say that a bundle is open, and ask for what lies in it if that was never sent; resolves when it is there. */
  unfold(bundle) {
    const { id } = bundle;
    if (this.unfolding.has(id)) return this.unfolding.get(id).there;
    let done = () => {};
    const there = bundle.dataset.shut ? new Promise((resolve) => (done = resolve)) : Promise.resolve();
    if (bundle.dataset.shut) this.unfolding.set(id, { there, done });
    this.onFold({ type: "unfold", element: id }).catch(() => this.unfolding.delete(id)); // a new line asks again
    return there;
  }

  /** An order is given: what was answered once and for all held for the one before. */
  forget() {
    this.standing = new Set();
    this.ordered = true;
  }

  /** Somebody's choices are what is asked for now: show them, as long as they have any. */
  turnTo(who) {
    if (!who) return;
    this.person = who; // their choices may still be to come
    const tab = this.section.querySelector(`#${CSS.escape(`tab-${who}`)}`);
    if (tab) this.select(tab, false);
  }

  /** During an order, a question that was answered once and for all is answered so again; others may be. */
  answerAgain() {
    const box = this.section.querySelector("#answer-again");
    if (!box || !this.ordered) return;
    box.closest("label").hidden = false;
    const known = [...this.section.querySelectorAll(PRESSED)].find((one) => this.standing.has(one.dataset.do));
    if (known) setTimeout(() => known.isConnected && this.do(known, {}), 250); // long enough to be seen
  }

  /** Take a new set of choices into use. */
  attach(section) {
    this.section = section;
    this.answerAgain();
    this.help.attach();
    for (const [id, { done }] of this.unfolding) {
      if (document.getElementById(id)?.dataset.shut) continue;
      this.unfolding.delete(id);
      done();
    }
    const tab = this.person && section.querySelector(`#${CSS.escape(`tab-${this.person}`)}`);
    const asked = section.querySelector(".people-tabs [data-asked]"); // whoever must answer comes before whoever was chosen
    if (asked && !tab?.matches("[data-asked]")) this.select(asked, false);
    else if (tab) this.select(this.next(tab) ?? tab, false);
    this.acted = null;
    this.top = section.querySelector(".together [data-do]")?.dataset.do;
    const before = this.shown;
    this.shown = this.moment();
    if (before && this.alike(before)) return;
    this.alone = false; // another moment is read from its beginning
    queueMicrotask(() => {
      section.closest(".pane").scrollTop = 0; // after the page has put back where its reader stood
      const { activeElement } = document;
      if (section !== activeElement && section.contains(activeElement)) activeElement.scrollIntoView({ block: "nearest" });
    });
  }

  /** What is asked and offered now, by what stands for it. */
  moment() {
    const asked = [...this.section.querySelectorAll(".question")].map((one) => one.textContent).join();
    const who = this.section.querySelector(".person:not([hidden])")?.id ?? "";
    const offers = this.section.querySelectorAll(".person:not([hidden]) .offer, .together .offer, details.bundle");
    const open = [...offers].filter((one) => !one.parentElement.closest("details.bundle")); // to unfold one changes nothing
    return { asked: `${asked} ${who}`, offers: new Set(open.map((one) => one.id)) };
  }

  /** Whether most of what was offered a moment ago still is: whoever shops goes on where they stood. */
  alike({ asked, offers }) {
    const kept = [...offers].filter((one) => this.shown.offers.has(one)).length;
    return asked === this.shown.asked && 2 * kept >= Math.max(offers.size, this.shown.offers.size);
  }

  /** The control that comes first: of whoever acted last, as long as they can do more; else of all. */
  first(alone = false) {
    const shown = (root) => focusable(root).find((one) => one.closest("[data-do]") && !one.closest("[data-idle]"));
    const own = alone ? this.section.querySelector(".person:not([hidden])") : null;
    return (own && shown(own)) ?? shown(this.section) ?? null;
  }

  /** Where a keyboard goes to when the control that it was at is gone: to the next one, or to the word of the end. */
  begin() {
    return this.first(this.alone) ?? this.section.querySelector("#choices-title[tabindex]");
  }

  /** Arrows go from control to control, as Tab does, but never out of the list. */
  along(event) {
    const step = ALONG[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = focusable(this.section);
    const next = all[all.indexOf(event.target) + step];
    event.preventDefault();
    next?.focus();
  }

  /** How many things somebody may do, whether they are folded or not. */
  count(tab) {
    const panel = document.getElementById(tab.getAttribute("aria-controls"));
    const shut = [...panel.querySelectorAll("[data-shut]")].map((bundle) => Number(bundle.dataset.shut));
    return shut.reduce((sum, size) => sum + size, panel.querySelectorAll(".offer").length);
  }

  /** Whoever just acted and has less left to do than others hands over to the next of these. */
  next(tab) {
    if (this.acted?.id !== tab.id || this.count(tab) >= this.acted.count) return null;
    const tabs = [...this.section.querySelectorAll(".people-tabs [role=tab]")];
    const most = Math.max(...tabs.map((one) => this.count(one)));
    if (this.count(tab) === most) return null;
    const after = [...tabs.slice(tabs.indexOf(tab) + 1), ...tabs];
    const found = after.find((one) => this.count(one) === most);
    this.person = found.id.slice("tab-".length);
    return found;
  }

  /** Do something, once: what is pressed again before it is done was pressed in haste. */
  async do(control, values) {
    if (this.doing || this.help.asked(control)) return;
    this.doing = true;
    if (this.section.querySelector("#answer-again")?.checked) this.standing.add(control.dataset.do);
    for (const field of this.section.querySelectorAll("[data-touched]:not(select)")) delete field.dataset.touched;
    this.alone = control.closest(".person") !== null;
    const tab = this.alone && this.section.querySelector(".people-tabs [aria-selected=true]");
    if (tab) this.person ??= tab.id.slice("tab-".length);
    const folded = control.closest("details") !== null; // whoever shops or packs goes on, however little is left
    this.acted = tab && !folded && { id: tab.id, count: this.count(tab) };
    if (control.closest(".together.after")) this.wait();
    try {
      await this.onDo({ type: "do", choice: control.dataset.do, mark: control.dataset.mark, values });
    } finally {
      this.doing = false;
    }
  }

  /** After the end of a turn a keyboard stands before the list, and at its beginning when there is one again. */
  wait() {
    this.section.tabIndex = -1;
    this.section.focus({ preventScroll: true });
  }

  values(form) {
    const values = {};
    for (const field of form.querySelectorAll("[name]")) {
      if (field.value === "") continue;
      values[field.name] = field.type === "number" ? Number(field.value) : field.value;
    }
    return values;
  }

  select(tab, byHand = true) {
    for (const other of this.section.querySelectorAll(".people-tabs [role=tab]")) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls")).hidden = !chosen;
    }
    this.onTab?.();
    if (byHand) {
      this.shown = this.moment();
      this.person = tab.id.slice("tab-".length);
      sessionStorage.setItem(`person:${location.pathname}`, this.person);
    }
  }

  walk(event, tab) {
    const tabs = [...this.section.querySelectorAll(".people-tabs [role=tab]")];
    const at = tabs.indexOf(tab);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    this.select(next);
    next.focus();
  }

  /** All controls that concern something in the drawing: a choice by its id, or a door, a place, somebody by theirs. */
  concerning(ids, choice) {
    const found = new Set();
    if (choice) for (const one of this.section.querySelectorAll(`[data-do="${CSS.escape(choice)}"]`)) found.add(one);
    for (const id of ids) {
      for (const one of this.section.querySelectorAll(`[data-do][data-about~="${CSS.escape(id)}"]`)) found.add(one);
    }
    return [...found];
  }

  /** The bundles that nobody has opened yet and in which something of that kind lies. */
  folded(ids) {
    return ids.flatMap((id) => [...this.section.querySelectorAll(`[data-shut][data-about~="${CSS.escape(id)}"]`)]);
  }

  /** Whether anything can be done with something in the drawing. */
  concerned(ids, choice) {
    return this.concerning(ids, choice).length + this.folded(ids).length > 0;
  }

  /** Something was pointed at in the drawing: do the one thing that can be done with it, or ask which. */
  async point(name, ids, choice) {
    await Promise.all(this.folded(ids).map((bundle) => this.unfold(bundle)));
    const tab = ids.map((id) => this.section.querySelector(`#${CSS.escape(`tab-${id}`)}`)).find(Boolean);
    const found = this.concerning(ids, choice);
    if (tab && (!found.length || tab.getAttribute("aria-selected") !== "true")) {
      this.select(tab); // whoever points at one of their own wants to act with them
      this.showPane("act");
    } else if (found.length === 1 && this.aim(found[0], ids)) {
      this.press(found[0], ids);
    } else if (found.length) {
      this.ask(name, found, ids);
    }
  }

  /** Ask which of several things is meant. */
  ask(name, found, ids, place = "") {
    const offers = found.map((control) => ({
      text: this.aim(control, ids, place) ? this.words(control) : `${this.words(control)}…`,
      chance: control.querySelector(":scope > .chance"),
      press: () => this.press(control, ids, place),
    }));
    this.askTarget(name || this.words(found[0]), offers);
  }

  /** Somebody was dragged onto others, or onto the ground: what they can do with them, or all that they can do. */
  async drag(who, ids, name, place = "") {
    const tab = this.section.querySelector(`#${CSS.escape(`tab-${who}`)}`);
    const panel = document.getElementById(`panel-${who}`);
    if (!panel) return;
    if (tab) this.select(tab);
    await Promise.all(this.folded(ids).map((bundle) => panel.contains(bundle) && this.unfold(bundle)));
    const met = this.concerning(ids).filter((one) => panel.contains(one));
    const found = [...new Set([...met, ...this.leading(panel, place)])];
    if (found.length === 1 && this.aim(found[0], ids, place)) this.press(found[0], ids, place);
    else if (found.length) this.ask(name, found, ids, place);
    else this.showPane("act");
  }

  /** A stretch of ground was pointed at: what whoever's choices are open can do with those who stand there, or go there. */
  go(ids, place) {
    const open = this.section.querySelector(".person:not([hidden])");
    if (open) this.drag(open.id.slice("panel-".length), ids, this.nameOf(open), place);
  }

  /** By what somebody gets to a place: choices that name it, and forms for steps along a line that lead to it. */
  leading(panel, place) {
    if (!place) return [];
    const named = this.concerning(place.split(" ")).filter((one) => panel.contains(one) && !one.querySelector("[data-from]"));
    const along = [...panel.querySelectorAll("[data-from]")].filter((steps) => stepsTo(steps, place));
    return [...named, ...along.map((steps) => steps.form)];
  }

  /** Whether whoever's choices are open can get to a place, or do anything with those who stand there. */
  reaches(place, ids) {
    const open = this.section.querySelector(".person:not([hidden])");
    if (!open) return false;
    return this.leading(open, place).length > 0 || this.concerning(ids).some((one) => open.contains(one));
  }

  /** How likely the likeliest thing is that whoever's choices are open can do to somebody; nothing where that is not known. */
  chance(id) {
    const open = this.section.querySelector(".person:not([hidden])");
    const found = open?.querySelectorAll(`[data-do][data-value="${CSS.escape(id)}"] > .chance, [data-do][data-about~="${CSS.escape(id)}"] > .chance`) ?? [];
    const told = [...found].map((one) => one.firstChild.textContent.trim());
    return told.sort((a, b) => parseInt(b.replace(/\D/g, ""), 10) - parseInt(a.replace(/\D/g, ""), 10))[0] ?? "";
  }

  /** Whether a control says all that is to be said, once it is aimed at what was pointed at: in a crowd people are a list. */
  aim(control, ids, place = "") {
    if (control.tagName === "BUTTON") return true;
    const steps = control.querySelector("[data-from]");
    const count = steps && stepsTo(steps, place);
    if (count) steps.value = count;
    if (count) return true;
    const fields = [...control.querySelectorAll("[name]")];
    const list = fields.find((field) => [...(field.options ?? [])].some((option) => ids.includes(option.value)));
    if (list) list.value = ids.find((id) => [...list.options].some((option) => option.value === id));
    return list !== undefined && fields.every((field) => field === list || field.hidden);
  }

  /** Press what is aimed; where more is to be said, show where. */
  press(control, ids, place = "") {
    const ready = this.aim(control, ids, place);
    if (!ready) this.reveal(control);
    else if (control.tagName === "BUTTON") control.click();
    else control.requestSubmit();
  }

  /** A control in one line: who, what and which. */
  words(control) {
    const offer = control.closest(".offer");
    const own = control.tagName === "BUTTON" ? (control.dataset.words ?? control.firstChild.textContent.trim()) : "";
    const what = offer === control ? own : [offer.getAttribute("aria-label"), own].filter(Boolean).join(": ");
    const name = this.nameOf(control);
    return name && !what.startsWith(name) ? `${name}: ${what}` : what;
  }

  /** Show a control where it stands, and put the focus into it. */
  reveal(control) {
    this.showPane("act");
    const panel = control.closest("[role=tabpanel]");
    if (panel) this.select(document.getElementById(panel.getAttribute("aria-labelledby")));
    for (let fold = control.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    control.scrollIntoView({ block: "nearest" });
    (control.querySelector("select, input, button") ?? control).focus();
  }

  nameOf(button) {
    const panel = button.closest(".person");
    if (!panel) return "";
    const tab = document.getElementById(`tab-${panel.id.slice("panel-".length)}`);
    return (tab ?? panel.querySelector("h3"))?.textContent.trim() ?? "";
  }
}
