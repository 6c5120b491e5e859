// What is heard when a game has gone on, besides its stones.

import { signal } from "../board/sounds.js";

// `before` is what the server had said of the game, null when the page has just come.
export function soundNews(before, now) {
  if (!before || now.version === before.version || now.turn < before.turn) return;
  if (now.over && !before.over) signal(endOf(now));
  else if (now.mine && !before.mine) signal("turn");
  else if (now.turn > before.turn && before.mine) signal("end");
}

// How it ended for who looks at the page: of one who plays both sides nobody can say.
function endOf({ persons, winner, owner }) {
  const own = persons.findIndex((person) => person.kind !== "computer");
  const isAgainstComputer = persons.some((person) => person.kind === "computer");
  if (!owner || !isAgainstComputer || winner === null) return "over";
  return winner === own ? "won" : "lost";
}
