// The link at the top of a game of two that leads to the next game in which it is one's turn.

import { at } from "../base/page.js";

export function showWaiting(number) {
  at("waits").hidden = number === 0;
  at("num-waits").textContent = number;
}

export function goToNext() {
  if (!at("waits").hidden) location.assign(at("waits").href);
}
