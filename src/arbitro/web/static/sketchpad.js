// Hands on the map: a finger that everybody sees, and a pen whose strokes stay. Both lie over the drawing and are no part of it.

const LONG = 4000; // milliseconds that a finger is seen
const NEAR = 6; // pixels between two points of a stroke
const MOST = 256; // points of a stroke
const INKS = ["red", "blue", "green", "black"];

export class Sketchpad {
  constructor({ send, said }) {
    this.send = send;
    this.said = said;
    this.mode = "";
    this.stroke = null;
    document.addEventListener("pointerdown", (event) => this.down(event), true);
    document.addEventListener("pointermove", (event) => this.move(event), true);
    document.addEventListener("pointerup", (event) => this.up(event), true);
    document.addEventListener("pointercancel", () => this.drop(), true);
    document.addEventListener("click", (event) => this.click(event), true);
    document.addEventListener("keydown", (event) => this.key(event), true);
  }

  get tools() {
    return document.getElementById("fragment-scratch");
  }

  get svg() {
    return document.querySelector("#map > svg:first-of-type:not([data-still], .aside)");
  }

  /** Draw what lies over the map, again where the map is another. */
  attach() {
    const { svg, tools } = this;
    svg?.querySelector(":scope > .scratch")?.remove();
    for (const button of tools?.querySelectorAll("[aria-pressed]") ?? []) {
      button.setAttribute("aria-pressed", String(button.dataset.scratch === this.mode));
    }
    document.body.classList.toggle("on-the-map", Boolean(this.mode));
    const strokes = JSON.parse(tools?.dataset.strokes || "[]");
    if (!svg || !strokes.length) return;
    const layer = document.createElementNS(svg.namespaceURI, "g");
    layer.setAttribute("class", "scratch");
    layer.setAttribute("aria-hidden", "true");
    layer.append(...strokes.map(({ ink, points }) => line(svg, ink, points)));
    svg.append(layer);
  }

  turn(mode) {
    this.mode = this.mode === mode ? "" : mode;
    this.drop();
    this.attach();
  }

  key(event) {
    if (event.key === "Escape" && this.mode) {
      event.stopPropagation();
      this.turn(this.mode);
    } else if (event.key === "p" && event.target.closest?.("#map") && this.tools?.dataset.mapName) {
      const box = this.svg.getBoundingClientRect();
      this.point(box.left + box.width / 2, box.top + box.height / 2); // what stands in the middle, by the keyboard
    }
  }

  /** The point of the drawing under a point of the window. */
  under(x, y) {
    const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    return [Math.round(left), Math.round(top)];
  }

  on(event) {
    return this.svg && this.tools?.dataset.mapName && event.target.closest?.("#map");
  }

  down(event) {
    if (!this.on(event) || (!this.mode && !event.altKey)) return;
    event.stopPropagation(); // the map stays where it is
    if (this.mode !== "draw") return;
    event.preventDefault();
    this.stroke = { id: event.pointerId, points: this.under(event.clientX, event.clientY), last: event };
    this.stroke.line = line(this.svg, this.ink(), this.stroke.points);
    this.svg.append(this.stroke.line);
  }

  move(event) {
    const { stroke } = this;
    if (!stroke || event.pointerId !== stroke.id) return;
    event.stopPropagation();
    const { last } = stroke;
    if (Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < NEAR || stroke.points.length >= 2 * MOST) return;
    stroke.last = event;
    stroke.points.push(...this.under(event.clientX, event.clientY));
    stroke.line.setAttribute("points", stroke.points.join(" "));
  }

  async up(event) {
    const { stroke } = this;
    if (!stroke || event.pointerId !== stroke.id) return;
    event.stopPropagation();
    this.stroke = null;
    if (stroke.points.length >= 4) await this.send({ type: "scratch", map: this.tools.dataset.mapName, points: stroke.points, ink: this.ink() });
    stroke.line.remove(); // it comes back as everybody sees it, or not at all
  }

  drop() {
    this.stroke?.line.remove();
    this.stroke = null;
  }

  /** Everybody draws in a colour of their own, as far as there are colours. */
  ink() {
    const name = document.body.dataset.seat ?? "";
    const sum = [...name].reduce((total, letter) => total + letter.codePointAt(0), 0);
    return document.body.dataset.role === "referee" ? "black" : INKS[sum % 3];
  }

  click(event) {
    const button = event.target.closest?.("[data-scratch]");
    if (button) {
      const { scratch } = button.dataset;
      const { mapName: map } = this.tools.dataset;
      if (scratch === "wipe") this.send({ type: "wipe_scratch", map });
      else if (scratch === "wipe_all") this.send({ type: "wipe_scratch", map, all: true });
      else this.turn(scratch);
      return;
    }
    if (!this.on(event) || (!this.mode && !event.altKey)) return;
    event.stopPropagation();
    event.preventDefault();
    if (this.mode === "draw") return;
    this.point(event.clientX, event.clientY);
    if (this.mode) this.turn(this.mode); // one press, one finger
  }

  point(clientX, clientY) {
    const [x, y] = this.under(clientX, clientY);
    this.send({ type: "point", map: this.tools.dataset.mapName, x, y });
  }

  /** Somebody points at the map. */
  pointed({ by, map, x, y, text }) {
    const { svg, tools } = this;
    if (!svg) return;
    if (tools?.dataset.mapName && tools.dataset.mapName !== map) return;
    const unit = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width || 1;
    const finger = document.createElementNS(svg.namespaceURI, "g");
    finger.setAttribute("class", "finger");
    finger.setAttribute("transform", `translate(${x} ${y}) scale(${unit})`);
    finger.innerHTML = '<circle r="6"/><circle class="ring" r="18"/><text y="-24" text-anchor="middle" font-size="13"></text>';
    finger.querySelector("text").textContent = by;
    svg.append(finger);
    setTimeout(() => finger.remove(), LONG);
    this.said(text);
  }
}

function line(svg, ink, points) {
  const made = document.createElementNS(svg.namespaceURI, "polyline");
  made.setAttribute("class", `stroke ink-${ink}`);
  made.setAttribute("points", points.join(" "));
  return made;
}
