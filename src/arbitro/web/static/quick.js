// The referee's quick acts: what is at hand for the moment, wounds and gold at a press, a name, and who somebody is at a glance.

import { dialog, fromHtml, showDialog } from "./dialogs.js";

const STEPS = [-10, -5, -1, 1, 5, 10];
const ROOMY = 700; // pixels: a narrower window has no room for a glance beside what is looked at
const PATIENT = 350; // milliseconds before a look becomes a question

/** Everybody at a glance is drawn only while it is looked at: say when that is. Gives what says so again. */
export function overview(send) {
  const shown = dialog("overview-dialog");
  const ask = () => shown?.open && send({ type: "unfold", element: "fragment-overview" });
  document.getElementById("overview-open")?.addEventListener("click", () => setTimeout(ask)); // once it is open
  shown?.addEventListener("close", () => send({ type: "fold", element: "fragment-overview" }));
  return ask;
}

export function quickActs({ table, send, request, words }) {
  const path = `/v1/tables/${encodeURIComponent(table)}`;
  const whom = () => document.getElementById("quick-to")?.value ?? "";

  async function open() {
    const answer = await send({ type: "quick" });
    if (answer?.type !== "quick_shown") return;
    showDialog("quick-dialog", undefined, fromHtml(answer.html));
  }

  /** Done: the dialog goes. Not done: it says why. */
  function settle(answer) {
    const shown = dialog("quick-dialog");
    if (answer?.type === "done") return shown.close();
    const fault = shown.querySelector(".quick-fault");
    fault.textContent = answer?.text ?? words.lost;
    fault.hidden = false;
    return fault.scrollIntoView({ block: "nearest" });
  }

  const call = async (notation, purpose) => settle(await send({ type: "call_for_roll", notation, purpose, audience: whom() }));

  document.addEventListener("click", async (event) => {
    const hit = (selector) => event.target.closest(selector);
    if (hit("[data-quick]")) await open();
    const rung = hit("[data-call]");
    if (rung) await call(rung.dataset.call, rung.dataset.purpose);
    const span = hit("[data-span]");
    if (span) {
      const { span: choice, mark, field, amount } = span.dataset;
      settle(await send({ type: "do", choice, mark, values: { [field]: Number(amount) } }));
    }
    const adjusted = hit("[data-adjust]");
    if (adjusted) await adjust(adjusted.dataset.adjust);
    if (hit("[data-names]")) await names();
  });

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.matches("[data-call-form]")) {
      event.preventDefault();
      await call(form.elements.notation.value.trim(), form.elements.purpose.value.trim());
    }
    if (form.matches("[data-quick-do]")) {
      event.preventDefault();
      const values = {};
      for (const field of form.querySelectorAll("[name]")) values[field.name] = field.type === "number" ? Number(field.value) : field.value;
      settle(await send({ type: "do", choice: form.dataset.quickDo, mark: form.dataset.mark, values }));
    }
  });

  async function names() {
    const answer = await send({ type: "names" });
    if (answer?.type !== "names_shown") return;
    const list = document.getElementById("names-list");
    list.replaceChildren(
      ...answer.names.map((name) => {
        const made = Object.assign(document.createElement("button"), { type: "button", textContent: name });
        made.addEventListener("click", async () => {
          await navigator.clipboard?.writeText(name).catch(() => {});
          const talk = document.getElementById("talk-text");
          if (talk) talk.value = `${talk.value} ${name}`.trim();
          dialog("names-dialog").close();
        });
        return made;
      }),
    );
    showDialog("names-dialog");
  }

  /** What somebody has, with more and less of it at a press. */
  async function adjust(who) {
    const again = dialog("adjust-dialog").open;
    const all = (await request("GET", `${path}/paths`)).filter((one) => one.word && one.of === who);
    const seen = new Set();
    const values = all.filter(({ word }) => !seen.has(word) && seen.add(word)); // in a fight, as it stands in the fight
    const rows = document.createElement("div");
    rows.className = "stack adjusting";
    rows.dataset.of = who;
    for (const one of values) rows.append(row(one));
    if (!values.length) rows.append(Object.assign(document.createElement("p"), { textContent: words.nothingToAdjust }));
    if (again && !dialog("adjust-dialog").open) return;
    showDialog("adjust-dialog", words.adjust.replace("{who}", values[0]?.name ?? ""), rows);
  }

  function row({ path: where, word, value, of }) {
    const made = document.createElement("div");
    made.className = "row";
    made.append(Object.assign(document.createElement("span"), { className: "grow", textContent: `${word}: ${value}` }));
    const change = async (by) => {
      const answer = await send({ type: "adjust", path: where, by });
      if (answer?.type === "done" && dialog("adjust-dialog").open) await adjust(of); // whoever has closed it is done
    };
    for (const by of STEPS) {
      const step = Object.assign(document.createElement("button"), { type: "button", textContent: by < 0 ? `−${-by}` : `+${by}` });
      step.dataset.step = `${where} ${by}`;
      step.setAttribute("aria-label", `${word} ${by < 0 ? words.less : words.more} ${Math.abs(by)}`);
      step.addEventListener("click", () => change(by));
      made.append(step);
    }
    return made;
  }
}

