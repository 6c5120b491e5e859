// Which puzzles have been solved: remembered by this browser alone, game by game.
//
//   { "3fa01c22": "solved", "91b0d4e7": "shown" }      shown: the solution was looked at first

import { browserStorage } from "../base/storage.js";

const WORDS = ["solved", "shown"];

const place = (game) => `skerry-puzzles-${game}`;

export function readProgress(game) {
  const kept = browserStorage.readJson(place(game), {});
  return new Map(Object.entries(kept).filter(([, how]) => WORDS.includes(how)));
}

// What was shown first does not become solved afterwards.
export function keepProgress(game, key, how) {
  const progress = readProgress(game);
  if (progress.has(key)) return progress;
  progress.set(key, how);
  browserStorage.writeJson(place(game), Object.fromEntries(progress));
  return progress;
}

export function forgetProgress(game) {
  browserStorage.remove(place(game));
}

// ---- on the page of all games' puzzles: how many of each this browser has solved ----

function show(card) {
  const progress = readProgress(card.dataset.puzzlesOf);
  const keys = card.dataset.keys.split(" ");
  const solved = keys.filter((key) => progress.get(key) === "solved").length;
  card.querySelector(".solved-words").textContent =
    solved === keys.length ? `All ${solved} solved` : `${solved} of ${keys.length} solved`;
  const meter = card.querySelector("progress");
  meter.max = keys.length;
  meter.value = solved;
}

// Also when the browser shows the page again that it had put aside.
addEventListener("pageshow", () => document.querySelectorAll("[data-puzzles-of]").forEach(show));
