// The review of the chapter's line: begun and cancelled here, shown as curves, accuracy and a verdict
// on the turn that is looked at, all as the chances of one side; the tree carries the signs of mistakes,
// the board what the better turn would have been. And learning from them.

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

  chosen = null; // the person whose chances are told, where somebody has chosen one
  leads = false; // to the first mistake, as soon as one is known
  last = null; // the position of the line that was shown last

  // `hooks`: address() of the chapter's review, node() that is shown, colours() of both persons,
  // show(node), play(node, turns) to add turns after it, or to look at them, changed(signs) with the
  // mistakes by their positions, draw(marks) over the board, told(person) whose chances are told,
  // previews() whether turns are only looked at, learn(turns), has(node), enqueue(work)
  constructor({ game, tones, csrf, hooks }) {
    Object.assign(this, { game, tones, csrf, hooks });
    keepBox("review-on", "review", false, () => this.show());
    const works = {
      "review-begin": () => {
        this.#leadFromHere();
        return this.#send("begin", { node: hooks.node(), depth: at("review-depth").value });
      },
      "review-cancel": () => this.#send("cancel", {}),
      "review-next": () => this.hooks.show(this.#next().node),
      "review-back": () => this.hooks.show(this.last),
    };
    listenToClicks(works, hooks.enqueue);
  }

  // What the page came with; a review under way is opened.
  begin(data) {
    const isAsked = new URLSearchParams(location.search).has("review");
    if (isAsked || UNDER_WAY.includes(data.phase)) at("review-on").checked = true;
    if (isAsked) this.#leadFromHere();
    this.#take(data);
  }

  // Go straight to the first mistake, unless somebody goes elsewhere before it is found.
  #leadFromHere() {
    this.leads = true;
    this.ledFrom = this.hooks.node();
  }

  #lead() {
    if (!this.leads || this.ledFrom === undefined) return;
    const isHere = this.hooks.node() === this.ledFrom;
    const first = this.#mistakesOf(this.side)[0];
    if (first && isHere) this.hooks.enqueue(() => this.hooks.show(first.node));
    if (first || !isHere || this.data.phase === "done") this.leads = false;
  }

  // The person whose chances are told: the reader, else who made the first mistake.
  get side() {
    const first = this.data.turns.find((turn) => turn.verdict);
    return this.chosen ?? this.data.me ?? first?.person ?? 0;
  }

  // The mistakes of the line: what the tree writes beside their turns.
  get #signs() {
    const { side } = this;
    const marked = this.data.turns.filter((turn) => turn.sign);
    return new Map(marked.map((turn) => [turn.node, { ...turn, summary: turn.summaries[side] }]));
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
    if (data.turns) this.#lead();
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
    const turn = this.#turnHere();
    this.hooks.told(this.isOn ? this.side : 0);
    this.hooks.draw(this.isOn && turn ? turn.drawn : "");
    if (!this.isOn) return;
    at("review-work").hidden = !isUnderWay;
    at("review-begin").textContent = phase === "none" ? "Review this line" : "Review again";
    at("review-progress").value = done;
    at("review-words").textContent = words;
    at("review-words").hidden = !words;
    at("review-about").hidden = phase !== "none";
    if (this.#viewed() >= 0) this.last = this.hooks.node();
    this.#showCurves();
    this.#showAccuracy(isUnderWay);
    this.#showTurn(turn);
    this.#showSteps();
  }

  #showCurves() {
    const { curve } = this.data;
    const viewed = this.#viewed();
    const { side } = this;
    const colours = this.hooks.colours();
    const tones = [1 - side, side].map((person) => toneOf(this.tones, colours[person]));
    at("review-curves").hidden = curve.length === 0;
    if (curve.length === 0) return;
    const told = curve.map((point) => ({ ...point, words: point.words[side] }));
    at("review-whose").textContent = `${this.data.accuracy[side].name}’s chances`;
    this.curve.show({ points: told, viewed, person: side, tones });
    const first = (colours[0] ?? 1) - 1; // the index of person 0's colour
    const leads = curve.map(({ scores }) => (scores ? scores[first] - scores[1 - first] : null));
    const most = Math.max(1, ...leads.map((lead) => Math.abs(lead ?? 0)));
    const points = told.map((point, k) => ({ ...point, share: leads[k] === null ? null : 0.5 + leads[k] / (2 * most) }));
    at("review-scores-part").hidden = leads.every((lead) => lead === null);
    this.scores.show({ points, viewed, person: side, tones });
  }

  // The turn of the line at which the position shown stands; -1 beside the line.
  #viewed() {
    return this.data.nodes.indexOf(this.hooks.node());
  }

  #turnHere() {
    return this.data.turns.find((one) => one.node === this.hooks.node());
  }

  // On the turn that leads to the position shown, where it was a mistake and the review is open; else "".
  get verdict() {
    const turn = this.isOn ? this.#turnHere() : null;
    return turn?.verdict ? turn.summaries[this.side] : "";
  }

  #goTo(turn) {
    const node = this.data.nodes[turn];
    if (this.hooks.has(node)) this.hooks.enqueue(() => this.hooks.show(node));
  }

  // A row for each person, whose name chooses whose chances are told.
  #showAccuracy(isUnderWay) {
    at("review-accuracy").replaceChildren(...this.data.accuracy.map((one, person) => {
      const name = this.data.me === person ? `${one.name} (you)` : one.name;
      const choose = button("review-side review-name", "", () => this.#choose(person), `Tell the chances of ${name}`);
      choose.append(swatch(this.game, one.colour), name);
      choose.setAttribute("aria-pressed", String(person === this.side));
      const percent = one.percent === null ? [] : [element("span", "", "Accuracy ", element("b", "", String(Math.round(one.percent))))];
      const row = element("li", "review-person", choose, ...percent, element("span", "muted", one.words));
      row.title = one.meaning;
      const turns = this.#mistakesOf(person);
      const learn = () => this.hooks.enqueue(() => this.hooks.learn(turns));
      if (turns.length && !isUnderWay) row.append(button("", "Learn", learn, `Learn from the mistakes of ${one.name}`));
      return row;
    }));
    at("review-scale").hidden = this.data.accuracy.every((one) => one.percent === null);
    at("review-scale").textContent = this.data.scale ?? "";
  }

  #choose(person) {
    this.chosen = person;
    this.hooks.changed(this.#signs);
    this.show();
  }

  #mistakesOf(person) {
    return this.data.turns.filter((turn) => turn.person === person && turn.verdict && turn.better && this.hooks.has(turn.node));
  }

  // The next mistake of the side after the position shown; after the last one the first again.
  #next() {
    const mistakes = this.#mistakesOf(this.side);
    const viewed = this.data.nodes.indexOf(this.last);
    return mistakes.find((turn) => turn.number > viewed) ?? mistakes[0];
  }

  #showSteps() {
    const mistakes = this.#mistakesOf(this.side);
    const here = mistakes.findIndex((turn) => turn.node === this.hooks.node());
    const isAway = this.#viewed() < 0 || this.hooks.previews();
    const isBeside = this.data.nodes.length > 0 && isAway && this.last !== null && this.hooks.has(this.last);
    at("review-steps").hidden = mistakes.length === 0 && !isBeside;
    at("review-next").hidden = mistakes.length === 0 || (here === 0 && mistakes.length === 1);
    at("review-next").textContent = here < 0 && mistakes.length === 1 ? "To the mistake" : "Next mistake";
    at("review-where").textContent = here < 0 ? "" : `Mistake ${here + 1} of ${mistakes.length}`;
    at("review-back").hidden = !isBeside;
    at("review-back").textContent = `Back to turn ${this.data.nodes.indexOf(this.last)}`;
  }

  #showTurn(turn) {
    at("review-turn").hidden = !turn;
    if (!turn) return;
    at("review-summary").textContent = turn.summaries[this.side];
    at("review-summary").classList.toggle("is-mistake", Boolean(turn.verdict));
    at("review-why").textContent = turn.why;
    const [better, answer] = turn.lines;
    this.#showLine("review-better", better, turn.from, "!", "");
    this.#showLine("review-answer", answer, turn.node, "?", "The answer");
    at("review-changes").replaceChildren(...turn.words.map((words) => element("li", "", words)));
  }

  // A line of play, each turn of which can be looked at on the board.
  #showLine(id, line, from, sign, words) {
    const buttons = line.map((one, k) => {
      const play = () => this.hooks.enqueue(() => this.hooks.play(from, line.slice(0, k + 1).map(({ text }) => text)));
      const made = button("", "", play);
      made.append(swatch(this.game, one.colour), one.shown);
      return made;
    });
    const mark = element("span", sign === "?" ? "review-sign is-worse" : "review-sign", sign);
    mark.setAttribute("aria-hidden", "true");
    at(id).replaceChildren(...(line.length ? [mark, ...(words ? [element("span", "muted", words)] : []), ...buttons] : []));
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
    this.said = this.turn.why || `${this.turn.better.replaceAll(",", " ")} is better.`;
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
