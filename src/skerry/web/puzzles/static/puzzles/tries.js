// The part of the page that shows what was tried: the tree, and the button that makes a study of it.

import { at } from "../base/page.js";
import { tabStorage } from "../base/storage.js";
import { Nodes, ROOT, Tree } from "../board/tree/tree.js";

// The turns that were tried at a puzzle, each with what followed: a tree that begins at the puzzle's
// position. This tab alone remembers it, for the visit.
//
//   [{ "face": "wrong", "value": "loss", "words": "White answers a2 and wins.", "turns": ["b2", "a2"] }, …]

const FACES = ["right", "wrong", "shown"]; // shown: the solution, by who gave up
const VALUES = ["win", "draw", "loss"]; // for who is to move
const MOST = 30; // tries that are remembered; a form has room for them
const PREFIX = "skerry-tried";

class Tried extends Nodes {
  constructor(game, key) {
    super();
    this.place = `${PREFIX}-${game}-${key}`;
    this.tries = [];
    this.put({ number: ROOT, turn: "" });
    for (const one of read(this.place)) this.#grow(one);
  }

  // Take in a turn and what followed, as the server has drawn it; gives the numbers of its positions.
  add(face, { value, words, steps }) {
    const way = this.#grow({ face, value, words, turns: steps.map((step) => step.turn) });
    this.remember(way, steps);
    tabStorage.writeJson(this.place, this.latest);
    return way;
  }

  get latest() {
    return this.tries.slice(-MOST);
  }

  // The drawings of some positions; a reload has forgotten them.
  remember(way, steps) {
    way.forEach((number, k) => { this.node(number).step = steps[k]; });
  }

  #grow({ face, value, words, turns }) {
    const known = this.tries.find((one) => one.turns.join(" ") === turns.join(" "));
    if (!known) this.tries.push({ face, value, words, turns });
    const way = [];
    for (const turn of turns) way.push(this.#child(way.at(-1) ?? ROOT, turn));
    const first = this.node(way[0]);
    if (first.face !== "right") Object.assign(first, { face, words, evaluation: { proven: value } });
    if (face !== "wrong") this.#lead(way[0]);
    return way;
  }

  #child(parent, turn) {
    const there = this.node(parent).children.find((one) => this.node(one).turn === turn);
    if (there !== undefined) return there;
    const number = this.nodes.size;
    this.put({ number, parent, turn });
    return number;
  }

  // What solves the puzzle stands before all else.
  #lead(number) {
    const root = this.node(ROOT);
    root.children = [number, ...root.children.filter((one) => one !== number)];
  }
}

function read(place) {
  const kept = tabStorage.readJson(place);
  return Array.isArray(kept) ? kept.filter(isTry) : [];
}

function isTry(one) {
  const areTurns = Array.isArray(one?.turns) && one.turns.length > 0 && one.turns.every((turn) => typeof turn === "string");
  return areTurns && FACES.includes(one.face) && VALUES.includes(one.value) && typeof one.words === "string";
}

export class Tries {
  // `hooks`: go(number) to a position of the tree, draw(turns) asks for the drawings of a line
  constructor(game, hooks) {
    Object.assign(this, { game, hooks });
    this.tree = new Tree(at("tree"), null, hooks.go);
  }

  // Another puzzle is shown, or this one from its start. `isKnown`: somebody knows its solution.
  open(key, isKnown) {
    if (key !== this.key) this.tried = new Tried(this.game, key);
    this.key = key;
    this.#draw(ROOT, isKnown);
  }

  // A turn was judged; gives the numbers of the positions that it led to.
  add(face, fresh, isKnown) {
    const way = this.tried.add(face, fresh);
    this.#draw(way[0], isKnown);
    return way;
  }

  // At all puzzles of the game.
  forget() {
    tabStorage.removeAll(`${PREFIX}-${this.game}-`);
    this.key = null;
  }

  #draw(shown, isKnown) {
    const { tree, tried } = this;
    Object.assign(tree, { store: tried, shown });
    tree.draw();
    const isEmpty = tried.tries.length === 0;
    tree.place.parentElement.hidden = isEmpty;
    at("tries").hidden = isEmpty && !isKnown;
    at("to-study").hidden = !isKnown;
    at("study-puzzle").value = `${this.game}/${this.key}`;
    at("study-tried").value = JSON.stringify(tried.latest.map((one) => one.turns));
  }

  // What there is to show of the line through a position: { face, words, way, steps }.
  async verdict(number) {
    const way = this.tried.lineThrough(number).slice(1);
    const nodes = way.map((one) => this.tried.node(one));
    if (nodes.some((node) => !node.step)) this.tried.remember(way, await this.hooks.draw(nodes.map((node) => node.turn)));
    return { face: nodes[0].face, words: nodes[0].words, way, steps: nodes.map((node) => node.step) };
  }
}
