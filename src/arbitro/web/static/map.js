// Pan and zoom for a drawing: mouse, touch and keys. The drawing stays SVG; only its viewBox moves.

const STEP = 1.25;
const LIMIT = 12;
const READABLE = 13; // pixels: the party's mark is never smaller unless the reader wants it so
const COMFORTABLE = 17;
const FAR = 24; // pixels after which a press is a drag
const BESIDE = 6; // pixels that stay free above and below the ground of a fight
const WIDE = 600; // pixels beside each other: so much room, and what stands above a fight stands beside it
const BELOW = 52; // under what stands beside it there is room for the button that says the picture in words
const SMALLEST = 0.75; // so small, and no smaller, may a fight be drawn to have all of its ground in sight
const POINTED = "[data-choice], [data-exit], [data-id]";

export class MapView {
  constructor({ onPoint, onSpace, onDrag, onGround, onPlan }) {
    this.onGround = onGround;
    this.onPlan = onPlan;
    this.onDrag = onDrag;
    this.onPoint = onPoint;
    this.onSpace = onSpace;
    this.view = null;
    this.pointers = new Map();
    new ResizeObserver(() => {
      if (!this.svg?.isConnected) return;
      if (this.still) this.spread();
      else if (!this.view) this.settle();
    }).observe(document.body);
  }

