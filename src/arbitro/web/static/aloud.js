// The story read aloud by a voice of the reader's own device, in the language of the page. Off unless it is wanted;
// voices that would send the words elsewhere are never used.

const KEPT = "arbitro-aloud"; // "yes" where the reader wants it

/** A voice of this device that speaks the language of the page. */
function voice() {
  const language = document.documentElement.lang;
  const local = speechSynthesis.getVoices().filter((one) => one.localService && one.lang.toLowerCase().startsWith(language));
  return local.find((one) => one.default) ?? local[0];
}

export class Aloud {
  /** `words` gives the words of a line of the story. */
  constructor(words) {
    this.words = words;
    this.queue = [];
    this.now = null;
    const choice = document.getElementById("aloud-choice");
    this.able = Boolean(choice) && "speechSynthesis" in globalThis; // a page without the switch stays silent
    if (!this.able) return;
    const box = document.getElementById("aloud");
    box.checked = this.wanted;
    const offer = () => {
      choice.hidden = !voice();
    };
    offer();
    speechSynthesis.addEventListener?.("voiceschanged", offer);
    box.addEventListener("change", () => {
      localStorage.setItem(KEPT, box.checked ? "yes" : "no");
      if (!box.checked) this.stop();
    });
    const hush = () => this.now && this.stop();
    addEventListener("pointerdown", hush, true);
    addEventListener("keydown", hush, true);
    addEventListener("pagehide", hush);
  }

  get wanted() {
    return localStorage.getItem(KEPT) === "yes";
  }

  /** Read lines, each when it has been shown: a line that is still to come waits for its turn. */
  read(lines) {
    if (!this.able || !this.wanted || !voice()) return;
    this.queue.push(...lines);
    this.next();
  }

  next() {
    if (this.now || !this.queue.length) return;
    if (this.queue[0].classList.contains("coming")) {
      setTimeout(() => this.next(), 150);
      return;
    }
    const said = new SpeechSynthesisUtterance(this.words(this.queue.shift()));
    said.voice = voice() ?? null;
    said.lang = document.documentElement.lang;
    said.onend = said.onerror = () => {
      if (this.now !== said) return;
      this.now = null;
      this.next();
    };
    this.now = said;
    speechSynthesis.speak(said);
  }

  /** Be silent, and forget what was still to be read. */
  stop() {
    this.queue = [];
    this.now = null;
    speechSynthesis.cancel();
  }
}
