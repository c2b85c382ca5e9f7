// The start page: choose a game, a scene and who goes along; or bring a table that was exported.

import { request, textOf } from "./api.js";

const form = document.getElementById("new-game");

for (const button of document.querySelectorAll("[data-sit]")) {
  button.addEventListener("click", async () => {
    const path = `/v1/tables/${encodeURIComponent(button.dataset.sit)}/sit`;
    enter(await request("POST", path, { role: button.dataset.role }));
  });
}

/** What each table in sight is about; what is folded away is asked for when it is opened. */
async function glance(place) {
  const answer = await fetch(place.dataset.glance);
  if (answer.ok) place.innerHTML = await answer.text();
}
const folded = document.querySelector(".older");
for (const place of document.querySelectorAll("[data-glance]")) {
  if (place.closest(".older")) folded.addEventListener("toggle", () => glance(place), { once: true });
  else glance(place);
}

for (const button of document.querySelectorAll("[data-choose]")) {
  button.addEventListener("click", () => {
    document.getElementById(button.dataset.choose).click(); // as by hand, so that the page answers to it
    document.getElementById(button.dataset.choose).closest(".tile").scrollIntoView({ block: "nearest" });
  });
}

function chosenGame() {
  return form.querySelector("[name=game]:checked").value;
}

function chosenScene() {
  return form.querySelector(`[name="scene-${CSS.escape(chosenGame())}"]:checked`);
}

function show(part, shown) {
  part.hidden = !shown;
  part.disabled = !shown;
}

/** Only the scenes of the chosen game are shown, and what the chosen scene asks for. */
function follow() {
  for (const scenes of form.querySelectorAll(".scenes")) show(scenes, scenes.dataset.game === chosenGame());
  const scene = chosenScene();
  const folded = scene.closest("details");
  if (folded) folded.open = true; // a browser that remembers the choice must not hide it
  for (const label of form.querySelectorAll(".house-files label")) {
    label.hidden = !label.dataset.games.split(" ").includes(chosenGame());
  }
  const { needs } = scene.dataset;
  for (const asked of form.querySelectorAll(".asked-for")) show(asked, asked.dataset.for === needs);
}

/** What a scene begins with beside itself: people by lot, or out of a file. */
async function broughtAlong(needs) {
  const field = (name) => form.querySelector(`.scenes:enabled [name=${name}]`);
  if (needs === "lot") return { party: `random:${field("size").value}:${field("level").value}` };
  if (needs !== "file") return {};
  const file = field("people").files[0];
  return { people: await textOf(file), file: file.name };
}

/** Content and house rules of one's own, out of files. */
async function ownFiles() {
  const texts = (name) =>
    Promise.all(Array.from(form.querySelector(`[name=${name}]`).files, async (file) => ({ file: file.name, text: await textOf(file) })));
  const [packs, [house]] = [await texts("packs"), await texts("house-rules")];
  const offered = Array.from(form.querySelectorAll(".house-files label:not([hidden]) :checked"), (box) => box.value);
  return {
    ...(packs.length ? { packs } : {}),
    ...(house ? { house_rules: house } : {}),
    ...(offered.length ? { house_files: offered } : {}),
  };
}

function tellFailure(place, words, error) {
  place.textContent = words.replace("{why}", error.message);
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}

function enter(made) {
  location.assign(`/tables/${encodeURIComponent(made.table)}`);
}

form?.addEventListener("change", (event) => {
  document.getElementById("new-game-failed").hidden = true; // it was said of another choice
  if (event.target.type === "radio") follow();
});

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const scene = chosenScene();
  const failed = document.getElementById("new-game-failed");
  failed.hidden = true;
  const buttons = form.querySelectorAll("button");
  for (const button of buttons) button.disabled = true;
  try {
    enter(
      await request("POST", "/v1/tables", {
        game: scene.dataset.game,
        scene: scene.value,
        mode: event.submitter?.value ?? "solo",
        ...(await broughtAlong(scene.dataset.needs)),
        ...(await ownFiles()),
      }),
    );
  } catch (error) {
    tellFailure(failed, form.dataset.failed, error);
    for (const button of buttons) button.disabled = false;
  }
});

const importing = document.getElementById("import-game");
importing?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const failed = document.getElementById("import-game-failed");
  failed.hidden = true;
  const file = importing.querySelector("[name=log]").files[0];
  try {
    const said = importing.querySelector("[name=passphrase]").value;
    const more = said ? { "Arbitro-Passphrase": encodeURIComponent(said) } : {};
    enter(await request("POST", "/v1/import", await textOf(file, Infinity), "application/jsonl", more));
  } catch (error) {
    tellFailure(failed, importing.dataset.failed, error);
  }
});

/** The address may name a game and how it begins. */
function chooseAsked() {
  const asked = new URLSearchParams(location.search);
  const find = (name, value) => value && form.querySelector(`[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
  const game = asked.get("game")?.split("/")[0];
  const scene = [...form.querySelectorAll(`[data-game="${CSS.escape(asked.get("game") ?? "")}"][value="${CSS.escape(asked.get("scene") ?? "")}"]`)][0];
  const tile = find("game", scene?.name.slice("scene-".length) ?? game);
  if (tile) tile.checked = true;
  if (scene) scene.checked = true;
}

if (form) {
  chooseAsked();
  follow();
}
