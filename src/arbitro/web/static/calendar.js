// The calendar of a table: notes and another calendar are sent at once; what is wrong with them is said below.

import { request } from "./api.js";

const page = document.getElementById("calendar");
const said = document.getElementById("calendar-said");
const address = `/v1/tables/${encodeURIComponent(page.dataset.table)}/calendar`;

async function send(method, where, body) {
  try {
    await request(method, `${address}${where}`, body);
    location.reload();
  } catch (error) {
    said.textContent = error.message;
    said.hidden = false;
  }
}

document.getElementById("calendar-note")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const { day, month, year, text, secret } = event.target.elements;
  const date = { year: Number(year.value), month: Number(month.value), day: Number(day.value) };
  send("POST", "/notes", { text: text.value, date, secret: Boolean(secret?.checked) });
});

document.getElementById("calendar-file")?.addEventListener("submit", (event) => {
  event.preventDefault();
  send("PUT", "", { file: "calendar.yaml", text: event.target.elements.text.value });
});

document.getElementById("calendar-drop")?.addEventListener("click", ({ target }) => {
  if (confirm(target.dataset.sure)) send("DELETE", "");
});

page.addEventListener("click", ({ target }) => {
  if (target.dataset.drop) send("DELETE", `/notes/${target.dataset.drop}`);
});
