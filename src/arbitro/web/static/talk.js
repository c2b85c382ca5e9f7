// What people say and show each other beside the story: talk, handouts, calls for a roll.

const LARGEST = 1200; // pixels of a side of a picture to hand out
const HEAVIEST = 1_400_000; // bytes
const QUIET = "arbitro-quiet-talk"; // "yes" where the reader wants the story without the talk

export function tableTalk({ table, send, message, words, close }) {
  const path = `/v1/tables/${encodeURIComponent(table)}`;

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-talk], [data-handout]")) return;
    event.preventDefault();
    if (form.matches("[data-talk]")) say(form);
    else handOut(form);
  });

  document.addEventListener("click", (event) => {
    const throwing = event.target.closest("[data-throw]");
    if (throwing) send({ type: "throw", notation: throwing.dataset.throw, purpose: throwing.dataset.purpose });
    if (event.target.closest("#handout-open")) listReaders();
  });

  async function say(form) {
    const field = form.elements.text;
    const text = field.value.trim();
    if (!text) return;
    const answer = await send({ type: "talk", text, audience: form.elements.audience?.value ?? "" });
    if (answer?.type !== "done") return;
    const now = document.getElementById("talk-text"); // the form may be another by now
    now.value = "";
    delete now.dataset.touched;
    now.focus();
  }

  /** Whom something may be handed to: the same people as one may speak to alone. */
  function listReaders() {
    const to = document.querySelector("[data-handout-to]");
    const people = [...(document.getElementById("talk-to")?.options ?? [])].slice(1);
    to.replaceChildren(new Option(words.everybody, ""), ...people.map((one) => new Option(one.text, one.value)));
  }

  async function handOut(form) {
    const fault = form.querySelector(".quick-fault");
    fault.hidden = true;
    const fail = (text) => {
      fault.textContent = text;
      fault.hidden = false;
    };
    const [title, text] = ["title", "text"].map((name) => form.elements[name].value.trim());
    const [file] = form.elements.file.files;
    if (!title && !text && !file) return fail(words.nothingHanded);
    const handout = { type: "handout", title, text, audience: form.elements.audience.value };
    if (file) {
      const picture = await drawn(file);
      if (!picture) return fail(words.noPicture);
      const answer = await fetch(`${path}/handouts`, { method: "POST", headers: { "Content-Type": "image/png" }, body: picture, credentials: "same-origin" });
      const kept = await answer.json();
      if (!answer.ok) return fail(kept.error?.text ?? words.lost);
      handout.picture = kept.picture;
    }
    const answer = await send(handout);
    if (answer?.type !== "done") return fail(answer?.text ?? words.lost);
    form.reset();
    return close(form.closest("dialog"));
  }

  const box = document.getElementById("quiet-talk");
  const show = () => document.documentElement.classList.toggle("quiet-talk", localStorage.getItem(QUIET) === "yes");
  show();
  if (box) {
    box.checked = localStorage.getItem(QUIET) === "yes";
    box.addEventListener("change", () => {
      localStorage.setItem(QUIET, box.checked ? "yes" : "no");
      show();
    });
  }
}

/** A photograph as a PNG that is small enough, or null. */
async function drawn(file) {
  let picture;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return null;
  }
  let scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
  for (; scale * Math.min(picture.width, picture.height) >= 16; scale *= 0.8) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(scale * side)));
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const made = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (made && made.size <= HEAVIEST) return made;
  }
  return null;
}
