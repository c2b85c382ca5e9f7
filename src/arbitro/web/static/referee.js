// What the referee (and in part whoever plays alone) can do beside playing: take back, overrule, prepare, invite.

import { textOf } from "./api.js";
import { fromHtml, showDialog } from "./dialogs.js";
import { MapView } from "./map.js";

export class RefereeTools {
  constructor({ table, send, request, words, message }) {
    this.path = `/v1/tables/${encodeURIComponent(table)}`;
    this.send = send;
    this.request = request;
    this.words = words;
    this.message = message;
    document.addEventListener("submit", (event) => this.submit(event));
    document.addEventListener("change", (event) => this.change(event));
    document.addEventListener("click", (event) => this.click(event));
    document.addEventListener("toggle", (event) => event.target.id === "tools-override" && this.pathsWanted(), true);
  }

  /** Whether the reader throws real dice: as they chose last, where the referee lets them. */
  typing() {
    const found = document.getElementById("typing");
    if (found) found.checked = localStorage.getItem("arbitro-typing") === "on";
    document.body.dataset.typing = found?.checked ? "on" : "off";
  }

  /** The buttons in the bar follow what the tools say is possible. */
  attach(tools) {
    for (const [button, possible] of [["[data-undo]", tools.dataset.canUndo], ["[data-redo]", tools.dataset.canRedo]]) {
      const found = document.querySelector(button);
      if (found) found.disabled = possible !== "true";
    }
    this.pathsWanted();
  }

  change(event) {
    const { target } = event;
    if (target.id === "typing") {
      localStorage.setItem("arbitro-typing", target.checked ? "on" : "off");
      this.typing();
    } else if (target.matches("[data-turn]")) {
      this.turn(target);
    } else if (target.matches("[data-speaks]")) {
      const speaker = document.getElementById(target.dataset.speaks);
      if (target.checked) speaker.checked = true; // who plays one of them has a say in what they do together
    } else if (target.closest("[data-arrange]")) {
      const form = target.closest("form");
      const automatic = [...form.querySelectorAll("[name=automatic]:checked")].map((one) => one.value);
      const back = form.querySelector("[name=back]").value;
      const [typed, screen_numbers, whispers] = ["typed", "screen_numbers", "whispers"].map((name) => form.querySelector(`[name=${name}]`).checked);
      this.send({ type: "arrange", automatic, typed, screen_numbers, whispers, back });
    } else if (target.id === "pace") {
      const paused = document.getElementById("pause")?.dataset.pause === "false";
      this.send({ type: "pause", paused, pace: Number(target.value) });
    } else if (target.matches("[data-desk-place]")) {
      this.openDesk(target.value);
    } else if (target.matches("[data-desk-file]")) {
      this.bring(target);
    } else if (target.id === "override-who") {
      this.showNames();
      this.choosePath();
    } else if (target.id === "override-what") {
      this.choosePath();
    } else if (target.id === "seat-role") {
      target.form.querySelector(".plays").hidden = target.value !== "player";
    }
  }

  /** Hand a kind of decisions to the other: the program or the referee. */
  async turn(target) {
    const answer = await this.send({ type: "order", command: JSON.parse(target.dataset.turn) });
    if (answer?.type !== "done") target.checked = !target.checked;
  }

  async submit(event) {
    const form = event.target;
    const kind = ["throw-form", "note-form", "stir-form"].includes(form.id)
      ? form.id
      : ["overrule", "override", "order", "title", "branch", "reveal", "addSeat", "deskDo", "tellMe", "hook", "tell"].find(
          (one) => one in form.dataset,
        );
    if (!kind) return;
    event.preventDefault();
    for (const field of form.elements) delete field.dataset.touched; // what is sent is no draft any more
    const data = new FormData(form);
    const text = (name) => String(data.get(name) ?? "").trim();
    if (kind === "deskDo") return this.workOnDesk(form);
    const language = document.documentElement.lang;
    if (kind === "tellMe") return void (await this.send({ type: "tell_me", email: text("email"), language }));
    if (kind === "hook") {
      const hook = { webhook: text("webhook"), hook_form: text("hook_form"), hook_language: language };
      return void (await this.send({ type: "arrange", ...hook }));
    }
    if (kind === "tell") return this.tell(form, text("audience"));
    const done = await this.carryOut(kind, data, text);
    if (done && done.type !== "refused" && done.type !== "problem") {
      form.reset();
      if (["throw-form", "note-form", "stir-form", "override", "overrule", "order", "title"].includes(kind)) form.closest("dialog")?.close();
    }
  }

