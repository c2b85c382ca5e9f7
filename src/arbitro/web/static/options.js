// House rules during play: each change is sent at once, and put back if the table refuses it.

import { request, textOf } from "./api.js";

const form = document.getElementById("table-options");
const said = document.getElementById("options-said");
const before = new Map();

function value(field) {
  if (field.dataset.kind === "switch") return field.checked;
  if (field.dataset.kind === "integer") return Number(field.value);
  return /^-?\d+$/.test(field.value) && field.dataset.kind !== "choice" ? Number(field.value) : field.value;
}

function show(field, held) {
  if (field.dataset.kind === "switch") field.checked = held;
  else field.value = held;
}

for (const field of form.elements) before.set(field, value(field));

/** A whole file of house rules: read by the server, then changed at once or not at all. */
document.getElementById("house-rules")?.addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  const table = `/v1/tables/${encodeURIComponent(form.dataset.table)}`;
  try {
    const { options } = await request("POST", `${table}/house-rules`, { file: file.name, text: await textOf(file) });
    const answer = await request("POST", `${table}/messages`, { type: "options", options });
    if (answer.type === "done") location.reload();
    else said.textContent = answer.text;
  } catch (error) {
    said.textContent = error.message;
  }
  target.value = ""; // the same file, mended, is a change again
  said.hidden = !said.textContent;
});

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", async ({ target }) => {
  let text;
  try {
    const path = `/v1/tables/${encodeURIComponent(form.dataset.table)}/messages`;
    const answer = await request("POST", path, { type: "options", options: { [target.name]: value(target) } });
    if (answer.type === "done") {
      before.set(target, value(target));
      text = form.dataset.saved;
    } else {
      show(target, before.get(target));
      text = answer.text;
    }
  } catch (error) {
    show(target, before.get(target));
    text = error.message;
  }
  said.textContent = text;
  said.hidden = false;
});
