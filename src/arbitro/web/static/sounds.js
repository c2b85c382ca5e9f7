// Dice that tumble or lie still, and a few sounds of our own making: off until the reader wants them.

const STILL = "arbitro-dice"; // "still" where the reader wants no tumbling
const HEARD = "arbitro-sounds"; // "on" where they are wanted
let context = null;

/** Noise that dies away, through a filter: the stuff that knocks and rustles are made of. */
function noise(at, length, frequency, loud) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = (2 * Math.random() - 1) * (1 - n / samples.length) ** 2;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency, Q: 1.2 });
  source.connect(filter).connect(new GainNode(context, { gain: loud })).connect(context.destination);
  source.start(at);
}

/** A tone that falls and dies away. */
function tone(at, length, from, to, loud, type = "sine") {
  const source = new OscillatorNode(context, { type, frequency: from });
  const gain = new GainNode(context, { gain: loud });
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

const SOUNDS = {
  dice: (at) => [0, 0.07, 0.13, 0.24].forEach((later, n) => noise(at + later, 0.05, 2600 - 300 * n, 0.5)),
  blow: (at) => {
    noise(at, 0.09, 1800, 0.6);
    tone(at, 0.16, 170, 60, 0.5);
  },
  door: (at) => {
    tone(at, 0.5, 95, 70, 0.25, "sawtooth");
    noise(at + 0.45, 0.12, 300, 0.8);
  },
  torch: (at) => noise(at, 0.7, 900, 0.3),
};

/** Which sound a line of the story has: by the words of its event, and dice by being there. */
function soundOf(line) {
  const kind = [...line.classList].find((name) => name.startsWith("kind-")) ?? "";
  if (/door|lock/.test(kind)) return "door";
  if (/light|torch/.test(kind)) return "torch";
  if (/damage|wound|hurt|struck|hit_points|blow/.test(kind)) return "blow";
  return line.querySelector(".die") ? "dice" : "";
}

/** Let new lines of the story be heard, where that is wanted; and keep both settings. */
export function soundsAndDice(list) {
  const dice = document.getElementById("still-dice");
  const heard = document.getElementById("sounds");
  document.body.dataset.dice = localStorage.getItem(STILL) ?? "";
  dice.checked = localStorage.getItem(STILL) === "still";
  heard.checked = localStorage.getItem(HEARD) === "on";
  dice.addEventListener("change", () => {
    localStorage.setItem(STILL, (document.body.dataset.dice = dice.checked ? "still" : ""));
  });
  heard.addEventListener("change", () => {
    localStorage.setItem(HEARD, heard.checked ? "on" : "off");
    if (heard.checked) play("dice"); // so that one hears what was switched on
  });
  new MutationObserver((changes) => {
    if (!heard.checked) return;
    const come = (one) => one.nodeType === 1 && one.matches(".line.fresh");
    const fresh = changes.flatMap(({ target, addedNodes }) => (addedNodes.length ? [...addedNodes] : [target])).filter(come);
    for (const sound of new Set(fresh.slice(0, 4).map(soundOf))) play(sound);
  }).observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
}

function play(sound) {
  if (!SOUNDS[sound]) return;
  context ??= new AudioContext();
  context.resume().then(() => SOUNDS[sound](context.currentTime + 0.01));
}
