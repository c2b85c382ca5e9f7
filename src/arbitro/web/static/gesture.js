// What is clicked is what was pressed. A dialog that opens under a finger, a list that came in the place of another, or a
// button that the news have just put there does not get the click of a press (or of a double press) meant for what stood
// there before.

const CONTROLS = "button, a[href], summary, label, input, select, textarea, [role=button], dialog";
const LONGEST = 1000; // milliseconds from the end of a press to its click, on the slowest phone

let pressed; // what the finger or the button went down on; undefined: nothing that a click could come from
let first = null; // what the first click of a double click was for
let later = 0;

function controlOf(target) {
  const found = target.closest?.(CONTROLS) ?? null;
  return (found?.tagName === "LABEL" && found.control) || found;
}

/** What a control is for, whatever its numbers: a way keeps its id when it is seen from its other end. */
export function meaning(control) {
  const offer = control.closest(".offer") ?? control;
  return (offer.getAttribute("aria-label") ?? offer.textContent).replace(/\d+/g, "").trim();
}

/** Whether one control stands for the other, which was written anew meanwhile. */
function isSame(one, other) {
  if (one === other) return true;
  if (!one || !other) return false;
  return one.isEqualNode(other) || (one.id !== "" && one.id === other.id && meaning(one) === meaning(other));
}

addEventListener(
  "pointerdown",
  ({ target }) => {
    clearTimeout(later);
    pressed = controlOf(target);
  },
  true,
);
addEventListener("pointerup", () => (later = setTimeout(() => (pressed = undefined), LONGEST)), true);
addEventListener("pointercancel", () => (pressed = undefined), true);
addEventListener(
  "click",
  (event) => {
    if (event.detail === 0) return; // keys, and the page itself
    const control = controlOf(event.target);
    if (event.detail === 1) first = control;
    const meant = control === null || ((pressed === undefined || isSame(pressed, control)) && isSame(first, control));
    pressed = undefined;
    if (meant) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
