// The review of the chapter's line: begun and cancelled here, shown as curves, accuracy and a verdict
// on the turn that is looked at; the tree carries the signs of mistakes.

import { ApiError, get, post } from "../base/api.js";
import { formatPercent } from "../base/numbers.js";
import { at, keepSetting, pause, readSetting } from "../base/page.js";
import { Curve } from "../analysis/curve.js";
import { element, swatch, toneOf } from "../board/panel.js";

const ASK_MS = 500;
const UNDER_WAY = ["waiting", "under way"];

const NOTHING = { phase: "none", words: "", done: 0, nodes: [], turns: [], curve: [], accuracy: [] };

export class Review {
  // `hooks`: address() of the chapter's review, node() that is shown, colours() of both persons,
  // show(node), play(node, turn) to add a turn there or undefined, changed(signs) with the
  // mistakes by their positions, learn(turns), has(node), enqueue(work), announce(words)
  constructor({ game, tones, csrf, hooks }) {
    Object.assign(this, { game, tones, csrf, hooks });
    this.data = NOTHING;
    this.curve = new Curve(at("review-curve"), (turn) => this.#goTo(turn));
    this.scores = new Curve(at("review-scores"), (turn) => this.#goTo(turn));
    at("review-on").checked = readSetting("review", false);
    at("review-on").addEventListener("change", () => {
      keepSetting("review", at("review-on").checked);
      this.show();
    });
    at("review-begin").addEventListener("click", () => hooks.enqueue(() => this.#begin()));
    at("review-cancel").addEventListener("click", () => hooks.enqueue(() => this.#send("cancel", {})));
    at("review-better").addEventListener("click", () => hooks.enqueue(() => this.#addBetter()));
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

  async #begin() {
    await this.#send("begin", { node: this.hooks.node(), depth: at("review-depth").value });
  }

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
      if (!(error instanceof ApiError)) throw error;
      if (error.status) at("review-words").textContent = error.message;
    }
  }

  #take(data) {
    const was = this.data.phase;
    this.data = { ...(data.phase === "none" ? NOTHING : this.data), ...data };
    if (data.turns) this.hooks.changed(this.#signs);
    if (UNDER_WAY.includes(was) && data.phase === "done") this.hooks.announce("The review is done.");
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
      const row = element("li", "review-person");
      const percent = one.percent === null ? "" : formatPercent(one.percent / 100, 1);
      const name = element("span", "review-name");
      name.append(swatch(this.game, one.colour), one.name);
      row.append(name, element("b", "", percent), element("span", "muted", one.words));
      const turns = this.mistakesOf(person);
      if (turns.length && !isUnderWay) row.append(this.#learnButton(one.name, turns));
      return row;
    }));
  }

  #learnButton(name, turns) {
    const button = element("button", "", "Learn");
    button.type = "button";
    button.setAttribute("aria-label", `Learn from the mistakes of ${name}`);
    button.addEventListener("click", () => this.hooks.enqueue(() => this.hooks.learn(turns)));
    return button;
  }

  mistakesOf(person) {
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
