// What is heard when a game has gone on, besides its stones.

import { signal } from "../board/sounds.js";

// `before` is what the server had said of the game, null when the page has just come.
export function soundNews(before, now) {
  if (!before || now.version === before.version || now.turn < before.turn) return;
  if (now.over && !before.over) signal(now.outcome ?? "over"); // called off: for nobody
  else if (now.mine && !before.mine) signal("turn");
  else if (now.turn > before.turn && before.mine) signal("end");
}
