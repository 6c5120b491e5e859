// What was played in the position shown: how often, with what success, and what the engine thought.

import { ApiError, get } from "../base/api.js";
import { formatCount, formatPercent } from "../base/numbers.js";
import { at, keepSetting, readSetting } from "../base/page.js";
import { element } from "../board/panel.js";

export class Explorer {
  // `hooks`: address() to ask at, play(turns), enqueue(work)
  constructor(hooks) {
    this.hooks = hooks;
    this.number = 0; // of the last question
    at("explorer-on").checked = readSetting("explorer", false);
    at("explorer-on").addEventListener("change", () => {
      keepSetting("explorer", at("explorer-on").checked);
      this.follow();
    });
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
      if (!(error instanceof ApiError)) throw error;
      at("explorer-words").textContent = error.message;
    }
  }

  #show({ words, turns }) {
    at("explorer-words").textContent = words;
    at("explorer-table").hidden = turns.length === 0;
    at("explorer-rows").replaceChildren(...turns.map((turn) => this.#row(turn)));
  }

  #row({ text, shown, games, own, share, interval, value }) {
    const row = element("tr", "");
    const button = element("button", "explored", shown);
    button.type = "button";
    button.addEventListener("click", () => this.hooks.enqueue(() => this.hooks.play([text])));
    const turn = element("th", "");
    turn.scope = "row";
    turn.append(this.hooks.play ? button : shown);
    const [low, high] = interval.map((end) => Math.round(100 * end));
    const won = element("td", "", formatPercent(share));
    won.append(element("span", "explored-interval", ` (${low} to ${high})`));
    row.append(
      turn,
      element("td", "", own ? `${formatCount(games)} (${formatCount(own)})` : formatCount(games)),
      won,
      element("td", "", value === null ? "" : formatPercent(value)),
    );
    return row;
  }
}
