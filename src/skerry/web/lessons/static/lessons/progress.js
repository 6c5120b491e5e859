// Which lessons this browser has done. A cookie says so, since pages offer what is not done yet.
//
//   skerry_learned=NAME-first.OTHER-setup

import { keepCookie, readCookie } from "../base/cookies.js";

const COOKIE = "skerry_learned";

function learned() {
  return readCookie(COOKIE).split(".").filter((name) => /^[a-z]+-[a-z]+$/.test(name));
}

export function keepLearned(game, key) {
  const names = new Set([...learned(), `${game}-${key}`]);
  keepCookie(COOKIE, [...names].join("."));
}
