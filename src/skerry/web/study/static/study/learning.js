// Learn from mistakes: one position after the other in which a mistake was made, a better turn to be
// found in each. Right is every turn that the engine cannot tell from the best one.

import { at } from "../base/page.js";

export class Learning {
  turns = []; // mistakes, as the review has them
  k = 0;
  said = ""; // on the turn that was tried last
  isSolved = false; // or shown
  found = 0; // without a wrong turn, and without looking
  isClean = true; // nothing wrong was tried here so far

  // `hooks`: open(turn) shows the position before a mistake, judge(turn, actions) gives the verdict,
  // look(turn) shows the better turn, ended(), changed() when there is something else to say,
  // enqueue(work)
  constructor(hooks) {
    this.hooks = hooks;
    at("learn-look").addEventListener("click", () => hooks.enqueue(() => this.#look()));
    at("learn-next").addEventListener("click", () => hooks.enqueue(() => this.#next()));
    at("learn-end").addEventListener("click", () => hooks.enqueue(() => this.end()));
  }

  get on() {
    return this.turns.length > 0;
  }

  get turn() {
    return this.turns[this.k];
  }

  get heading() {
    return `Mistake ${this.k + 1} of ${this.turns.length}: turn ${this.turn.number}`;
  }

  get task() {
    return `${this.turn.played.replaceAll(",", " ")} was played. Find a better turn.`;
  }

  async begin(turns) {
    Object.assign(this, { turns, k: 0, found: 0 });
    await this.#open();
  }

  async #open() {
    Object.assign(this, { said: "", isSolved: false, isClean: true });
    await this.hooks.open(this.turn);
    this.#show();
  }

  // A whole turn was composed.
  async judge(actions) {
    const { right, words } = await this.hooks.judge(this.turn, actions);
    this.said = right ? `Right. ${words}` : `${words} Try another turn.`;
    if (right && this.isClean && !this.isSolved) this.found += 1;
    this.isClean = this.isClean && right;
    this.isSolved = this.isSolved || right;
    this.#show();
    return right;
  }

  async #look() {
    this.isClean = false;
    this.isSolved = true;
    this.said = [`${this.turn.better.replaceAll(",", " ")} is better.`, ...this.turn.words.slice(1)].join(" ");
    await this.hooks.look(this.turn);
    this.#show();
  }

  async #next() {
    if (this.k + 1 === this.turns.length) return this.end();
    this.k += 1;
    return this.#open();
  }

  async end() {
    const { found, turns } = this;
    this.turns = [];
    this.#show();
    await this.hooks.ended(found, turns.length);
  }

  #show() {
    at("learn-tools").hidden = !this.on;
    at("table").classList.toggle("learns", this.on);
    if (!this.on) return;
    at("learn-look").hidden = this.isSolved;
    at("learn-end").hidden = this.k + 1 === this.turns.length; // its other button says so
    at("learn-next").textContent = this.k + 1 === this.turns.length ? "Finish" : this.isSolved ? "Next" : "Skip";
    at("learn-next").classList.toggle("primary", this.isSolved);
    this.hooks.changed();
  }
}
