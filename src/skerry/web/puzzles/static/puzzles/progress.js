// Which puzzles have been solved: remembered by this browser alone, game by game.
//
//   { "3fa01c22": "solved", "91b0d4e7": "shown" }      shown: the solution was looked at first

const WORDS = ["solved", "shown"];

export function readProgress(game) {
  try {
    const kept = JSON.parse(localStorage.getItem(`skerry-puzzles-${game}`) ?? "{}");
    return new Map(Object.entries(kept ?? {}).filter(([, how]) => WORDS.includes(how)));
  } catch {
    return new Map(); // storage is off, or holds something else
  }
}

// What was shown first does not become solved afterwards.
export function keepProgress(game, key, how) {
  const progress = readProgress(game);
  if (progress.has(key)) return progress;
  progress.set(key, how);
  try {
    localStorage.setItem(`skerry-puzzles-${game}`, JSON.stringify(Object.fromEntries(progress)));
  } catch {
    // Without storage it is remembered as long as the page is open.
  }
  return progress;
}

export function forgetProgress(game) {
  try {
    localStorage.removeItem(`skerry-puzzles-${game}`);
  } catch {
    // There was nothing to forget.
  }
}
