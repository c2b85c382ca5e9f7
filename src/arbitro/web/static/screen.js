// The players' screen: it only looks. The same line, fragments and story, without hands.

import { Connection } from "./connection.js";
import { MapView } from "./map.js";
import { replaceFragment } from "./patch.js";
import { Sketchpad } from "./sketchpad.js";
import { Story } from "./story.js";

const map = new MapView({ onPoint() {} });
const story = new Story(document.getElementById("story"), { onWhy: async () => null, onEarlier: async () => null, onTold: () => putLater() });
const pad = new Sketchpad({ send: async () => null, said: () => {} });
const attach = {
  scratch: () => pad.attach(),
  scene(made) {
    map.attach(made);
    pad.attach();
    map.offer(() => false); // nobody presses anything on a screen
  },
};
attach.scene(document.getElementById("fragment-scene"));

let later = [];

/** What follows the lines: nobody acts here, so all of it does. */
function putLater() {
  const held = later;
  later = [];
  for (const [name, html] of held) replaceFragment(name, html, attach[name]);
}

new Connection(document.body.dataset.table, {
  eyes: "everybody",
  onFragments(news) {
    later.push(...Object.entries(news.fragments ?? {}));
    if (!story.slowly(news)) putLater();
    story.take(news);
    document.body.dataset.connected = "1";
  },
  onState(state) {
    document.getElementById("connection").hidden = state === "live";
  },
  onHello() {},
  onPointed: (finger) => pad.pointed(finger),
});