/** Who somebody is, where the mouse rests or the keyboard stands: the sheet as far as the reader may know it. */
export function peeking(ask) {
  const box = document.getElementById("peek");
  let [asked, timer, at] = ["", 0, null];

  const hide = () => {
    clearTimeout(timer);
    asked = "";
    box.hidden = true;
    at?.removeAttribute("aria-describedby");
  };

  function look(element, who, opener) {
    if (asked === who) return;
    hide();
    asked = who;
    timer = setTimeout(async () => {
      const answer = await ask(who);
      if (asked !== who || !answer?.html) return;
      at = opener;
      box.replaceChildren(fromHtml(answer.html));
      for (const form of box.querySelectorAll("form")) form.remove();
      const title = box.querySelector("[data-title]")?.dataset.title ?? "";
      box.prepend(Object.assign(document.createElement("strong"), { textContent: title }));
      box.hidden = false;
      opener?.setAttribute("aria-describedby", "peek");
      const { left, right, top } = element.getBoundingClientRect();
      const { offsetWidth: w, offsetHeight: h } = box;
      box.style.left = `${right + w + 8 < innerWidth ? right + 4 : Math.max(4, left - w - 4)}px`;
      box.style.top = `${Math.max(4, Math.min(top, innerHeight - h - 4))}px`;
    }, PATIENT);
  }

  const subject = (target) => {
    const found = target.closest?.(".card[data-card], .overview [data-of], .person[data-id]");
    const who = found?.dataset.card ?? found?.dataset.of ?? found?.dataset.id;
    const opener = who && document.getElementById(`sheet-of-${who}`);
    return opener ? { found, who, opener } : null;
  };
  let mouse = "";
  const where = ({ clientX, clientY }) => `${clientX} ${clientY}`;
  document.addEventListener("pointermove", (event) => (mouse = where(event)));
  document.addEventListener("pointerover", (event) => {
    const { target, pointerType } = event;
    if (pointerType !== "mouse" || box.contains(target)) return;
    if (where(event) === mouse || innerWidth < ROOMY) {
      hide(); // what comes under a mouse that lies still was not pointed at; in a narrow window a glance covers all
      return;
    }
    const seen = subject(target);
    if (seen && !document.querySelector("dialog[open]:not(#overview-dialog)")) look(seen.found, seen.who, seen.opener);
    else hide();
  });
  document.addEventListener("focusin", ({ target }) => {
    if (box.contains(target)) return;
    const seen = target.matches(":focus-visible") && target.closest(".open-sheet, .person") ? subject(target) : null;
    if (seen) look(seen.found, seen.who, seen.opener);
    else hide();
  });
  document.addEventListener("click", (event) => !box.contains(event.target) && hide());
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || box.hidden) return;
      event.stopPropagation();
      hide();
    },
    true,
  );
}
