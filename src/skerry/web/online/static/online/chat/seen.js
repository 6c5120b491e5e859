// How far a chat was read in this browser, of the games that were read last.

const KEY = "skerry-chat-seen";
const MOST = 100; // games

function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(kept) ? kept : [];
  } catch { // something else is there, or storage is off
    return [];
  }
}

// The number of the last line that was read; 0 for none.
export function readSeen(game) {
  return all().find(([id]) => id === game)?.[1] ?? 0;
}

export function keepSeen(game, number) {
  const others = all().filter(([id]) => id !== game);
  try {
    localStorage.setItem(KEY, JSON.stringify([[game, number], ...others].slice(0, MOST)));
  } catch {
    // Storage is off or full: unread lines are counted anew on the next page.
  }
}
