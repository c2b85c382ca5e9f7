// What a choice would be, and why something cannot be done. The first is asked by the "?" beside it, by the key, or by pressing "?" first and the choice then.

const OFFER = "#fragment-choices .offer";

export class Help {
  constructor(onHelp, message) {
    this.onHelp = onHelp;
    this.message = message;
    this.badge = document.getElementById("ask-this"); // goes to whatever choice the mouse is at
    this.badge.addEventListener("click", () => this.show(this.at));
    document.addEventListener("click", (event) => {
      const toggle = event.target.closest("#ask-about");
      if (toggle) this.wait(toggle.getAttribute("aria-pressed") !== "true");
    });
    document.addEventListener("pointerover", ({ pointerType, target }) => {
      if (pointerType === "mouse" && target !== this.badge) this.point(target.closest?.(OFFER));
    });
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape" || !this.waiting) return;
        event.stopPropagation();
        this.wait(false);
      },
      true,
    );
  }

  /** The next choice that is pressed is explained, and not done. */
  wait(waiting) {
    this.waiting = waiting;
    document.body.classList.toggle("asking", waiting);
    const toggle = document.getElementById("ask-about");
    toggle?.setAttribute("aria-pressed", String(waiting));
    this.said?.();
    this.said = waiting ? this.message(toggle.dataset.said, { stay: Infinity }) : null;
    this.point(null);
  }

  /** Whether something that was pressed is only asked about. */
  asked(control) {
    if (!this.waiting) return false;
    this.wait(false);
    this.show(control);
    return true;
  }

  /** The key was pressed: at a choice it asks about that, in a field it is a letter. */
  key({ target }) {
    const offer = target.matches("button, select, summary") && target.closest(OFFER);
    if (offer) this.show(target);
    return Boolean(offer);
  }

  point(offer) {
    this.badge.hidden = !offer;
    this.at = offer;
    if (!offer) return;
    const pane = this.badge.parentElement;
    const corner = (offer.querySelector(":scope > .what") ?? offer).getBoundingClientRect();
    const edge = pane.getBoundingClientRect();
    const size = this.badge.offsetWidth;
    const middle = corner.top + Math.min(corner.height, 2 * size) / 2; // in the room that is left for it at the end
    this.badge.style.left = `${Math.min(corner.right - edge.left, pane.clientWidth) - size - 4 + pane.scrollLeft}px`;
    this.badge.style.top = `${middle - edge.top - size / 2 + pane.scrollTop}px`;
  }

  show(control) {
    const choice = control?.closest("[data-do]") ?? control?.querySelector("[data-do]");
    if (choice) this.onHelp(choice.dataset.do);
  }

  /** The choices are others now. */
  attach() {
    this.point(null);
    document.getElementById("ask-about")?.setAttribute("aria-pressed", String(Boolean(this.waiting)));
  }
}

/** In one's own words, and "Why can't I …?": a question in a window of its own, answered in place; what can be done is led to from there. */
export function whyNot(ask, show, mean, act) {
  const asked = (text) => ask({ type: "why_not", text });
  const doIt = ({ choice, mark, values, text, aim }, form) => {
    form.closest("dialog")?.close();
    if (aim) return show(text, [], "", choice);
    return act({ type: "do", choice, mark, values });
  };
  /** In one's own words: what is clear is done, what is not is asked, and what cannot be is explained. */
  const said = async (text, form) => {
    const heard = await mean(text);
    if (!heard) return;
    if (heard.kind === "deed" || heard.kind === "aim") return doIt(heard.meant[0], form);
    if (heard.kind !== "question") return asked(text);
    const list = form.parentElement.querySelector("[data-meant]");
    list.replaceChildren(Object.assign(document.createElement("li"), { textContent: heard.text }));
    for (const one of heard.meant.filter(({ missing }) => missing.length === 0)) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: one.text });
      button.addEventListener("click", () => doIt(one, form));
      const row = document.createElement("li");
      row.append(button);
      list.append(row);
    }
    list.hidden = false;
  };
  document.addEventListener("click", ({ target }) => {
    if (target.closest("#ask-why-not")) asked("");
    const wish = target.closest("[data-why-not-wish]");
    if (wish) asked(wish.dataset.whyNotWish);
    const found = target.closest("[data-show-choice], [data-show-aim]");
    if (!found) return;
    const { showChoice, showAim, about } = found.dataset;
    show(found.textContent.trim(), about.split(" ").filter(Boolean), showChoice, showAim);
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-why-not]")) return;
    event.preventDefault();
    const text = event.target.elements.text.value.trim();
    if (text && event.submitter?.name === "deed") said(text, event.target);
    else if (text) asked(text);
  });
}

/** What is chosen on a list is said under it. */
export function sayMeanings() {
  document.addEventListener("change", ({ target }) => {
    const place = target.matches("select") && document.querySelector(`[data-means-of="${CSS.escape(target.id)}"]`);
    if (place) place.textContent = target.selectedOptions[0]?.dataset.means ?? "";
  });
}
