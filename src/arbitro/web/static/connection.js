// The live line to the table: a WebSocket that comes back by itself. Where it cannot be had, the same messages go by
// plain HTTP and the news come as server-sent events.

import { request } from "./api.js";

const SLOWEST = 15000;
const PULSE = 25000;

export class Connection {
  constructor(table, { onFragments, onState, onHello, onWorking, onPointed, eyes = "" }) {
    this.table = table;
    this.query = `lang=${document.documentElement.lang}${eyes && `&eyes=${eyes}`}`;
    this.onFragments = onFragments;
    this.onState = onState;
    this.onHello = onHello;
    this.onWorking = onWorking;
    this.onPointed = onPointed;
    this.waiting = new Map();
    this.ref = Math.floor(Math.random() * 2 ** 40); // told apart from those of another page of the same seat
    this.tries = 0;
    this.opened = 0;
    this.open();
    addEventListener("online", () => this.again(0));
    document.addEventListener("visibilitychange", () => {
      // A socket that is still knocking is not hurried: on a busy machine that takes a while.
      if (document.visibilityState === "visible" && !this.knocking) this.again(0);
    });
    setInterval(() => this.live && this.send({ type: "ping" }).catch(() => {}), PULSE);
  }

  get live() {
    return this.events !== undefined || this.socket?.readyState === WebSocket.OPEN;
  }

  get knocking() {
    return this.socket?.readyState === WebSocket.CONNECTING;
  }

  get path() {
    return `/v1/tables/${encodeURIComponent(this.table)}`;
  }

  open() {
    clearTimeout(this.later);
    if (this.tries >= 3 && this.opened === 0) {
      this.listen();
      return;
    }
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}/live?${this.query}`);
    const before = this.socket;
    this.socket = socket;
    before?.close(); // one that never opened must not open beside this one
    socket.addEventListener("open", () => {
      this.opened += 1;
      this.tries = 0;
      this.onState("live");
    });
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket) return;
      this.tries += 1; // only a refusal counts, not our own impatience
      this.fail();
      if (event.code === 4403 || event.code === 4404) this.onState("closed");
      else this.again();
    });
  }

  again(delay = Math.min(SLOWEST, 200 * 2 ** this.tries)) {
    if (this.live) return;
    this.onState("lost");
    clearTimeout(this.later);
    this.later = setTimeout(() => this.open(), delay * (0.75 + Math.random() / 2));
  }

  fail() {
    for (const { reject } of this.waiting.values()) reject(new Error("lost"));
    this.waiting.clear();
  }

  /** Server-sent events instead of the socket. */
  listen() {
    this.events = new EventSource(`${this.path}/events?${this.query}`);
    this.events.addEventListener("open", () => this.onState("live"));
    this.events.addEventListener("error", () => {
      this.events.close(); // perhaps the server was only away: a socket is tried first again
      this.events = undefined;
      this.tries = 0;
      this.again();
    });
    this.events.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
  }

  receive(answer) {
    if (answer.type === "fragments") {
      this.onFragments(answer);
      return;
    }
    if (answer.type === "working") {
      this.onWorking?.(answer);
      return;
    }
    if (answer.type === "pointed") {
      this.onPointed?.(answer);
      return;
    }
    if (answer.type === "narrating") {
      this.onNarrating?.(answer);
      return;
    }
    if (answer.type === "hello") {
      this.onHello(answer);
      return;
    }
    const waiting = this.waiting.get(answer.ref);
    if (waiting) {
      this.waiting.delete(answer.ref);
      waiting.resolve(answer);
    }
  }

  /** Send a message; the promise brings its answer, or fails if the line is lost before. */
  send(message) {
    const ref = ++this.ref;
    if (this.socket?.readyState === WebSocket.OPEN) {
      return new Promise((resolve, reject) => {
        this.waiting.set(ref, { resolve, reject });
        this.socket.send(JSON.stringify({ ...message, ref }));
      });
    }
    return request("POST", `${this.path}/messages?${this.query}`, { ...message, ref });
  }
}
