// Which lessons this browser has done. A cookie says so, since pages offer what is not done yet.
//
//   skerry_learned=NAME-first.OTHER-setup

const COOKIE = "skerry_learned";
const SECONDS = 10 * 365 * 24 * 3600;

function learned() {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${COOKIE}=`));
  return (found?.slice(COOKIE.length + 1) ?? "").split(".").filter((name) => /^[a-z]+-[a-z]+$/.test(name));
}

export function keepLearned(game, key) {
  const names = new Set([...learned(), `${game}-${key}`]);
  document.cookie = `${COOKIE}=${[...names].join(".")}; path=/; max-age=${SECONDS}; samesite=lax`;
}
