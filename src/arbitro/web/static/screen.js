// The players' screen: it only looks. The same line, fragments and story, without hands.

import { Connection } from "./connection.js";
import { MapView } from "./map.js";
import { replaceFragment } from "./patch.js";
import { Story } from "./story.js";

const map = new MapView({ onPoint() {} });
const story = new Story(document.getElementById("story"), { onWhy: async () => null, onEarlier: async () => null });
const attach = {
  scene(made) {
    map.attach(made);
    map.offer(() => false); // nobody presses anything on a screen
  },
};
attach.scene(document.getElementById("fragment-scene"));

new Connection(document.body.dataset.table, {
  eyes: "everybody",
  onFragments(news) {
    for (const [name, html] of Object.entries(news.fragments ?? {})) replaceFragment(name, html, attach[name]);
    story.take(news);
    document.body.dataset.connected = "1";
  },
  onState(state) {
    document.getElementById("connection").hidden = state === "live";
  },
  onHello() {},
});
