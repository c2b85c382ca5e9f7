// The bench: a fight put together, its odds followed as they are found, fights read again and opened as tables.

import { Failed, request } from "./api.js";

const form = document.getElementById("bench") ?? document.getElementById("table-odds");
const onBench = form?.id === "bench";
const result = document.getElementById("bench-result");
const answer = document.getElementById("bench-answer");
const replay = document.getElementById("bench-replay");
const files = { people: null, packs: [] };
let stopping = null; // of the run that goes on
let last = null; // the run before: what was asked, and what was answered

const field = (name) => form.elements.namedItem(name);

function fail(error) {
  const place = form.querySelector(".bench-fault");
  place.textContent = form.dataset.failed.replace("{why}", error.message);
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}

// ---------------------------------------------------------------- what is asked

function optionValue(one) {
  if (one.dataset.option === "switch") return one.checked;
  const isNumber = one.dataset.option !== "choice" && /^-?\d+$/.test(one.value);
  return isNumber ? Number(one.value) : one.value;
}

function changedOptions() {
  const found = {};
  for (const one of form.querySelectorAll("[data-option]")) {
    const value = optionValue(one);
    if (String(value) !== one.dataset.usual) found[one.name] = value;
  }
  return found;
}

function party() {
  const chosen = field("party").value;
  if (chosen === "random") return { party: `random:${field("size").value}:${field("level").value}` };
  if (chosen === "file") return files.people ? { people: files.people.text, file: files.people.name } : {};
  return { party: chosen };
}

function foes() {
  return [...form.querySelectorAll(".foe")].map((one) => ({
    kind: one.querySelector("[name=kind]").value,
    number: Number(one.querySelector("[name=number]").value),
  }));
}

function fight() {
  const common = { own: field("own").value, others: field("others").value, fights: Number(field("fights").value) };
  if (!onBench) return { what: field("what").value, ...common };
  const scene = field("scene").value;
  return {
    game: form.dataset.game,
    ...(scene ? { scene } : { ...party(), foes: foes() }),
    options: changedOptions(),
    packs: files.packs,
    ...common,
    seed: field("seed").value,
    sampled: field("sampled").checked,
  };
}

/** All that was chosen, but for files, stands in the address: it can be kept, and sent to somebody. */
function remember(asked) {
  const said = new URLSearchParams({ game: asked.game });
  if (asked.scene) said.set("scene", asked.scene);
  else {
    said.set("party", asked.party ?? "file");
    for (const one of asked.foes) said.append("foe", `${one.kind}:${one.number}`);
  }
  for (const [name, value] of Object.entries(asked.options)) said.append("set", `${name}=${value}`);
  for (const name of ["own", "others", "seed", "fights"]) said.set(name, asked[name]);
  if (asked.sampled) said.set("sampled", "1");
  history.replaceState(null, "", `/bench?${said}`);
  for (const link of document.querySelectorAll("[data-language], [data-theme-switch]")) {
    const address = new URL(link.href);
    address.searchParams.set("back", `/bench?${said}`);
    link.href = address;
  }
}

// ---------------------------------------------------------------- a run

function running(is) {
  form.querySelector(".bench-running").hidden = !is;
  for (const button of form.querySelectorAll("button:not([data-stop])")) button.disabled = is;
}

function tell(text, done, of) {
  form.querySelector(".bench-told").textContent = text;
  const bar = form.querySelector("progress");
  if (of) [bar.max, bar.value] = [of, done];
  else bar.removeAttribute("value");
}

async function* lines(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) yield JSON.parse(part);
  }
}

async function follow(path, body) {
  stopping = new AbortController();
  const headers = { Accept: "application/jsonl, application/json", "Content-Type": "application/json" };
  const asked = { method: "POST", headers, body: JSON.stringify(body), credentials: "same-origin" };
  const response = await fetch(path, { ...asked, signal: stopping.signal });
  if (!response.ok) {
    const told = await response.json().catch(() => null);
    throw new Failed(response.status, told?.error?.text ?? document.documentElement.dataset.noAnswer);
  }
  for await (const line of lines(response)) {
    if (line.type === "progress") tell(line.text, line.done, line.of);
    else if (line.type === "failed") throw new Failed(400, line.text);
    else return line;
  }
  throw new Failed(0, document.documentElement.dataset.noAnswer);
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  form.querySelector(".bench-fault").hidden = true;
  const asked = fight();
  if (onBench) remember(asked);
  running(true);
  tell(form.dataset.beginning, 0, 0);
  try {
    const body = onBench ? { fight: asked, ...(last ? { before: last.asked } : {}) } : asked;
    const path = onBench ? "/v1/bench/odds" : `/v1/tables/${encodeURIComponent(form.dataset.table)}/odds`;
    const told = await follow(path, body);
    last = { asked, told };
    answer.innerHTML = told.html;
    replay?.replaceChildren();
    result.hidden = false;
    result.focus({ preventScroll: true });
    result.scrollIntoView({ block: "start" });
  } catch (error) {
    if (error.name === "AbortError") fail({ message: form.dataset.stopped });
    else fail(error instanceof Failed ? error : { message: document.documentElement.dataset.noAnswer });
  } finally {
    stopping = null;
    running(false);
  }
});

form?.querySelector("[data-stop]").addEventListener("click", () => stopping?.abort());

// ---------------------------------------------------------------- what is done with it

function enter(made) {
  location.assign(`/tables/${encodeURIComponent(made.table)}`);
}

async function open(asked, mode, number) {
  try {
    const chosen = number === undefined ? {} : { number };
    enter(await request("POST", "/v1/bench/tables", { fight: asked, mode, ...chosen }));
  } catch (error) {
    fail(error);
  }
}

