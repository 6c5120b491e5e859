// What was played in the position shown: how often, with what success, and what the engine thought.

import { get, ignoreRefusal } from "../base/api.js";
import { formatCount, formatPercent } from "../base/numbers.js";
import { at, button, element, keepBox } from "../base/page.js";

export class Explorer {
  number = 0; // of the last question

  // `hooks`: address() to ask at, play(turns) or undefined, enqueue(work)
  constructor(hooks) {
    this.hooks = hooks;
    keepBox("explorer-on", "explorer", false, () => this.follow());
  }

  // Another position is shown.
  async follow() {
    const { checked: on } = at("explorer-on");
    at("explorer-body").hidden = !on;
    if (!on) return;
    const number = ++this.number;
    try {
      const answer = await get(this.hooks.address());
      if (number === this.number) this.#show(answer);
    } catch (error) {
      ignoreRefusal(error);
      if (number === this.number) this.#show({ words: error.message, turns: [] });
    }
  }

  #show({ words, turns }) {
    at("explorer-words").textContent = words;
    at("explorer-table").hidden = turns.length === 0;
    at("explorer-rows").replaceChildren(...turns.map((turn) => this.#row(turn)));
  }

  #row({ text, shown, games, own, share, interval, value }) {
    const { play, enqueue } = this.hooks;
    const turn = element("th", "", play ? button("explored", shown, () => enqueue(() => play([text]))) : shown);
    turn.scope = "row";
    const [low, high] = interval.map((end) => Math.round(100 * end));
    return element(
      "tr", "", turn,
      element("td", "", own ? `${formatCount(games)} (${formatCount(own)})` : formatCount(games)),
      element("td", "", formatPercent(share), element("span", "explored-interval", ` (${low} to ${high})`)),
      element("td", "", value === null ? "" : formatPercent(value)),
    );
  }
}