  /** Take a new scene into use; the reader keeps the part of it that they were looking at. */
  attach(scene) {
    this.box = scene.querySelector("[data-map]");
    this.own = this.svg = this.box?.querySelector("svg");
    if (!this.svg) return;
    this.still = "still" in this.svg.dataset; // a picture that is read as it stands, not a map to move about in
    if (this.still) {
      this.listen();
      this.spread();
      this.showGround();
      this.drag(this.svg);
      return;
    }
    this.byHand = false;
    this.explain(scene);
    this.take(this.svg);
    this.plans(scene);
    this.box.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.box.addEventListener("pointerdown", (event) => this.down(event));
    this.box.addEventListener("pointermove", (event) => this.move(event));
    this.box.addEventListener("pointerup", (event) => this.up(event));
    this.box.addEventListener("pointercancel", (event) => this.up(event));
    this.box.addEventListener("keydown", (event) => this.key(event));
    for (const button of scene.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => this.tool(button.dataset.zoom));
    }
  }

  /** Let a drawing be pressed. */
  listen() {
    this.svg.addEventListener("keydown", (event) => {
      if ((event.key !== "Enter" && event.key !== " ") || !event.target.closest(`${POINTED}, .ground[data-place]`)) return;
      event.preventDefault();
      this.point(event.target);
    });
    this.svg.addEventListener("click", (event) => this.click(event));
  }

  /** Take a drawing into use as the one that is looked at. */
  take(svg) {
    this.svg = svg;
    if (!svg.dataset.whole) {
      const { x, y, width, height } = svg.viewBox.baseVal;
      svg.dataset.whole = JSON.stringify({ x, y, w: width, h: height });
      this.listen();
    }
    this.whole = JSON.parse(svg.dataset.whole);
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    this.settle();
  }

  /** Other maps can be looked at; whoever does keeps doing so while the table goes on. */
  plans(scene) {
    const list = scene.querySelector("[data-plans]");
    const wanted = this.plan;
    this.plan = "";
    if (!list) return;
    list.addEventListener("change", () => this.lookAt(list.value));
    if (![...list.options].some((one) => one.value === wanted)) return;
    list.value = wanted;
    if (wanted) this.lookAt(wanted, this.view);
  }

  /** Look at another map in place of the scene's, or at the scene's again. */
  async lookAt(plan, view = null) {
    const { own } = this;
    this.plan = plan;
    const drawn = plan ? await this.onPlan(plan) : null;
    if (this.plan !== plan || this.own !== own) return; // another was asked for meanwhile
    this.other?.remove();
    this.other = drawn;
    own.classList.toggle("aside", Boolean(drawn));
    if (drawn) own.after(drawn);
    this.view = view;
    this.take(drawn ?? own);
  }

  /** Where there is room, what stands above the picture of a fight (round, order, sides) stands beside it. */
  spread() {
    const { svg } = this;
    const head = Number(svg.dataset.head);
    if (!head) return;
    svg.dataset.tall ??= svg.getAttribute("viewBox");
    const [, , width, height] = svg.dataset.tall.split(" ").map(Number);
    const beside = this.box.clientWidth >= WIDE;
    svg.classList.toggle("beside", beside);
    svg.setAttribute("viewBox", beside ? `0 0 ${2 * width} ${Math.max(head + BELOW, height - head)}` : svg.dataset.tall);
    for (const part of svg.querySelectorAll(":scope > [data-part=field]")) {
      if (beside) part.setAttribute("transform", `translate(${width} ${-head})`);
      else part.removeAttribute("transform");
    }
  }

  /** Where there is little room, the ground that is fought on is in sight, all of it if it can be; whoever scrolls stays. */
  showGround() {
    const pane = this.box.closest(".pane");
    const grounds = [...this.svg.querySelectorAll(".ground:not(.apart)")];
    if (pane !== this.pane) {
      this.pane = pane;
      for (const kind of ["wheel", "touchmove"]) pane.addEventListener(kind, () => (this.byHand = true), { passive: true });
    }
    if (!grounds.length || this.byHand || pane.scrollHeight <= pane.clientHeight) return;
    const top = () => grounds[0].getBoundingClientRect().top;
    const high = grounds.at(-1).getBoundingClientRect().bottom - top();
    const share = Math.max((pane.clientHeight - 2 * BESIDE) / high, SMALLEST);
    if (share < 1) this.svg.style.width = `${this.svg.getBoundingClientRect().width * share}px`;
    const align = () => (pane.scrollTop += top() - pane.getBoundingClientRect().top - BESIDE);
    align();
    requestAnimationFrame(() => !this.byHand && grounds[0].isConnected && align()); // the page puts back where it stood
  }

  /** Put what the symbols of the drawing mean beside it, where the drawing knows. */
  explain(scene) {
    const legend = this.svg.querySelector("g.legend");
    const beside = scene.querySelector("#map-legend");
    if (!beside) return;
    beside.hidden = !legend;
    if (!legend) return;
    const own = document.createElementNS(legend.namespaceURI, "svg");
    own.setAttribute("viewBox", legend.dataset.box);
    own.append(...[...legend.childNodes].map((one) => one.cloneNode(true)));
    for (const name of ["fill", "stroke-linecap", "stroke-linejoin", "font-family"]) {
      own.setAttribute(name, legend.getAttribute(name));
    }
    beside.querySelector("[data-legend]").replaceChildren(own);
  }

  /** Let that be pressed, by pointer and keys, of which `can` says that something can be done with it. */
  offer(can) {
    for (const element of this.svg?.querySelectorAll("[data-choice], .here, .person") ?? []) {
      const { choice, exit, id } = element.dataset;
      const possible = can([exit, id].filter(Boolean), choice);
      element.classList.toggle("idle", !possible);
      if (possible) {
        element.setAttribute("tabindex", "0");
        element.setAttribute("role", "button");
      } else {
        element.removeAttribute("tabindex");
        element.setAttribute("role", "img");
      }
    }
  }

  /** Let ground be pressed to which `can` says that somebody can go. */
  offerGround(can) {
    for (const ground of this.still ? (this.svg?.querySelectorAll(".ground[data-place]") ?? []) : []) {
      const possible = can(ground.dataset.place, this.standingOn(ground).map((one) => one.dataset.id));
      if (!possible) for (const name of ["tabindex", "role", "aria-label"]) ground.removeAttribute(name);
      else for (const [name, value] of Object.entries({ tabindex: 0, role: "button", "aria-label": ground.dataset.name })) ground.setAttribute(name, value);
    }
  }

  /** Write on those in a fight how likely a blow of whoever's choices are open is to land. */
  odds(of) {
    if (!this.still) return;
    for (const mark of this.svg?.querySelectorAll(".odds-mark") ?? []) mark.remove();
    for (const person of this.svg?.querySelectorAll(".person[data-id]:not([data-side='0'])") ?? []) {
      const chance = of(person.dataset.id);
      if (!chance) continue;
      const mark = document.createElementNS(this.svg.namespaceURI, "g");
      mark.setAttribute("class", "odds-mark");
      mark.setAttribute("aria-hidden", "true"); // the choices say it
      mark.innerHTML = `<rect class="odds-back" x="-26" y="-25" width="33" height="14" rx="7"/><text class="odds" x="-9.5" y="-14.4" text-anchor="middle" font-size="10.5"></text>`;
      mark.querySelector("text").textContent = chance.replace(/\s/g, "");
      person.append(mark);
    }
  }

  /** Let somebody be dragged onto somebody else, or onto a stretch of ground: `onDrag` is told whom, and onto whom. */
  drag(svg) {
    let held = null;
    let from = null;
    svg.addEventListener("pointerdown", (event) => {
      held = event.target.closest(".person[data-id]");
      from = { x: event.clientX, y: event.clientY };
    });
    svg.addEventListener("pointerup", (event) => {
      const [who, at] = [held, from];
      held = null;
      if (!who || Math.hypot(event.clientX - at.x, event.clientY - at.y) < FAR) return;
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const person = under?.closest(".sketch .person[data-id]");
      if (!under || person === who) return;
      const ground = under.closest(".ground");
      const met = person ? [person] : this.standingOn(ground).filter((one) => one !== who);
      const place = person ? "" : ground?.dataset.place;
      if (person || ground) this.onDrag?.(who.dataset.id, met.map((one) => one.dataset.id), who.dataset.name, place);
    });
  }

  /** Everybody who stands on a stretch of ground. */
  standingOn(ground) {
    const box = ground?.getBoundingClientRect();
    const place = (one) => one.getBoundingClientRect();
    return [...this.svg.querySelectorAll(".person[data-id]")].filter(
      (one) => box && place(one).top >= box.top - 8 && place(one).bottom <= box.bottom + 8,
    );
  }

  /** The drawn way that stands for a choice, if it can be pressed. */
  way(choice) {
    return this.svg?.querySelector(`[data-choice="${CSS.escape(choice ?? "")}"][tabindex="0"]`) ?? null;
  }

  /** Choose what to show: what the reader looked at, as long as the party is in it; else all, if that can be read. */
  settle() {
    if (this.still) return;
    const here = this.here();
    if (this.view && here && this.strayed(here)) this.centre();
    else if (!this.view && here && here.size / this.unit() < READABLE && this.box.clientWidth) this.near(here);
    else this.apply();
  }

  strayed({ x, y }) {
    const { x: left, y: top, w, h } = this.view;
    return Math.abs(x - left - w / 2) > 0.38 * w || Math.abs(y - top - h / 2) > 0.38 * h;
  }

  /** The surroundings of the party at a comfortable size; not kept as the reader's own choice. */
  near({ x, y, size }) {
    const unit = size / COMFORTABLE;
    const w = Math.min(this.whole.w, this.box.clientWidth * unit);
    const h = Math.min(this.whole.h, this.box.clientHeight * unit);
    this.show({ x: x - w / 2, y: y - h / 2, w, h });
  }

  /** The party's mark, where the drawing has one. */
  here() {
    const mark = this.svg.querySelector("[data-here], [id$='-party']");
    if (!mark) return null;
    const box = mark.getBBox();
    const size = Number(mark.dataset.mark) || box.width;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, size };
  }

  /** Tell what was pointed at: its name, its ids, and the choice that it stands for. */
  point(target) {
    const found = target.closest(POINTED);
    if (!found) {
      const ground = this.still && target.closest(".ground");
      if (ground) this.onGround?.(this.standingOn(ground).map((one) => one.dataset.id), ground.dataset.place);
      const space = target.closest("[data-space]");
      if (space) this.onSpace?.(space.dataset.space);
      return;
    }
    const { choice, exit, id, name } = found.dataset;
    const title = name ?? found.getAttribute("aria-label") ?? found.querySelector("title")?.textContent ?? "";
    this.onPoint(title, [exit, id].filter(Boolean), choice);
  }

  /** What is shown now. */
  current() {
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    return { x, y, w: width, h: height };
  }

  apply() {
    if (!this.still) this.show(this.view ?? this.whole);
  }

  show({ x, y, w, h }) {
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    this.svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
  }

  /** How many units of the drawing one pixel is. */
  unit() {
    const { w, h } = this.current();
    const box = this.svg.getBoundingClientRect();
    return Math.max(w / box.width, h / box.height);
  }

  /** The point of the drawing under a point of the window. */
  under(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    return new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  }

  zoom(factor, centre = null) {
    const old = this.current();
    const w = Math.min(this.whole.w * 2, Math.max(this.whole.w / LIMIT, old.w / factor));
    const real = old.w / w;
    const at = centre ?? { x: old.x + old.w / 2, y: old.y + old.h / 2 };
    this.view = { x: at.x - (at.x - old.x) / real, y: at.y - (at.y - old.y) / real, w, h: old.h / real };
    this.apply();
  }

  pan(dx, dy) {
    const old = this.current();
    this.view = { ...old, x: old.x + dx, y: old.y + dy };
    this.apply();
  }

  tool(name) {
    if (name === "in") this.zoom(STEP);
    else if (name === "out") this.zoom(1 / STEP);
    else if (name === "fit") this.fit();
    else this.centre();
  }

  fit() {
    this.view = { ...this.whole };
    this.apply();
  }

  centre() {
    const here = this.here();
    if (!here) return this.fit();
    const { w, h } = this.current();
    this.view = { x: here.x - w / 2, y: here.y - h / 2, w, h };
    return this.apply();
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / (event.deltaMode ? 20 : 400)), this.under(event.clientX, event.clientY));
  }

  down(event) {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.moved = this.pointers.size > 1;
  }

  move(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const dx = event.clientX - last.x;
    const dy = event.clientY - last.y;
    if (!this.moved && Math.hypot(dx, dy) < 5) return;
    if (!this.moved) {
      this.moved = true;
      this.box.setPointerCapture(event.pointerId);
      this.box.classList.add("dragging");
    }
    if (this.pointers.size === 2) {
      const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (before > 0) this.zoom(after / before, this.under((event.clientX + other.x) / 2, (event.clientY + other.y) / 2));
    } else {
      const unit = this.unit();
      this.pan(-dx * unit, -dy * unit);
    }
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    this.box.classList.remove("dragging");
  }

  /** A press that moved nothing. It acts with the click, never before: what opens would get the click instead. */
  click(event) {
    if (!this.moved) this.point(event.target);
    this.moved = false;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { w, h } = this.current();
    const moves = { ArrowLeft: [-w / 10, 0], ArrowRight: [w / 10, 0], ArrowUp: [0, -h / 10], ArrowDown: [0, h / 10] };
    if (moves[event.key]) this.pan(...moves[event.key]);
    else if (event.key === "+" || event.key === "=") this.zoom(STEP);
    else if (event.key === "-") this.zoom(1 / STEP);
    else if (event.key === "0") this.fit();
    else if (event.key === "h") this.centre();
    else return;
    event.preventDefault();
  }
}