async function read(number) {
  try {
    const told = await request("POST", "/v1/bench/replay", { fight: last.asked, number });
    replay.innerHTML = told.html;
    replay.focus({ preventScroll: true });
    replay.scrollIntoView({ block: "start" });
  } catch (error) {
    fail(error);
  }
}

function download(kind) {
  const { asked, told } = last;
  const contents = {
    json: [JSON.stringify({ fight: asked, ...told.result }, null, 1), "application/json", "odds.json"],
    csv: [told.csv, "text/csv", "odds.csv"],
    settings: [JSON.stringify(asked, null, 1), "application/json", "fight.json"],
  };
  const [text, type, name] = contents[kind];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

result?.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button?.dataset.replay) read(Number(button.dataset.replay));
  if (button?.dataset.openFight) open(last.asked, "referee", Number(button.dataset.openFight));
  if (button?.dataset.download) download(button.dataset.download);
});

result?.addEventListener("submit", (event) => {
  event.preventDefault();
  read(Number(event.target.elements.namedItem("fight-number").value));
});

// ---------------------------------------------------------------- the form

/** Only what the choice asks for is shown. */
function show() {
  const own = field("scene").value === "";
  for (const part of form.querySelectorAll("[data-own]")) part.hidden = !own;
  for (const part of form.querySelectorAll("[data-for-party]")) {
    part.hidden = part.dataset.forParty !== field("party").value;
    for (const input of part.querySelectorAll("input")) input.disabled = part.hidden || !own;
  }
  const changed = Object.keys(changedOptions()).length;
  const told = document.getElementById("options-changed");
  told.textContent = changed ? told.dataset.text.replace("{count}", changed) : "";
}

async function readPeople(file) {
  files.people = file ? { name: file.name, text: await file.text() } : null;
}

function setOptions(options) {
  for (const [name, value] of Object.entries(options)) {
    const one = form.querySelector(`[data-option][name="${CSS.escape(name)}"]`);
    if (!one) continue;
    if (one.dataset.option === "switch") one.checked = value;
    else one.value = value;
  }
}

/** Settings as they were taken along; those of another game are that game's page, but for files. */
async function readSettings(file) {
  if (!file) return;
  const asked = JSON.parse(await file.text());
  if (asked.game !== form.dataset.game) {
    remember({ foes: [], options: {}, ...asked });
    location.reload();
    return;
  }
  await layPacks(asked.packs ?? []);
  const [kind, size, level] = (asked.party ?? "").split(":");
  field("scene").value = asked.scene ?? "";
  field("party").value = asked.people ? "file" : kind === "random" ? kind : (asked.party ?? field("party").value);
  if (kind === "random") [field("size").value, field("level").value] = [size, level];
  files.people = asked.people ? { name: asked.file, text: asked.people } : null;
  if (asked.foes?.length) document.getElementById("foes").replaceChildren(...asked.foes.map(foeRow));
  for (const one of form.querySelectorAll("[data-option]")) setOptions({ [one.name]: usual(one) });
  setOptions(asked.options ?? {});
  for (const name of ["own", "others", "seed", "fights"]) field(name).value = asked[name];
  field("sampled").checked = asked.sampled;
}

function usual(one) {
  return one.dataset.option === "switch" ? one.dataset.usual === "true" : one.dataset.usual;
}

function foeRow({ kind, number }) {
  const made = document.getElementById("foe-template").content.cloneNode(true);
  made.querySelector("[name=kind]").value = kind;
  made.querySelector("[name=number]").value = number;
  return made;
}

async function readHouseRules(file) {
  if (!file) return;
  const body = { game: form.dataset.game, house_rules: { file: file.name, text: await file.text() } };
  const found = await request("POST", "/v1/house-rules", body);
  setOptions(found.options);
  const said = document.getElementById("bench-files");
  said.textContent = said.dataset.rules.replace("{name}", found.name);
}

async function readPacks(list) {
  await layPacks(await Promise.all([...list].map(async (file) => ({ file: file.name, text: await file.text() }))));
}

async function layPacks(packs) {
  const found = await request("POST", "/v1/bench/kinds", { game: form.dataset.game, packs });
  files.packs = packs;
  const place = document.getElementById("foe-template").content;
  for (const list of [...form.querySelectorAll("[name=kind]"), place.querySelector("[name=kind]")]) {
    const chosen = list.value;
    list.replaceChildren(...found.map(({ kind, name }) => new Option(name, kind)));
    list.value = chosen;
    if (list.selectedIndex < 0) list.selectedIndex = 0;
  }
  const said = document.getElementById("bench-files");
  said.textContent = packs.length ? said.dataset.packs.replace("{names}", packs.map(({ file }) => file).join(", ")) : "";
}

const READERS = {
  people: (input) => readPeople(input.files[0]),
  "house-rules": (input) => readHouseRules(input.files[0]),
  packs: (input) => readPacks(input.files),
  settings: (input) => readSettings(input.files[0]),
};

if (onBench) {
  form.addEventListener("change", async ({ target }) => {
    form.querySelector(".bench-fault").hidden = true;
    try {
      await READERS[target.type === "file" ? target.name : ""]?.(target);
    } catch (error) {
      target.value = "";
      fail(error);
    }
    show();
  });
  form.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button?.dataset.openTable) {
      if (form.reportValidity()) open(fight(), button.dataset.openTable);
    } else if (button && "addFoe" in button.dataset) {
      const made = document.getElementById("foe-template").content.cloneNode(true);
      document.getElementById("foes").append(made);
      document.getElementById("foes").lastElementChild.querySelector("select").focus();
    } else if (button && "dropFoe" in button.dataset) {
      const rows = form.querySelectorAll("#foes > li");
      if (rows.length > 1) button.closest("li").remove();
      form.querySelector("[data-add-foe]").focus();
    }
  });
  show();
}
