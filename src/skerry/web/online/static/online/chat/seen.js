// How far a chat was read in this browser, of the games that were read last.

import { browserStorage } from "../../base/storage.js";

const KEY = "skerry-chat-seen";
const MOST = 100; // games

function all() {
  const kept = browserStorage.readJson(KEY);
  return Array.isArray(kept) ? kept : [];
}

// The number of the last line that was read; 0 for none.
export function readSeen(game) {
  return all().find(([id]) => id === game)?.[1] ?? 0;
}

export function keepSeen(game, number) {
  const others = all().filter(([id]) => id !== game);
  browserStorage.writeJson(KEY, [[game, number], ...others].slice(0, MOST));
}
