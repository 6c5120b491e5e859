// The end of a game: who won, how, and what one may do next.

import { at, element } from "../base/page.js";
import { swatch } from "../board/panel.js";

export function showEnding(game, state) {
  const { ending } = state;
  at("ending").hidden = !ending;
  at("bar").classList.toggle("has-ended", Boolean(ending));
  at("guide-words").hidden = Boolean(ending); // nobody is after it any more
  if (!ending) return;
  ["first-title", "second-title"].forEach((id, k) => {
    at(id).replaceChildren(swatch(game, k + 1), ending.titles[k]);
  });
  at("account").hidden = ending.rows.length === 0;
  at("account-rows").replaceChildren(...ending.rows.map(row));
  at("level-up").hidden = !state.owner || !ending.next_level;
  at("level-up").title = ending.next_level ? `Against level ${ending.next_level.title}` : "";
  at("rematch").hidden = at("other-colour").hidden = !state.owner;
  at("other-colour").textContent = ending.swapped;
  at("rematch").classList.toggle("primary", !ending.next_level);
  at("review-game").hidden = !state.may_analyse || state.turn === 0;
}

function row({ label, first, second, decides }) {
  const head = element("th", "", label);
  head.scope = "row";
  return element("tr", decides ? "decides" : "", head, element("td", "", first), element("td", "", second));
}

// `again` begins the game once more, by what it is given.
export function listenToEnding({ again, levelUp }) {
  at("rematch").addEventListener("click", () => again({}));
  at("other-colour").addEventListener("click", () => again({ exchange: true }));
  at("level-up").addEventListener("click", () => again({ level: levelUp() }));
}
