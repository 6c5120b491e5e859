// Marks on the board: a click on a cell draws one or takes it away; an arrow takes two cells, an area
// grows cell by cell.

import { at } from "../base/page.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export class Marking {
  // `onChange` is called when it is turned on or off.
  constructor(onChange) {
    this.on = false;
    this.from = null; // cell at which an arrow begins
    this.onChange = onChange;
    at("marking").addEventListener("click", () => this.turn(!this.on));
    for (const input of document.querySelectorAll('input[name="mark-kind"]')) {
      input.addEventListener("change", () => { this.from = null; });
    }
  }

  turn(on) {
    this.on = on;
    this.from = null;
    at("marking").setAttribute("aria-pressed", on);
    at("mark-tools").hidden = !on;
    this.onChange();
  }

  get kind() {
    return document.querySelector('input[name="mark-kind"]:checked').value;
  }

  get colour() {
    return document.querySelector('input[name="mark-colour"]:checked').value;
  }

  // The marks after a click on a cell; null where it only begins an arrow.
  click(marks, cell) {
    const { kind, colour } = this;
    if (kind === "arrow") return this.#arrow(marks, cell, colour);
    if (kind === "area") return toggleArea(marks, cell, colour);
    const same = (mark) => mark.kind === kind && mark.cells[0] === cell;
    const there = marks.find(same);
    const others = marks.filter((mark) => !same(mark));
    if (there?.colour === colour) return others;
    if (kind !== "label") return [...others, { kind, cells: [cell], colour }];
    return [...others, { kind, cells: [cell], colour, text: there?.text ?? nextLetter(marks) }];
  }

  #arrow(marks, cell, colour) {
    if (this.from === null) {
      this.from = cell;
      return null;
    }
    const cells = [this.from, cell];
    this.from = null;
    if (cells[0] === cell) return null;
    const same = (mark) => mark.kind === "arrow" && mark.cells.join() === cells.join();
    const there = marks.find(same);
    const others = marks.filter((mark) => !same(mark));
    return there?.colour === colour ? others : [...others, { kind: "arrow", cells, colour }];
  }

  get words() {
    if (!this.on) return "";
    if (this.kind !== "arrow") return "Choose cells to mark, or to take a mark away";
    return this.from === null ? "Choose where the arrow begins" : `An arrow from ${this.from}: choose where it points`;
  }
}

// One area for each colour.
function toggleArea(marks, cell, colour) {
  const area = marks.find((mark) => mark.kind === "area" && mark.colour === colour);
  const others = marks.filter((mark) => mark !== area);
  const cells = area?.cells ?? [];
  const left = cells.includes(cell) ? cells.filter((one) => one !== cell) : [...cells, cell];
  return left.length ? [...others, { kind: "area", cells: left, colour }] : others;
}

function nextLetter(marks) {
  const taken = new Set(marks.filter((mark) => mark.kind === "label").map((mark) => mark.text));
  return [...LETTERS].find((letter) => !taken.has(letter)) ?? "*";
}
