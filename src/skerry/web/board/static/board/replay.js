// Looking at the turns that were played: buttons and a slider, the list of turns, and the replay that
// goes on by itself.

import { at, button, element, handOn, keepChoice, readChoice, scrollWithin } from "../base/page.js";
import { swatch } from "./panel.js";

export class Replay {
  #sliding = null; // of many quick moves of the slider only the last is worth a request
  // What keys do, and buttons.
  keys = {
    Home: () => this.go(0),
    ArrowLeft: () => this.go(this.where().viewed - 1),
    ArrowRight: () => this.go(this.where().viewed + 1),
    End: () => this.go(this.where().turn),
  };

  // `go(turn)` shows the board after a turn, unless there is none; `where()` gives the turn that is `viewed`
  // and the latest `turn`; `enqueue` does one thing after another.
  constructor({ go, where, enqueue }) {
    Object.assign(this, { go, where, enqueue });
    const buttons = { first: "Home", back: "ArrowLeft", forward: "ArrowRight", latest: "End" };
    for (const [id, key] of Object.entries(buttons)) at(id).addEventListener("click", () => enqueue(this.keys[key]));
    at("slider").addEventListener("input", () => {
      this.#sliding = Number(at("slider").value);
      enqueue(() => this.#slide());
    });
  }

  async #slide() {
    const goal = this.#sliding;
    if (goal === null) return;
    try {
      await this.go(goal);
    } finally {
      if (this.#sliding === goal) {
        this.#sliding = null;
        this.show(); // also when it was refused: what is seen is another turn than where it was drawn to
      }
    }
  }

  show() {
    const { turn, viewed } = this.where();
    at("slider").max = turn;
    at("slider").value = this.#sliding ?? viewed;
    at("slider").setAttribute("aria-valuetext", `Turn ${viewed} of ${turn}`);
    at("first").disabled = at("back").disabled = viewed === 0;
    at("latest").disabled = at("forward").disabled = viewed === turn;
    handOn(at("back"), at("forward"), at("first"), at("latest"));
  }
}

// ---- by itself, turn after turn, until the end or until somebody does anything ----

const PAUSES = { slow: 2200, normal: 1200, fast: 500 }; // milliseconds, once the stones have come
const PLAY = "M10 8.2v7.6l6-3.8z"; // signs within a circle
const PAUSE = "M9.8 8.8v6.4M14.2 8.8v6.4";

export class Autoplay {
  on = false;
  #timer = 0;
  #isStepping = false;

  // Once the stones of a turn have come to the board, and after a pause, the next one is shown.
  constructor(replay, board) {
    Object.assign(this, { replay, board, speed: at("replay-speed") });
    this.speed.value = readChoice("replay-speed", Object.keys(PAUSES), "normal");
    this.speed.addEventListener("change", () => keepChoice("replay-speed", this.speed.value));
    at("autoplay").addEventListener("click", () => this.turn(!this.on));
    document.addEventListener("visibilitychange", () => document.hidden && this.turn(false));
  }

  turn(on) {
    if (on === this.on) return;
    this.on = on;
    clearTimeout(this.#timer);
    this.#show();
    if (on) this.#go(true);
  }

  // The page shows another turn, or the game has changed: unless this was done here, stop.
  follow(state) {
    at("autoplay").disabled = state.turn === 0;
    if (!this.#isStepping) this.turn(false);
  }

  async #go(isFirst) {
    this.#isStepping = true;
    const goesOn = await this.replay.enqueue(() => this.#step(isFirst)).finally(() => { this.#isStepping = false; });
    if (!goesOn) this.turn(false);
    else if (this.on) this.#timer = setTimeout(() => this.#go(false), this.board.arrival + PAUSES[this.speed.value]);
  }

  // Show the turn after the one shown, from the start when that is the latest; gives whether another one follows.
  async #step(isFirst) {
    const { viewed, turn } = this.replay.where();
    await this.replay.go(isFirst && viewed === turn ? 0 : viewed + 1);
    return this.replay.where().viewed < this.replay.where().turn;
  }

  #show() {
    const words = this.on ? "Stop the replay (P)" : "Replay turn by turn (P)";
    at("autoplay").setAttribute("aria-label", words);
    at("autoplay").title = words;
    at("autoplay").querySelector("path").setAttribute("d", this.on ? PAUSE : PLAY);
  }
}

// ---- the list of turns: a click on one shows the board after it ----

export class TurnList {
  list = at("turns");

  constructor(game, replay) {
    Object.assign(this, { game, replay });
    // It is one stop of the Tab key; within it the arrows go up and down.
    this.list.addEventListener("keydown", (event) => {
      const row = event.target.closest(".turn");
      const next = { ArrowUp: row?.previousElementSibling, ArrowDown: row?.nextElementSibling }[event.key];
      if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      next?.firstElementChild.focus();
    });
    this.list.addEventListener("focusin", ({ target }) => {
      for (const one of this.list.querySelectorAll(".turn-button")) one.tabIndex = one === target ? 0 : -1;
    });
    new ResizeObserver(() => this.#scroll()).observe(this.list.parentElement);
  }

  show({ turns, version, viewed }) {
    const { list } = this;
    if (list.childElementCount !== turns.length + 1 || list.dataset.version !== String(version)) {
      list.dataset.version = version;
      list.replaceChildren(this.#row({ number: 0, text: "Start", sentence: "Start of the game" }), ...turns.map((turn) => this.#row(turn)));
    }
    [...list.children].forEach((row, number) => {
      const isShown = number === viewed;
      row.classList.toggle("is-shown", isShown);
      row.firstElementChild.tabIndex = isShown ? 0 : -1;
      if (isShown) row.firstElementChild.setAttribute("aria-current", "true");
      else row.firstElementChild.removeAttribute("aria-current");
    });
    this.#scroll();
  }

  #row({ number, text, colour, sentence }) {
    const label = number ? `Turn ${number}: ${sentence}` : sentence;
    const made = button("turn-button", "", () => this.replay.enqueue(() => this.replay.go(number)), label);
    made.append(element("span", "turn-number", number && String(number)), number ? swatch(this.game, colour) : "", element("span", "turn-text", text));
    return element("li", "turn", made);
  }

  #scroll() {
    const shown = this.list.querySelector(".is-shown");
    if (shown) scrollWithin(this.list.parentElement, shown);
  }
}
