// The part of the page that shows what was tried: the tree, and the button that makes a study of it.

import { at } from "../base/page.js";
import { ROOT } from "../board/tree/nodes.js";
import { Tree } from "../board/tree/tree.js";
import { forgetTried, Tried } from "./tried.js";

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

  forget() {
    forgetTried(this.game);
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

  show(number) {
    this.tree.show(number);
  }

  get first() {
    return this.tried.node(ROOT).children[0];
  }

  beside(number, step) {
    return this.tried.beside(number, step);
  }
}
