// The tree as text: a line of turns, and after a turn the branches in its place, one below the other.
//
//   1. c3  2. d4  3. e5          <div class="line">      a line
//   │ 2. d5  3. c4               <div class="branches">  what could be played in place of 2. d4
//   │ 2. b2

import { formatChance } from "../../base/numbers.js";
import { element, scrollWithin } from "../../base/page.js";

// A tree of turns by numbers: every position knows its parent and, in their order, its children.

export const ROOT = 0;

export class Nodes {
  constructor() {
    this.nodes = new Map();
  }

  // Add a position below its parent, at a rank among the children there.
  put(node, rank = Infinity) {
    this.nodes.set(node.number, { comment: "", marks: [], evaluation: null, ...node, children: [] });
    this.nodes.get(node.parent)?.children.splice(rank, 0, node.number);
  }

  node(number) {
    return this.nodes.get(number);
  }

  // Numbers from the root to a node.
  path(number) {
    const way = [];
    for (let node = this.nodes.get(number); node; node = this.nodes.get(node.parent)) way.push(node.number);
    return way.reverse();
  }

  // A node and the first children that follow it.
  lineFrom(number) {
    const line = [number];
    for (let node = this.nodes.get(number); node?.children.length; node = this.nodes.get(node.children[0])) line.push(node.children[0]);
    return line;
  }

  // The line that leads to a node and goes on from it.
  lineThrough(number) {
    return [...this.path(number).slice(0, -1), ...this.lineFrom(number)];
  }

  // The node that stands so many places after another one among those in its place.
  beside(number, step) {
    const siblings = this.nodes.get(this.nodes.get(number).parent)?.children ?? [];
    return siblings[siblings.indexOf(number) + step];
  }

  branch(number) {
    const found = [];
    const waiting = [number];
    while (waiting.length) {
      const node = this.nodes.get(waiting.pop());
      found.push(node.number);
      waiting.push(...[...node.children].reverse());
    }
    return found;
  }
}

const DEEPEST = 40; // branches within branches that are set in; deeper ones stand as deep as these
const LONGEST_COMMENT = 160; // characters that the tree shows

export class Tree {
  // `store`: the Nodes to show; `onNode` is called with the number of one that is clicked.
  constructor(place, store, onNode) {
    Object.assign(this, { place, store, onNode });
    this.shown = ROOT;
    this.signs = new Map(); // of mistakes, by position: { sign, summary }
    this.side = 0; // the person whose chances are written
    this.labels = new Map(); // words before turns, by position: { words, title }
    place.addEventListener("click", (event) => {
      const button = event.target.closest(".node");
      if (button) onNode(Number(button.dataset.node));
    });
  }

