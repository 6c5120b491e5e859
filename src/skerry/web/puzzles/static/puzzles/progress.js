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
