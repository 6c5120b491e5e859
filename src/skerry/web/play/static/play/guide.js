// The guide beside the board of a game: help against the easiest levels, what both colours are after,
// and the rules.

import { ApiError, ignoreRefusal, post } from "../base/api.js";
import { announce, at, newPageName, pause, toast } from "../base/page.js";
import { keepCookie, readCookie } from "../base/storage.js";

// ---- help against the easiest levels: a hint when one asks for it, and a note on a blunder ----
//
// A hint is one thing with several parts: the stones on the board, why, and the button that plays
// them. They come and go together, whatever else is shown or drawn anew.

const ASK_MS = 250;
const LONGEST_MS = 30000; // after which nobody waits any more

export class Hints {
  page = newPageName();
  state = null;
  shown = null; // the hint, null while there is none
  isAside = false; // while the board shows another position
  judged = null; // the last turn of one's own that was judged, or was there before

  // `play(actions)` plays the hint, `enqueue(work)` does one thing after another.
  constructor({ url, csrf, board, enqueue, play }) {
    Object.assign(this, { url, csrf, board, enqueue, play });
    at("hint").addEventListener("click", () => this.ask());
    at("hint-close").addEventListener("click", () => this.#close());
    at("hint-play").addEventListener("click", () => this.#play());
  }

  // The page shows another state of the game.
  follow(state) {
    const before = this.state;
    const isNew = !before || before.version !== state.version || before.viewed !== state.viewed;
    this.state = state;
    at("hint").hidden = state.own_turn === undefined || Boolean(state.ending);
    at("hint").disabled = !state.may_hint || this.isAsking;
    this.isAside = false;
    if (!isNew) return this.#draw();
    this.#forget();
    at("note").hidden = true;
    if (state.own_turn === undefined) return undefined;
    if (!before || state.own_turn === null || state.own_turn <= this.judged) this.judged = state.own_turn;
    else if (state.mine || state.over) this.#judge(state.own_turn);
    return undefined;
  }

  // Another position is on the board for a while, to which the hint does not belong.
  setAside(isAside) {
    this.isAside = isAside;
    this.#draw();
  }

  #forget() {
    this.shown = null;
    this.#draw();
  }

  #close() {
    this.#forget();
    at("hint").focus();
  }

  // All of the hint, or nothing of it.
  #draw() {
    const hint = this.isAside ? null : this.shown;
    if (hint || this.isDrawn) this.board.overlay("hint", hint?.advice ?? "");
    this.isDrawn = Boolean(hint);
    at("hint-box").hidden = !hint && !this.isAsking;
    at("hint-play").hidden = at("hint-close").hidden = !hint;
    at("hint-heading").textContent = hint?.heading ?? "";
    at("hint-words").textContent = hint?.words ?? (this.isAsking ? "Looking for a good turn…" : "");
  }

  async ask() {
    if (at("hint").hidden || at("hint").disabled) return;
    at("hint").disabled = this.isAsking = true;
    this.#draw();
    const hint = await this.#poll("hint", { version: this.state.version }).finally(() => {
      this.isAsking = false;
      at("hint").disabled = !this.state.may_hint;
    });
    if (hint) this.shown = hint;
    this.#draw();
    if (hint && !this.isAside) announce(`${hint.heading}. ${hint.words}`);
  }

  #play() {
    const hint = this.shown;
    if (hint) this.enqueue(() => (this.shown === hint ? this.play(hint.actions) : undefined));
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
    const { viewed } = this.state;
    const isHere = () => this.state.version === version && this.state.viewed === viewed;
    const began = Date.now();
    try {
      while (isHere() && Date.now() - began < LONGEST_MS) {
        const answer = await post(`${this.url}/${what}`, { ...body, page: this.page }, this.csrf);
        if (!isHere() || answer.phase === "gone on") return null;
        if (answer.known) return answer;
        if (answer.trouble) throw new ApiError(answer.trouble, 503);
        await pause(ASK_MS);
      }
    } catch (error) {
      ignoreRefusal(error);
      if (what === "hint") toast(error.message);
    } finally {
      post(`${this.url}/analysis/stop`, { page: this.page }, this.csrf, true).catch(() => {});
    }
    return null;
  }
}

// ---- what both colours are after, drawn over the board by the server while a cookie asks for it ----

const COOKIE = "skerry_aims";

export class Aims {
  // `onChange` is called when they are turned on or off.
  constructor(onChange) {
    this.on = readCookie(COOKIE) === "yes";
    this.onChange = onChange;
    at("aims").addEventListener("click", () => this.turn(!this.on));
    this.#show();
  }

  turn(on) {
    this.on = on;
    keepCookie(COOKIE, on ? "yes" : "no");
    this.#show();
    this.onChange();
  }

  // What they mean, and all that is drawn in words, for who listens; null: nothing is drawn.
  tell(drawn) {
    at("legend").textContent = drawn?.legend ?? "";
    at("aims-words").textContent = drawn?.words.map((one) => `${one}.`).join(" ") ?? "";
  }

  #show() {
    at("aims").setAttribute("aria-pressed", this.on);
    at("legend").hidden = !this.on;
  }
}

// ---- the rules over the page: a dialog with the text of their own page ----

let areLoaded = false;

export async function openRules() {
  if (!areLoaded) at("rule-text").replaceChildren(...(await loadRules()));
  areLoaded = true;
  at("rule-dialog").showModal();
  at("rule-text").scrollTop = 0;
  at("rule-text").focus();
}

async function loadRules() {
  let page;
  try {
    page = await (await fetch(at("rule").href)).text();
  } catch {
    throw new ApiError("The rules cannot be had now; does the server still run?", 0);
  }
  const found = new DOMParser().parseFromString(page, "text/html").getElementById("rules");
  if (!found) throw new ApiError("The rules cannot be read.", 0);
  return found.childNodes;
}
