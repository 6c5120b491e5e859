// The board on the page: takes over fresh drawings piece by piece, so that what stays can move,
// and tells of clicks and keys. Geometry and look come with the drawing.

import { at } from "../base/page.js";
import { soundChanges } from "./sounds.js";

// How the stones of a turn come to the board: one after another, in the order of the turn.

const GAP_MS = 120; // between two stones
const LONGEST_MS = 1800; // for all of them: a set-up has dozens

// What each cell holds, by name.
function contentsOf(svg) {
  const cells = [...svg.querySelectorAll("g.cell")];
  return new Map(cells.map((cell) => [cell.dataset.cell, cell.dataset.content]));
}

// What a drawing has changed: the cells that were empty, in the order of the turn, and how many have
// been emptied, or hold something else.
function changesSince(before, svg) {
  const changed = [...svg.querySelectorAll("g.cell")].filter(
    (cell) => before.has(cell.dataset.cell) && before.get(cell.dataset.cell) !== cell.dataset.content,
  );
  const wasEmpty = (cell) => before.get(cell.dataset.cell) === "0";
  const placed = changed.filter(wasEmpty);
  placed.sort((one, other) => Number(one.dataset.order ?? 0) - Number(other.dataset.order ?? 0));
  const gone = changed.filter((cell) => cell.dataset.content === "0").length;
  return { placed, gone, turned: changed.length - placed.length - gone };
}

