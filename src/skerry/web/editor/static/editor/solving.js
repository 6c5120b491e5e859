// Asking the solver, again and again until it has an answer; and showing what it says.

import { ApiError, post } from "../base/api.js";
import { announce, at, pause } from "../base/page.js";

const ASK_MS = 500;

export class Solving {
  #asking = 0; // number of the question that is waited for, 0 for none
  #number = 0;

  constructor(api, csrf) {
    Object.assign(this, { api, csrf });
    at("stop-solving").addEventListener("click", () => this.stop());
  }

  // Ask for `what` is to be known of the position of a text.
  async ask(what, text, words) {
    this.#number += 1;
    const number = this.#number;
    this.#asking = number;
    const began = Date.now();
    show({ heading: words, words: "", pending: true });
    try {
      for (;;) {
        const said = await post(`${this.api}/${what}`, { text }, this.csrf);
        if (this.#asking !== number) return;
        if (!said.pending) {
          this.#asking = 0;
          show(said);
          announce(`${said.heading}. ${said.words}`);
          return;
        }
        at("result-words").textContent = `${Math.round((Date.now() - began) / 1000)} s`;
        await pause(ASK_MS);
        if (this.#asking !== number) return;
      }
    } catch (error) {
      const isExpected = error instanceof ApiError;
      if (this.#asking === number) show({ heading: "No answer", words: isExpected ? error.message : "" });
      this.#asking = 0;
      if (!isExpected) throw error;
    }
  }

  // Give up a question, and forget an answer: the position is another one now.
  stop() {
    at("result").hidden = true;
    if (!this.#asking) return;
    this.#asking = 0;
    post(`${this.api}/stop`, {}, this.csrf).catch(() => {}); // it ends by itself, only later
  }
}

function show({ heading, words, line = [], link = null, file = null, pending = false }) {
  at("result").hidden = false;
  at("result-heading").textContent = heading;
  at("result-words").textContent = words;
  at("stop-solving").hidden = !pending;
  at("result-line").hidden = line.length === 0;
  at("result-line").textContent = `Best play: ${line.join(" – ")}`;
  at("result-links").hidden = !link;
  if (!link) return;
  at("puzzle-link").href = link;
  at("puzzle-file").href = file;
}
