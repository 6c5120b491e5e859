// A lens for fingers on boards whose cells are small: a finger that stays on the board sees what lies
// under it, enlarged, and may slide on; the cell under it when it is lifted is the one that is meant.

const SMALL = 24; // pixels: smaller cells are missed too easily
const HOLD_MS = 200;
const SIZE = 168; // of the lens, in pixels
const ZOOM_TO = 52; // pixels that a cell is wide in it
const ABOVE = 26; // pixels between the finger and the lens
const SLACK = 8; // pixels that a finger may move before it is one that scrolls

export class Magnifier {
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
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    const seen = SIZE / (scale * this.zoom);
    copy.setAttribute("viewBox", [at.x - seen / 2, at.y - seen / 2, seen, seen].join(" "));
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
