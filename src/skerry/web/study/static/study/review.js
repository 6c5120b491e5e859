// The review of the chapter's line: begun and cancelled here, shown as curves, accuracy and a verdict
// on the turn that is looked at; the tree carries the signs of mistakes. And learning from them.

import { Curve } from "../analysis/analysis.js";
import { get, ignoreRefusal, post } from "../base/api.js";
import { formatPercent } from "../base/numbers.js";
import { announce, at, button, element, keepBox, listenToClicks, pause } from "../base/page.js";
import { swatch, toneOf } from "../board/panel.js";

const ASK_MS = 500;
const UNDER_WAY = ["waiting", "under way"];

const NOTHING = { phase: "none", words: "", done: 0, nodes: [], turns: [], curve: [], accuracy: [] };

export class Review {
  data = NOTHING;
  curve = new Curve(at("review-curve"), (turn) => this.#goTo(turn));
  scores = new Curve(at("review-scores"), (turn) => this.#goTo(turn));

  // `hooks`: address() of the chapter's review, node() that is shown, colours() of both persons,
  // show(node), play(node, turn) to add a turn there or undefined, changed(signs) with the
  // mistakes by their positions, learn(turns), has(node), enqueue(work)
  constructor({ game, tones, csrf, hooks }) {
    Object.assign(this, { game, tones, csrf, hooks });
    keepBox("review-on", "review", false, () => this.show());
    const works = {
      "review-begin": () => this.#send("begin", { node: hooks.node(), depth: at("review-depth").value }),
      "review-cancel": () => this.#send("cancel", {}),
      "review-better": () => this.#addBetter(),
    };
    listenToClicks(works, hooks.enqueue);
  }

  // What the page came with; a review under way is opened.
  begin(data) {
    const isAsked = new URLSearchParams(location.search).has("review");
    if (isAsked || UNDER_WAY.includes(data.phase)) at("review-on").checked = true;
    this.#take(data);
  }

  // The mistakes of the line: what the tree writes beside their turns.
  get #signs() {
    return new Map(this.data.turns.filter((turn) => turn.sign).map((turn) => [turn.node, turn]));
  }

  get isOn() {
    return at("review-on").checked;
  }

  // ---- asking ----

  async #send(what, body) {
    this.#take(await post(`${this.hooks.address()}/${what}`, body, this.csrf));
  }

  // Ask until there is nothing more to come; never twice at a time.
  async #follow() {
    if (this.isFollowing) return;
    this.isFollowing = true;
    try {
      while (UNDER_WAY.includes(this.data.phase)) {
        await pause(ASK_MS);
        if (!document.hidden) await this.#ask();
      }
    } finally {
      this.isFollowing = false;
    }
  }

  async #ask() {
    try {
      this.#take(await get(`${this.hooks.address()}?known=${this.data.version ?? 0}`));
    } catch (error) {
      ignoreRefusal(error);
      if (error.status) at("review-words").textContent = error.message;
    }
  }

  #take(data) {
    const was = this.data.phase;
    this.data = { ...(data.phase === "none" ? NOTHING : this.data), ...data };
    if (data.turns) this.hooks.changed(this.#signs);
    if (UNDER_WAY.includes(was) && data.phase === "done") announce("The review is done.");
    this.show();
    if (UNDER_WAY.includes(data.phase)) this.#follow();
  }

  // ---- showing ----

  // Another position is shown, or something new is known.
  show() {
    const { phase, words, done } = this.data;
    const isUnderWay = UNDER_WAY.includes(phase);
    at("table").classList.toggle("reviews", this.isOn);
    at("review-body").hidden = !this.isOn;
    at("review-start").hidden = isUnderWay || !at("review-start").dataset.may;
    if (!this.isOn) return;
    at("review-work").hidden = !isUnderWay;
    at("review-begin").textContent = phase === "none" ? "Review this line" : "Review again";
    at("review-progress").value = done;
    at("review-words").textContent = words;
    at("review-words").hidden = !words;
    at("review-about").hidden = phase !== "none";
    this.#showCurves();
    this.#showAccuracy(isUnderWay);
    this.#showTurn();
  }

  #showCurves() {
    const { curve } = this.data;
    const viewed = this.#viewed();
    const colours = this.hooks.colours();
    const tones = [1, 0].map((person) => toneOf(this.tones, colours[person]));
    at("review-curves").hidden = curve.length === 0;
    if (curve.length === 0) return;
    this.curve.show({ points: curve, viewed, person: 0, tones });
    const first = (colours[0] ?? 1) - 1; // the index of person 0's colour
    const leads = curve.map(({ scores }) => (scores ? scores[first] - scores[1 - first] : null));
    const most = Math.max(1, ...leads.map((lead) => Math.abs(lead ?? 0)));
    const points = curve.map((point, k) => ({ ...point, share: leads[k] === null ? null : 0.5 + leads[k] / (2 * most) }));
    at("review-scores-part").hidden = leads.every((lead) => lead === null);
    this.scores.show({ points, viewed, person: 0, tones });
  }

  // The turn of the line at which the position shown stands; -1 beside the line.
  #viewed() {
    return this.data.nodes.indexOf(this.hooks.node());
  }

  #goTo(turn) {
    const node = this.data.nodes[turn];
    if (this.hooks.has(node)) this.hooks.enqueue(() => this.hooks.show(node));
  }

  #showAccuracy(isUnderWay) {
    at("review-accuracy").replaceChildren(...this.data.accuracy.map((one, person) => {
      const percent = one.percent === null ? "" : formatPercent(one.percent / 100, 1);
      const name = element("span", "review-name", swatch(this.game, one.colour), one.name);
      const row = element("li", "review-person", name, element("b", "", percent), element("span", "muted", one.words));
      const turns = this.#mistakesOf(person);
      const learn = () => this.hooks.enqueue(() => this.hooks.learn(turns));
      if (turns.length && !isUnderWay) row.append(button("", "Learn", learn, `Learn from the mistakes of ${one.name}`));
      return row;
    }));
  }

  #mistakesOf(person) {
    return this.data.turns.filter((turn) => turn.person === person && turn.verdict && turn.better && this.hooks.has(turn.node));
  }

  #showTurn() {
    const turn = this.data.turns.find((one) => one.node === this.hooks.node());
    at("review-turn").hidden = !turn;
    if (!turn) return;
    at("review-summary").textContent = turn.summary;
    at("review-summary").classList.toggle("is-mistake", Boolean(turn.verdict));
    at("review-changes").replaceChildren(...turn.words.map((words) => element("li", "", words)));
    at("review-better").hidden = !turn.better || !this.hooks.play || !turn.words.length;
    at("review-better").textContent = turn.better ? `Play ${turn.better.replaceAll(",", " ")}` : "";
  }

  async #addBetter() {
    const turn = this.data.turns.find((one) => one.node === this.hooks.node());
    if (turn?.better) await this.hooks.play(turn.node, turn.better);
  }
}

// ---- learning from mistakes: one position after the other in which a mistake was made, a better turn to be
// found in each; right is every turn that the engine cannot tell from the best one ----

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
    const works = { "learn-look": () => this.#look(), "learn-next": () => this.#next(), "learn-end": () => this.#end() };
    listenToClicks(works, hooks.enqueue);
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
    if (this.k + 1 === this.turns.length) return this.#end();
    this.k += 1;
    return this.#open();
  }

  async #end() {
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
