// Dialogs and short messages. Dialogs are the browser's own, so that focus and the Escape key are taken care of.

export function dialog(id) {
  const found = document.getElementById(id);
  if (found && !found.dataset.ready) {
    found.dataset.ready = "1";
    found.addEventListener("click", (event) => {
      if (event.target === found || event.target.closest("[data-close]")) found.close();
    });
  }
  return found;
}

export function showDialog(id, title, content) {
  const found = dialog(id);
  if (title !== undefined) found.querySelector("h2").textContent = title;
  if (content !== undefined) found.querySelector(".inside").replaceChildren(content);
  if (!found.open) found.showModal();
  found.querySelector(".inside :is(button, input, select, textarea, a[href], summary):not([disabled])")?.focus();
  return found;
}

export function fromHtml(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html.trim();
  return holder.content;
}

/** Whatever pane the messages stand in gives them room. */
const measure = new ResizeObserver(([{ target }]) => {
  document.body.style.setProperty("--messages", `${target.closest("dialog") ? 0 : target.offsetHeight}px`);
});

/** Say something that needs no answer; it goes by itself (unless it is to stay), and is there as long as it is looked at. */
export function message(text, { stay = 7000 } = {}) {
  const place = document.getElementById("messages");
  const board = document.getElementById("main");
  measure.observe(place);
  const top = document.activeElement?.closest("dialog[open]") ?? [...document.querySelectorAll("dialog[open]")].at(-1);
  const home = top?.querySelector(":scope > header") ?? board;
  if (place.parentElement !== home) {
    home.append(place); // behind an open dialog nobody would see or hear it
    top?.addEventListener("close", () => place.parentElement === home && board.append(place), { once: true });
  }
  const made = document.getElementById("message-template").content.firstElementChild.cloneNode(true);
  made.querySelector("p").textContent = text;
  const gone = () => made.remove();
  made.querySelector("button").addEventListener("click", gone);
  place.append(made);
  if (stay < Infinity) {
    let timer = setTimeout(gone, stay);
    made.addEventListener("pointerenter", () => clearTimeout(timer));
    made.addEventListener("pointerleave", () => (timer = setTimeout(gone, stay)));
  }
  while (place.childElementCount > 3) place.firstElementChild.remove();
  return gone;
}

const SHAPES = [4, 6, 8, 10, 12, 20];

/** A die as the story draws it: its shape by its sides, its number on it. */
function drawnDie(sides, face) {
  const icons = document.querySelector("svg.icon use").getAttribute("href").split("#")[0];
  const shape = `d${SHAPES.includes(sides) ? sides : 6}`;
  const at = shape === "d4" ? 18.2 : 16.2;
  return `<svg class="die ${shape}" viewBox="0 0 24 24" aria-hidden="true"><use href="${icons}#${shape}"/><text x="12" y="${at}" text-anchor="middle" font-size="${face < 10 ? 11 : 9.5}">${face}</text></svg>`;
}

/** Ask once whether that is meant which ends something, with what follows from it; resolves to whether it is. */
export function askSure({ title, text }) {
  const found = dialog("sure-dialog");
  document.getElementById("sure-follows").textContent = text;
  found.setAttribute("aria-describedby", "sure-follows");
  return new Promise((resolve) => {
    let sure = false;
    found.querySelector("[data-sure]").onclick = () => {
      sure = true;
      found.close();
    };
    found.onclose = () => resolve(sure);
    showDialog("sure-dialog", title);
  });
}

/** Ask for the face of a die that the reader threw; resolves to null if they think better of it. */
export function askFace({ sides, purpose, number }) {
  const found = dialog("die-dialog");
  const form = found.querySelector("form");
  const words = form.dataset.ask.replace("{number}", number).replace("{sides}", sides);
  form.querySelector(".ask").textContent = words.replace("{purpose}", purpose).replace(" ()", "");
  const faces = form.querySelector(".faces");
  const field = form.querySelector("input");
  faces.replaceChildren();
  faces.classList.toggle("tray", sides <= 20);
  return new Promise((resolve) => {
    const answer = (face) => {
      form.onsubmit = null;
      found.onclose = null;
      if (found.open) found.close();
      resolve(face);
    };
    if (sides <= 20) {
      for (let face = 1; face <= sides; face += 1) {
        const button = document.createElement("button");
        button.type = "button";
        button.setAttribute("aria-label", String(face));
        button.innerHTML = drawnDie(sides, face);
        button.addEventListener("click", () => answer(face));
        faces.append(button);
      }
    }
    field.value = "";
    field.max = String(sides);
    form.onsubmit = (event) => {
      event.preventDefault();
      const face = Number(field.value);
      if (Number.isInteger(face) && face >= 1 && face <= sides) answer(face);
    };
    found.onclose = () => answer(null);
    if (!found.open) found.showModal();
    field.focus();
  });
}
