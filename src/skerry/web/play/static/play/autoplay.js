// The replay that goes on by itself, turn after turn, until its end or until somebody does anything.

import { at, keepChoice, readChoice } from "../base/page.js";

const PAUSES = { slow: 2200, normal: 1200, fast: 500 }; // milliseconds, once the stones have come
const PLAY = "M10 8.2v7.6l6-3.8z"; // signs within a circle
const PAUSE = "M9.8 8.8v6.4M14.2 8.8v6.4";

export class Autoplay {
  #timer = 0;
  #isStepping = false;

  // `step(from)` shows the turn after the one shown, from the start when it is `from`; it says
  // whether another one follows. `arrival` gives the milliseconds until its stones are all there.
  constructor({ step, arrival }) {
    Object.assign(this, { step, arrival });
    this.on = false;
    this.speed = at("replay-speed");
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
    const goesOn = await this.step(isFirst).finally(() => { this.#isStepping = false; });
    if (!goesOn) this.turn(false);
    else if (this.on) this.#timer = setTimeout(() => this.#go(false), this.arrival() + PAUSES[this.speed.value]);
  }

  #show() {
    const words = this.on ? "Stop the replay (P)" : "Replay turn by turn (P)";
    at("autoplay").setAttribute("aria-label", words);
    at("autoplay").title = words;
    at("autoplay").querySelector("path").setAttribute("d", this.on ? PAUSE : PLAY);
  }
}
