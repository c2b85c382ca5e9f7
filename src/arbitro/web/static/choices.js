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

  /** A choice was pointed at in the drawing: do it, or lead the reader to what is still to be said. */
  point(choice) {
    const found = [...this.section.querySelectorAll(`[data-do="${CSS.escape(choice)}"]`)];
    if (!found.length) return;
    if (found.length === 1 && found[0].tagName === "BUTTON") {
      found[0].click();
      return;
    }
    this.showPane("act");
    const panel = found[0].closest("[role=tabpanel]");
    if (panel) this.select(document.getElementById(panel.getAttribute("aria-labelledby")));
    const bundle = found[0].closest("details");
    if (bundle) bundle.open = true;
    const offer = found[0].closest(".offer");
    offer.scrollIntoView({ block: "nearest" });
    (found[0].tagName === "FORM" ? found[0].querySelector("select, input, button") : found[0]).focus();
  }

  /** Somebody was pointed at: their own tab, or all that may be done to them. */
  pointPerson(id) {
    const tab = this.section.querySelector(`#${CSS.escape(`tab-${id}`)}`);
    if (tab) {
      this.select(tab);
      this.showPane("act");
      return;
    }
    const aimed = [...this.section.querySelectorAll(`button[data-do][data-target="${CSS.escape(id)}"]`)];
    if (aimed.length) {
      this.askTarget(
        aimed[0].firstChild.textContent.trim(),
        aimed.map((button) => ({ who: this.nameOf(button), what: button.closest(".offer").getAttribute("aria-label"), button })),
      );
    }
  }

  nameOf(button) {
    const panel = button.closest(".person");
    if (!panel) return "";
    const tab = document.getElementById(`tab-${panel.id.slice("panel-".length)}`);
    return (tab ?? panel.querySelector("h3"))?.textContent.trim() ?? "";
  }
}
