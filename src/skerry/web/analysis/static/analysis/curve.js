// The chances over a whole game: a picture that is also a slider through its turns.

const SVG = "http://www.w3.org/2000/svg";
const EDGE = 7; // pixels left free at all sides, for marks

function shape(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

export class Curve {
  // `onTurn` is called with the turn that was clicked.
  constructor(place, onTurn) {
    this.place = place;
    this.points = []; // { share of person 0 or null, blunder, words }
    this.viewed = 0;
    this.person = 0; // whose chance grows upwards
    this.tones = ["none", "none"]; // of the one above, of the one below
    this.svg = shape("svg", { class: "curve-svg", role: "slider", tabindex: "0", "aria-label": "Turn, with the chances after it" });
    place.replaceChildren(this.svg);
    this.svg.addEventListener("click", (event) => {
      const turn = this.#turnAt(event.clientX);
      if (turn !== null) onTurn(turn);
    });
    this.svg.addEventListener("pointermove", (event) => this.#showTitle(event));
    new ResizeObserver(() => this.#draw()).observe(place);
  }

  show({ points, viewed, person, tones }) {
    Object.assign(this, { points, viewed, person, tones });
    this.#draw();
  }

  #turnAt(x) {
    const box = this.svg.getBoundingClientRect();
    if (this.points.length === 0) return null;
    const last = this.points.length - 1;
    const share = (x - box.left - EDGE) / Math.max(1, box.width - 2 * EDGE);
    return Math.max(0, Math.min(last, Math.round(share * last)));
  }

  #showTitle(event) {
    const turn = this.#turnAt(event.clientX);
    if (turn === null || turn === this.titled) return;
    this.titled = turn;
    this.title?.remove();
    this.title = shape("title", {}, this.points[turn].words);
    this.svg.prepend(this.title);
  }

  #draw() {
    const { width, height } = this.place.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    const last = this.points.length - 1;
    const x = (turn) => EDGE + (last > 0 ? turn / last : 0.5) * (width - 2 * EDGE);
    const up = (share) => (this.person === 0 ? share : 1 - share);
    const y = (share) => EDGE + (1 - up(share)) * (height - 2 * EDGE);
    const parts = [];
    const [top, bottom] = [EDGE, height - EDGE];
    for (const run of runs(this.points)) {
      const line = run.map((turn) => `${x(turn)} ${y(this.points[turn].share)}`).join("L");
      if (run.length === 1) {
        parts.push(shape("circle", { class: "curve-point", cx: x(run[0]), cy: y(this.points[run[0]].share), r: 2.4 }));
        continue;
      }
      const [start, end] = [x(run[0]), x(run[run.length - 1])];
      parts.push(shape("path", { class: `tone-${this.tones[0]}`, d: `M${line}L${end} ${top}H${start}Z` }));
      parts.push(shape("path", { class: `tone-${this.tones[1]}`, d: `M${line}L${end} ${bottom}H${start}Z` }));
      parts.push(shape("path", { class: "curve-line", d: `M${line}` }));
    }
    const middle = (top + bottom) / 2;
    parts.push(shape("path", { class: "curve-half", d: `M${EDGE} ${middle}H${width - EDGE}` }));
    this.points.forEach((point, turn) => {
      if (point.blunder) parts.push(...blunder(x(turn), y(point.share), top, bottom));
    });
    const here = this.points[this.viewed];
    if (here) {
      parts.push(shape("path", { class: "curve-here", d: `M${x(this.viewed)} ${top - 4}V${bottom + 4}` }));
      if (here.share !== null) {
        parts.push(shape("circle", { class: "curve-dot", cx: x(this.viewed), cy: y(here.share), r: 4.5 }));
      }
    }
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.title = this.titled = undefined;
    this.svg.replaceChildren(...parts);
    this.svg.setAttribute("aria-valuemin", 0);
    this.svg.setAttribute("aria-valuemax", Math.max(0, last));
    this.svg.setAttribute("aria-valuenow", this.viewed);
    this.svg.setAttribute("aria-valuetext", here ? here.words : "");
  }
}

// The turns of which the chances are known, in runs without a gap.
function runs(points) {
  const found = [];
  points.forEach((point, turn) => {
    if (point.share === null) return;
    const last = found[found.length - 1];
    if (last && last[last.length - 1] === turn - 1) last.push(turn);
    else found.push([turn]);
  });
  return found;
}

// A mark that says "?" where a turn lost much; it stays within the picture.
function blunder(x, y, top, bottom) {
  const at = Math.max(top + 6, Math.min(bottom - 6, y));
  return [
    shape("circle", { class: "curve-blunder", cx: x, cy: at, r: 6.5 }),
    shape("text", { class: "curve-blunder-sign", x, y: at }, "?"),
  ];
}
