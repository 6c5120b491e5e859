// What both colours are after, drawn over the board by the server while a cookie asks for it.

import { keepCookie, readCookie } from "../base/storage.js";
import { at } from "../base/page.js";

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