  carryOut(kind, data, text) {
    switch (kind) {
      case "throw-form":
        return this.send({ type: "throw", notation: text("notation"), to: text("to"), purpose: text("purpose") });
      case "note-form":
        return this.send({ type: "note", text: text("text"), audience: text("audience") });
      case "stir-form":
        return this.send({ type: "stir_dice", text: text("text") });
      case "overrule":
        return this.send({ type: "overrule", faces: data.getAll("face").map(Number), reason: text("reason") });
      case "override":
        return this.send({ type: "override", path: text("path"), value: plain(text("value")), reason: text("reason") });
      case "order":
        return this.order(text("command"));
      case "title":
        return this.send({ type: "arrange", title: text("title") });
      case "reveal":
        return this.send({ type: "reveal_seed" });
      case "branch":
        return this.branch();
      default:
        return this.invite(null, {
          name: text("name"),
          role: text("role"),
          sides: text("role") === "player" ? data.getAll("sides") : [],
          controls: text("role") === "player" ? data.getAll("controls") : [],
        });
    }
  }

  order(text) {
    let command;
    try {
      command = JSON.parse(text);
    } catch {
      this.message(this.words.badJson);
      return null;
    }
    return this.send({ type: "order", command });
  }

  async branch() {
    try {
      const made = await this.request("POST", `${this.path}/branch`, {});
      location.assign(`/tables/${encodeURIComponent(made.table)}`);
    } catch (error) {
      this.message(error.message);
    }
    return null;
  }

  async click(event) {
    const invite = event.target.closest("[data-invite]");
    const drop = event.target.closest("[data-drop]");
    const look = event.target.closest("[data-look]");
    const desk = event.target.closest("[data-desk]");
    const asked = event.target.closest("[data-answer-back]");
    if (asked) await this.send({ type: "answer_back", who: asked.dataset.answerBack, grant: asked.dataset.grant === "true" });
    if (desk) await this.openDesk(desk.dataset.desk);
    if (invite) await this.invite(invite.dataset.invite);
    if (look) await this.look(look);
    if (drop && confirm(drop.dataset.sure)) {
      try {
        await this.request("DELETE", `${this.path}/seats/${drop.dataset.drop}`);
      } catch (error) {
        this.message(error.message);
      }
    }
  }

  /** See the table with another seat's eyes, or with one's own again. */
  async look(button) {
    const answer = await this.send({ type: "look", seat: button.dataset.look });
    if (answer?.type !== "pong") return;
    const bar = document.getElementById("looking");
    bar.hidden = !button.dataset.look;
    bar.querySelector("span").textContent = this.words.looking.replace("{who}", button.dataset.name ?? "");
    button.closest("dialog")?.close();
  }

  /** What there is to change: asked for when somebody opens the tool, and again when the table has changed. */
  pathsWanted() {
    if (!document.getElementById("tools-override")?.open) return;
    this.showPaths().catch((error) => this.message(error.message));
  }

  async showPaths() {
    this.paths = (await this.request("GET", `${this.path}/paths`)).filter((one) => one.word);
    const who = document.getElementById("override-who");
    const named = new Map(this.paths.map((one) => [one.of, one.name || this.words.others]));
    const chosen = who.value;
    who.replaceChildren(...[...named].map(([id, name]) => new Option(name, id)));
    if (named.has(chosen)) who.value = chosen;
    this.showNames();
  }

  /** The values of whoever was chosen, with how they stand. */
  showNames() {
    const of = document.getElementById("override-who").value;
    const what = document.getElementById("override-what");
    const chosen = what.value;
    const found = (this.paths ?? []).filter((one) => one.of === of);
    what.replaceChildren(...found.map(({ path, word, value }) => new Option(`${word}: ${value}`, path)));
    if (found.some((one) => one.path === chosen)) what.value = chosen;
    const form = what.form;
    const writing = form.contains(document.activeElement) && document.activeElement.matches("input");
    if (!writing) this.choosePath(); // never over what somebody writes
  }

