// Choices: buttons and small forms that the server wrote, people as tabs, and the way from the drawing to a choice.

export class ChoicesPane {
  constructor({ onDo, showPane, askTarget }) {
    this.onDo = onDo;
    this.showPane = showPane;
    this.askTarget = askTarget;
    this.person = sessionStorage.getItem(`person:${location.pathname}`);
    document.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-do]");
      if (button) this.do(button.dataset.do, button.dataset.field ? { [button.dataset.field]: button.dataset.value } : {});
      const tab = event.target.closest(".people-tabs [role=tab]");
      if (tab) this.select(tab);
    });
    document.addEventListener("submit", (event) => {
      const form = event.target.closest("form[data-do]");
      if (!form) return;
      event.preventDefault();
      this.do(form.dataset.do, this.values(form));
    });
    document.addEventListener("keydown", (event) => {
      const tab = event.target.closest?.(".people-tabs [role=tab]");
      if (tab) this.walk(event, tab);
    });
  }

  /** Take a new set of choices into use. */
  attach(section) {
    this.section = section;
    const tab = this.person && section.querySelector(`#${CSS.escape(`tab-${this.person}`)}`);
    if (tab) this.select(this.next(tab) ?? tab, false);
    this.acted = null;
  }

  /** How many things somebody may do. */
  count(tab) {
    return document.getElementById(tab.getAttribute("aria-controls")).querySelectorAll("[data-do]").length;
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

  do(choice, values) {
    for (const field of this.section.querySelectorAll("[data-touched]")) delete field.dataset.touched;
    const tab = this.section.querySelector(".people-tabs [aria-selected=true]");
    this.person ??= tab?.id.slice("tab-".length);
    this.acted = tab && { id: tab.id, count: this.count(tab) };
    this.onDo({ type: "do", choice, values });
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
    if (byHand) {
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

  /** Something was pointed at in the drawing: do the one thing that can be done with it, or ask which. */
  point(name, ids, choice) {
    const tab = ids.map((id) => this.section.querySelector(`#${CSS.escape(`tab-${id}`)}`)).find(Boolean);
    const found = this.concerning(ids, choice);
    if (tab && !found.length) {
      this.select(tab);
      this.showPane("act");
    } else if (found.length === 1 && found[0].tagName === "BUTTON") {
      found[0].click();
    } else if (found.length) {
      this.askTarget(name || this.words(found[0]), found.map((control) => ({ text: this.words(control), control })));
    }
  }

  /** A control in one line: who, what and which. */
  words(control) {
    const offer = control.closest(".offer");
    const own = control.tagName === "BUTTON" ? control.firstChild.textContent.trim() : "";
    const what = offer === control ? own : [offer.getAttribute("aria-label"), own].filter(Boolean).join(": ");
    return [this.nameOf(control), what].filter(Boolean).join(": ");
  }

  /** Show a control where it stands, and put the focus into it. */
  reveal(control) {
    this.showPane("act");
    const panel = control.closest("[role=tabpanel]");
    if (panel) this.select(document.getElementById(panel.getAttribute("aria-labelledby")));
    const bundle = control.closest("details");
    if (bundle) bundle.open = true;
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