  // Everything anew.
  draw() {
    this.buttons = new Map();
    this.depths = new Map([[ROOT, 0]]);
    const line = element("div", "line");
    line.append(this.#button(ROOT));
    this.#fill(line, ROOT);
    this.place.replaceChildren(line);
    this.show(this.shown);
  }

  // Draw what edits have changed: a turn at the end of a line by itself, all else anew.
  change(edits) {
    const grown = edits.every(({ kind }) => ["Add", "Comment", "Marks", "Evaluate"].includes(kind));
    if (!grown) return this.draw();
    for (const edit of edits) {
      if (edit.kind === "Add") this.#grow(edit.number);
      else if (edit.kind !== "Marks") this.#refresh(edit.node);
    }
    return this.show(this.shown); // which may have come just now
  }

  show(number) {
    this.buttons.get(this.shown)?.removeAttribute("aria-current");
    for (const [one, tabIndex] of [[this.shown, -1], [number, 0]]) {
      const button = this.buttons.get(one);
      if (button) button.tabIndex = tabIndex;
    }
    this.shown = number;
    const button = this.buttons.get(number);
    button?.setAttribute("aria-current", "true");
    if (button) scrollWithin(this.place.parentElement, button);
  }

  // Write the signs of mistakes beside their turns.
  sign(signs) {
    const changed = new Set([...this.signs.keys(), ...signs.keys()]);
    this.signs = signs;
    for (const number of changed) this.#refresh(number);
  }

  // Write all chances as those of one person.
  tellOf(side) {
    if (side === this.side) return;
    this.side = side;
    for (const number of this.buttons.keys()) this.#refresh(number);
  }

  // Write words before turns.
  label(labels) {
    const changed = new Set([...this.labels.keys(), ...labels.keys()]);
    this.labels = labels;
    for (const number of changed) this.#refresh(number);
  }

  rows(numbers) {
    return numbers.map((number) => this.buttons.get(number));
  }

  // ---- making ----

  // Put all that follows a node into its line.
  #fill(line, from, depth = 0) {
    const waiting = [[line, from, depth]];
    while (waiting.length) {
      const [place, start, deep] = waiting.pop();
      for (let node = this.store.node(start); node.children.length; ) {
        const [first, ...others] = node.children;
        place.append(this.#button(first));
        this.#comment(first);
        if (others.length) {
          const branches = element("div", "branches");
          place.append(branches);
          for (const other of others) waiting.push([this.#branch(branches, other, deep + 1), other, deep + 1]);
        }
        node = this.store.node(first);
      }
    }
  }

  #branch(branches, number, deep) {
    const line = element("div", deep > DEEPEST ? "line" : "line branch");
    line.append(this.#button(number));
    branches.append(line);
    this.#comment(number);
    return line;
  }

  #grow(number) {
    if (this.buttons.has(number)) return;
    const { parent } = this.store.node(number);
    const siblings = this.store.node(parent).children;
    if (siblings.length === 1 && this.buttons.has(parent)) {
      this.buttons.get(parent).closest(".line").append(this.#button(number));
      this.#comment(number);
    } else this.draw();
  }

  #button(number) {
    const node = this.store.node(number);
    const depth = number === ROOT ? 0 : this.depths.get(node.parent) + 1;
    this.depths.set(number, depth);
    const button = element("button", "node");
    button.type = "button";
    button.tabIndex = -1;
    button.dataset.node = number;
    this.buttons.set(number, button);
    this.#write(button, node, depth);
    return button;
  }

  #write(button, node, depth) {
    const words = node.turn.replaceAll(",", " ") || "Start";
    const value = valueOf(node.evaluation, this.side);
    const parts = [element("span", "node-text", words)];
    if (depth) parts.unshift(element("span", "node-number", `${depth}.`));
    const label = this.labels.get(node.number);
    if (label) parts.unshift(labelOf(label));
    const mistake = this.signs.get(node.number);
    if (mistake) parts.push(signOf(mistake));
    if (value) parts.push(element("span", "node-value", value));
    button.replaceChildren(...parts);
  }

  #refresh(number) {
    const button = this.buttons.get(number);
    if (!button || !this.store.node(number)) return;
    this.#write(button, this.store.node(number), this.depths.get(number));
    this.#comment(number);
  }

  #comment(number) {
    const button = this.buttons.get(number);
    const after = button.nextElementSibling;
    if (after?.classList.contains("node-comment")) after.remove();
    const { comment } = this.store.node(number);
    if (!comment) return;
    const shown = comment.length > LONGEST_COMMENT ? `${comment.slice(0, LONGEST_COMMENT)}…` : comment;
    button.after(element("span", "node-comment", shown));
  }
}

function labelOf({ words, title }) {
  const shown = element("span", "node-label", words);
  shown.title = title;
  return shown;
}

// What a mistake carries behind it: "?", or "??" of a blunder.
function signOf({ sign, verdict, summary }) {
  const shown = element("span", `node-sign node-${verdict}`, sign);
  shown.title = summary;
  return shown;
}

// The first player's chance in percent, or what is proven of it.
function valueOf(evaluation, side) {
  if (!evaluation) return "";
  const words = side === 0 ? { win: "wins", loss: "loses", draw: "draws" } : { win: "loses", loss: "wins", draw: "draws" };
  if (evaluation.proven) return words[evaluation.proven];
  return formatChance(side === 0 ? evaluation.value : 1 - evaluation.value);
}