  choosePath() {
    const found = (this.paths ?? []).find((one) => one.path === document.getElementById("override-what").value);
    if (!found) return;
    document.getElementById("override-path").value = found.path;
    const value = document.getElementById("override-value");
    value.value = String(found.value);
    value.min = found.minimum;
    value.max = found.maximum ?? "";
    const range = document.getElementById("override-range");
    const words = found.maximum === null ? range.dataset.least : range.dataset.range;
    range.textContent = words.replace("{least}", found.minimum).replace("{most}", found.maximum);
  }

  /** The desk: a place with all that is in it, or everything that concerns no place. */
  async openDesk(subject, opened = []) {
    if (!document.querySelector("#fragment-tools [data-desk]")) return;
    const answer = await this.send({ type: "desk", subject });
    if (answer?.type !== "desk_shown") return;
    const content = fromHtml(answer.html);
    const title = content.querySelector("[data-title]").dataset.title;
    for (const id of opened) content.getElementById(id)?.setAttribute("open", "");
    for (const other of document.querySelectorAll("dialog[open]:not(#desk-dialog)")) other.close();
    const shown = showDialog("desk-dialog", title, content);
    const plan = shown.querySelector(".desk-plan");
    if (plan) new MapView({ onPoint: () => {}, onSpace: (space) => this.openDesk(space) }).attach(plan);
  }

  /** Do something on the desk, and show what the place is like afterwards. */
  async workOnDesk(form) {
    const values = {};
    for (const field of form.querySelectorAll("[name]")) {
      if (field.type === "number") values[field.name] = Number(field.value);
      else if (field.value !== "" || field.tagName === "SELECT") values[field.name] = field.value;
    }
    const answer = await this.send({ type: "do", choice: form.dataset.deskDo, mark: form.dataset.mark, values });
    const panel = form.closest(".desk");
    if (answer?.type === "refused" || answer?.type === "problem") this.deskFault(panel, answer.text);
    if (answer?.type !== "done") return;
    await this.openDesk(panel.dataset.subject);
  }

  /** What is wrong stands on the desk itself: messages of the page lie behind it. */
  deskFault(panel, text) {
    const place = panel.querySelector(".desk-fault");
    place.textContent = text;
    place.hidden = false;
    place.scrollIntoView({ block: "nearest" });
  }

  /** A file for the table: read here, checked by the server. */
  async bring(field) {
    const [file] = field.files;
    if (!file) return;
    const panel = field.closest(".desk");
    try {
      const answer = await this.request("POST", `${this.path}/bring`, { text: await textOf(file) });
      if (answer.type === "done") return await this.openDesk("");
      this.deskFault(panel, answer.text);
      field.value = "";
    } catch (error) {
      this.deskFault(panel, error.message);
      field.value = "";
    }
  }

  /** Tell others a line that was secret. */
  async tell(form, audience) {
    const answer = await this.send({ type: "tell", line: Number(form.dataset.tell), audience });
    if (answer?.type === "done") form.closest(".because").remove();
  }

  /** A new seat, or a new link to an old one: shown once, as a link and as a picture to scan. */
  async invite(seat, wanted) {
    try {
      const made = await (seat
        ? this.request("POST", `${this.path}/seats/${seat}/link`)
        : this.request("POST", `${this.path}/seats`, wanted));
      this.showInvitation(made);
      return made;
    } catch (error) {
      this.message(error.message);
      return null;
    }
  }

  showInvitation({ name, link, qr }) {
    const place = document.getElementById("invitation");
    const head = Object.assign(document.createElement("h3"), { textContent: `${this.words.invitation} ${name}` });
    const note = Object.assign(document.createElement("p"), { textContent: this.words.invitationNote, className: "quiet small" });
    const field = Object.assign(document.createElement("input"), { type: "text", readOnly: true, value: link });
    field.setAttribute("aria-label", this.words.invitation);
    const copy = Object.assign(document.createElement("button"), { type: "button", textContent: this.words.copy });
    copy.addEventListener("click", async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(link);
      } catch {
        document.execCommand("copy");
      }
      this.message(this.words.copied);
    });
    const picture = document.createElement("div");
    picture.innerHTML = qr ?? "";
    place.replaceChildren(head, note, picture, field, copy);
    place.hidden = false;
    place.scrollIntoView({ block: "nearest" });
    field.focus();
  }
}

/** What was typed for a value: a number, a switch, a list or words. */
function plain(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
