// Help against the easiest levels: a hint when one asks for it, and a note on a blunder.

import { ApiError, post } from "../base/api.js";
import { at, newPageName, pause } from "../base/page.js";

const ASK_MS = 250;
const PATIENT_MS = 2500; // after which a hint is shown with what is known
const LONGEST_MS = 6000; // after which nobody waits any more

export class Hints {
  // `hooks`: show(hint) when one has come, announce(words), fail(error)
  constructor({ url, csrf, board, hooks }) {
    Object.assign(this, { url, csrf, board, hooks });
    this.page = newPageName();
    this.state = null;
    this.judged = null; // the last turn of one's own that was judged, or was there before
    at("hint").addEventListener("click", () => this.ask());
  }

  // The page shows another state of the game.
  follow(state) {
    const before = this.state;
    const isNew = !before || before.version !== state.version || before.viewed !== state.viewed;
    this.state = state;
    at("hint").hidden = state.own_turn === undefined || Boolean(state.ending);
    at("hint").disabled = !state.may_hint;
    if (!isNew) return;
    this.#forget();
    if (state.own_turn === undefined) return;
    if (!before || state.own_turn === null || state.own_turn <= this.judged) this.judged = state.own_turn;
    else if (state.mine || state.over) this.#judge(state.own_turn);
  }

  // Take what was hinted at off the board.
  #forget() {
    if (this.isShown) this.board.overlay("");
    this.isShown = false;
    at("note").hidden = true;
  }

  async ask() {
    if (at("hint").hidden || at("hint").disabled) return;
    at("hint").disabled = true;
    const hint = await this.#poll("hint", { version: this.state.version });
    at("hint").disabled = !this.state.may_hint;
    if (!hint) return;
    this.isShown = true;
    this.board.overlay(hint.advice);
    this.hooks.show(hint);
    this.hooks.announce(`${hint.heading}. ${hint.words}`);
  }

  async #judge(turn) {
    this.judged = turn;
    const verdict = await this.#poll("verdict", { version: this.state.version, turn });
    if (!verdict?.blunder) return;
    at("note-words").textContent = verdict.words;
    at("note").hidden = false;
  }

  // Ask again and again, as long as the game stays as it is; null when no answer is to be had.
  async #poll(what, body) {
    const { version } = body;
    const began = Date.now();
    try {
      while (this.state.version === version && Date.now() - began < LONGEST_MS) {
        const patient = Date.now() - began < PATIENT_MS;
        const answer = await post(`${this.url}/${what}`, { ...body, page: this.page, patient }, this.csrf);
        if (this.state.version !== version || answer.phase === "gone on") return null;
        if (answer.known) return answer;
        await pause(ASK_MS);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (what === "hint") this.hooks.fail(error);
    } finally {
      post(`${this.url}/analysis/stop`, { page: this.page }, this.csrf, true).catch(() => {});
    }
    return null;
  }
}