// Let stones come one after another. Returns the time between two of them in milliseconds, 0 when
// they come together.
function arrive(svg, cells) {
  if (cells.length < 2 || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  const gap = Math.min(GAP_MS, LONGEST_MS / cells.length);
  svg.classList.add("arriving");
  cells.forEach((cell, k) => {
    cell.classList.add("arrives");
    cell.style.setProperty("--after", `${k * gap}ms`);
  });
  // Whatever happens to these cells later must not wait. The next drawing forgets it as well.
  setTimeout(() => {
    svg.classList.remove("arriving");
    cells.forEach((cell) => cell.classList.remove("arrives"));
  }, cells.length * gap);
  return gap;
}

// A lens for fingers on boards whose cells are small: a finger that stays on the board sees what lies
// under it, enlarged, and may slide on; the cell under it when it is lifted is the one that is meant.

const SMALL = 24; // pixels: smaller cells are missed too easily
const HOLD_MS = 200;
const SIZE = 168; // of the lens, in pixels
const ZOOM_TO = 52; // pixels that a cell is wide in it
const ABOVE = 26; // pixels between the finger and the lens
const SLACK = 8; // pixels that a finger may move before it is one that scrolls

class Magnifier {
  #timer = 0;
  #from = null; // where the finger came down
  #lens = null;
  #cell = null; // under the finger, by name

  // `svgOf` gives the board that is shown; `onCell` is called with the cell that is meant.
  constructor(space, svgOf, onCell) {
    Object.assign(this, { space, svgOf, onCell });
    space.addEventListener("touchstart", (event) => this.#begin(event), { passive: true });
    space.addEventListener("touchmove", (event) => this.#move(event), { passive: false });
    space.addEventListener("touchend", (event) => this.#end(event));
    space.addEventListener("touchcancel", () => this.#close());
    space.addEventListener("contextmenu", (event) => this.#lens && event.preventDefault());
  }

  #begin(event) {
    this.#close();
    if (event.touches.length !== 1 || this.#scale() === null) return;
    const { clientX: x, clientY: y } = event.touches[0];
    this.#from = { x, y };
    this.#timer = setTimeout(() => this.#open(x, y), HOLD_MS);
  }

  // Pixels of the window for a unit of the drawing; null where cells are large enough.
  #scale() {
    const cell = this.svgOf()?.querySelector("g.cell .ground, g.cell rect, g.cell path");
    const matrix = this.svgOf()?.getScreenCTM();
    if (!cell || !matrix || cell.getBoundingClientRect().width >= SMALL) return null;
    this.zoom = ZOOM_TO / cell.getBoundingClientRect().width;
    return matrix.a;
  }

  #open(x, y) {
    const copy = this.svgOf().cloneNode(true);
    copy.querySelector("defs")?.remove(); // those of the board serve both
    for (const one of [copy, ...copy.querySelectorAll("[id], [tabindex], [role]")]) {
      for (const name of ["id", "tabindex", "role", "aria-label"]) one.removeAttribute(name);
    }
    this.#lens = document.createElement("div");
    this.#lens.className = "lens";
    this.#lens.setAttribute("aria-hidden", "true");
    this.#lens.append(copy);
    document.body.append(this.#lens);
    this.#show(x, y);
  }

  #show(x, y) {
    const svg = this.svgOf();
    const scale = this.#scale();
    if (!svg || scale === null) return this.#close();
    const copy = this.#lens.firstElementChild;
    const middle = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    const seen = SIZE / (scale * this.zoom);
    copy.setAttribute("viewBox", [middle.x - seen / 2, middle.y - seen / 2, seen, seen].join(" "));
    const left = Math.min(Math.max(0, x - SIZE / 2), innerWidth - SIZE);
    const above = y - SIZE - ABOVE;
    this.#lens.style.left = `${left}px`;
    this.#lens.style.top = `${above < 0 ? y + 2 * ABOVE : above}px`;
    this.#cell = document.elementFromPoint(x, y)?.closest("[data-cell]")?.dataset.cell ?? null;
    for (const cell of copy.querySelectorAll("g.cell")) {
      cell.classList.toggle("is-selected", cell.dataset.cell === this.#cell);
    }
    return undefined;
  }

  #move(event) {
    const { clientX: x, clientY: y } = event.touches[0];
    if (this.#lens) {
      event.preventDefault(); // the page stays where it is
      this.#show(x, y);
    } else if (this.#from && Math.hypot(x - this.#from.x, y - this.#from.y) > SLACK) this.#close();
  }

  #end(event) {
    const cell = this.#cell;
    if (this.#lens) event.preventDefault(); // no click follows
    const isMeant = this.#lens && cell !== null;
    this.#close();
    if (isMeant) this.onCell(cell);
  }

  #close() {
    clearTimeout(this.#timer);
    this.#lens?.remove();
    this.#lens = this.#cell = this.#from = null;
  }
}

// How what is new in a drawing comes: with the click that asked for it, or stone by stone.
export const AT_ONCE = "at once";
export const IN_TURN = "in turn";

const SINK_MS = 900;
const SETTLE_MS = 1000;
const DOUBLE_MS = 500; // a second click on the same cell within this time is part of a double click
const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

// The motion of a piece, from the cells that it went between: forward, or back by a step of -1.
export function motionOf(moved, step = 1) {
  if (!moved) return null;
  const [from, to] = moved;
  return step > 0 ? { from, to } : { from: to, to: from };
}

export class Board {
  space = at("board");
  arrival = 0; // milliseconds until the stones of the last drawing are all there
  isPointedAt = false; // since the focus came here

  // `onCell(cell, byKey)` is called with a cell that is used. With `leavesArrows` the page has the
  // arrow keys as long as the board is used by pointing; else they walk over the cells.
  constructor(onCell, leavesArrows = false) {
    const { space } = this;
    this.onCell = onCell;
    if (leavesArrows) space.addEventListener("pointerdown", () => { this.isPointedAt = true; });
    new Magnifier(space, () => this.svg, (cell) => onCell(cell));
    space.addEventListener("click", (event) => this.#click(event));
    space.addEventListener("keydown", (event) => this.#key(event));
    space.addEventListener("focusin", (event) => this.#rove(event.target));
    space.addEventListener("focusout", (event) => {
      if (!space.contains(event.relatedTarget)) this.isPointedAt = false;
    });
  }

  get svg() {
    return this.space.querySelector("svg.board");
  }

  // Show a drawing; without one, that which the page came with. `motion` names the cells a piece went between: { from, to }, or null. `arrival`
  // says how new pieces come, and lets them be heard; without it nothing has been played.
  show(markup, motion = null, arrival = null) {
    if (!markup) return this.#keepOneStop();
    const template = document.createElement("template");
    template.innerHTML = markup;
    const fresh = template.content.querySelector("svg");
    const live = this.svg;
    const before = live && arrival ? contentsOf(live) : null;
    if (!live) {
      this.space.replaceChildren(fresh);
    } else {
      follow(live, fresh, motion);
      const order = [...fresh.querySelectorAll(".tile")].map((tile) => tile.id);
      const overlays = [...live.querySelectorAll(".overlay")];
      overlays.forEach((overlay) => overlay.remove());
      morph(live, fresh);
      live.append(...overlays);
      clearTimeout(this.settling);
      this.settling = setTimeout(() => settle(live, order), SETTLE_MS);
    }
    this.#keepOneStop();
    return this.#welcome(before, motion, arrival);
  }

  // What has come or gone since the drawing before. The cells are what they are at once: only the
  // look of their stones waits.
  #welcome(before, motion, arrival) {
    this.arrival = 0;
    if (!before) return;
    const changes = changesSince(before, this.svg);
    const gap = arrival === IN_TURN ? arrive(this.svg, changes.placed) : 0;
    this.arrival = gap * changes.placed.length;
    soundChanges(changes, motion !== null, gap);
  }

  // Mark the selected cell and where it may go; `always` shows what is legal without pointing.
  mark({ selected, targets, always }) {
    const svg = this.svg;
    if (!svg) return;
    svg.classList.toggle("shows-legal", always);
    svg.classList.toggle("has-selection", selected !== null);
    for (const cell of svg.querySelectorAll("g.cell")) {
      cell.classList.toggle("is-selected", cell.dataset.cell === selected);
      cell.classList.toggle("is-target", targets.has(cell.dataset.cell));
    }
  }

  // The drawing as it is, to be shown again later.
  get markup() {
    const copy = this.svg.cloneNode(true);
    copy.querySelectorAll(".overlay").forEach((overlay) => overlay.remove());
    return copy.outerHTML;
  }

  // Lay marks over the board, in place of earlier ones of that name; they take no clicks. Each part
  // of a page that marks something has a name, so that none takes away what another has laid there.
  overlay(name, markup) {
    let place = this.svg.querySelector(`.overlay-${name}`);
    if (!place) {
      place = document.createElementNS("http://www.w3.org/2000/svg", "g");
      place.setAttribute("class", `overlay overlay-${name}`);
      place.setAttribute("aria-hidden", "true");
      this.svg.append(place);
    }
    const template = document.createElement("template");
    template.innerHTML = `<svg>${markup}</svg>`;
    place.replaceChildren(...template.content.firstChild.children);
  }

  // Let one of the turns of that name stand out; null: all alike.
  pointTo(name, rank) {
    const place = this.svg?.querySelector(`.overlay-${name}`);
    place?.setAttribute("class", `overlay overlay-${name}${rank === null ? "" : ` points-to-${rank}`}`);
  }

  cell(name) {
    return this.space.querySelector(`#cell-${CSS.escape(name)}`);
  }

  // To the cell that had the focus last, as the Tab key would go.
  focus() {
    this.isPointedAt = false;
    this.space.querySelector('g.cell[tabindex="0"]')?.focus({ preventScroll: true });
  }

  get hasFocus() {
    return this.space.contains(document.activeElement);
  }

  #click(event) {
    const cell = event.target.closest("[data-cell]");
    if (!cell) return;
    this.cell(cell.dataset.cell)?.focus({ preventScroll: true });
    if (!this.#isDouble(cell.dataset.cell, event.timeStamp)) this.onCell(cell.dataset.cell);
  }

  // Who double-clicks wants the stone there, not there and gone again.
  #isDouble(cell, time) {
    const before = this.clicked;
    this.clicked = { cell, time };
    return before?.cell === cell && time - before.time < DOUBLE_MS;
  }

  #key(event) {
    const cell = event.target.closest("[data-cell]");
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
    const way = event.shiftKey ? undefined : ARROWS[event.key];
    if (way && this.isPointedAt) return;
    if (way) {
      event.preventDefault();
      event.stopPropagation();
      const next = cell.dataset[way];
      if (next) this.cell(next)?.focus({ preventScroll: true });
    } else if ((event.key === "Enter" && !event.shiftKey) || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.isPointedAt = false;
      this.onCell(cell.dataset.cell, true);
    }
  }

  // The whole board is one stop of the Tab key: the cell that had the focus last.
  #rove(target) {
    const cell = target.closest?.("g.cell");
    if (!cell) return;
    for (const other of this.space.querySelectorAll('g.cell[tabindex="0"]')) {
      other.setAttribute("tabindex", "-1");
    }
    cell.setAttribute("tabindex", "0");
    this.stop = cell.dataset.cell;
  }

  #keepOneStop() {
    const cells = this.svg.querySelectorAll("g.cell");
    const stop = (this.stop && this.cell(this.stop)) || cells[Math.floor(cells.length / 2)];
    for (const cell of cells) cell.setAttribute("tabindex", cell === stop ? "0" : "-1");
  }
}

// Give pieces that moved, or changed places in a list, the ids that they have in the fresh
// drawing, so that they are recognised as the same; let tiles that are gone sink.
function follow(live, fresh, motion) {
  for (const kind of ["tile", "tower"]) {
    const before = [...live.querySelectorAll(`.${kind}`)];
    const after = [...fresh.querySelectorAll(`.${kind}`)];
    const taken = new Map();
    for (const piece of after) {
      const cameFrom = motion && motion.to === piece.dataset.cell ? motion.from : piece.dataset.cell;
      const same = before.find(
        (old) =>
          !taken.has(old) && sameKind(old, piece, kind) &&
          (old.dataset.cell === cameFrom || old.dataset.cell === piece.dataset.cell),
      );
      if (same) taken.set(same, piece.id);
    }
    for (const old of before) {
      if (taken.has(old)) continue;
      old.removeAttribute("id");
      if (kind === "tile") sink(old);
    }
    for (const [old, id] of taken) old.id = id;
  }
}

function sameKind(one, other, kind) {
  const lookOf = (piece) =>
    [...piece.classList].filter((name) => name.startsWith(`${kind}-`)).sort().join(" ");
  return lookOf(one) === lookOf(other);
}

function sink(tile) {
  if (tile.classList.contains("is-sinking")) return;
  tile.classList.add("is-sinking");
  tile.removeAttribute("data-cell");
  setTimeout(() => tile.remove(), SINK_MS);
}

// Put tiles that have come to rest in the order in which they overlap.
function settle(live, order) {
  const tiles = order.map((id) => live.querySelector(`#${CSS.escape(id)}`));
  if (tiles.some((tile, k) => k > 0 && tile?.previousElementSibling !== tiles[k - 1])) {
    for (const tile of tiles) tile?.parentNode.append(tile);
  }
}

// Make a live element like a fresh one, keeping every child that can be recognised.
function morph(live, fresh) {
  copyAttributes(live, fresh);
  if (fresh.childElementCount === 0 && live.childElementCount === 0) {
    if (live.textContent !== fresh.textContent) live.textContent = fresh.textContent;
    return;
  }
  const byId = new Map([...live.children].filter((child) => child.id).map((child) => [child.id, child]));
  const nameless = [...live.children].filter(
    (child) => !child.id && !child.classList.contains("is-sinking"),
  );
  const kept = new Set();
  let place = live.firstElementChild;
  for (const child of [...fresh.children]) {
    let match = child.id ? byId.get(child.id) : nameless.shift();
    if (match && match.tagName !== child.tagName) match = undefined;
    while (place && (kept.has(place) || place.classList.contains("is-sinking"))) {
      place = place.nextElementSibling;
    }
    if (match) {
      morph(match, child);
      // Moving an element in the document would cut its transitions short: only when needed.
      if (match !== place && !child.id) live.insertBefore(match, place);
      kept.add(match);
      if (match === place) place = place.nextElementSibling;
    } else {
      live.insertBefore(child, place);
      kept.add(child);
    }
  }
  for (const child of [...live.children]) {
    if (!kept.has(child) && !child.classList.contains("is-sinking")) child.remove();
  }
}

function copyAttributes(live, fresh) {
  for (const { name } of [...live.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "tabindex") live.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "tabindex" && live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
}
