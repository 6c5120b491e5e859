// What scripts keep for the server to know with the next page: cookies of this site.

const SECONDS = 10 * 365 * 24 * 3600;

// Its text, "" where there is none.
export function readCookie(name) {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? "";
}

export function keepCookie(name, text) {
  document.cookie = `${name}=${text}; path=/; max-age=${SECONDS}; samesite=lax`;
}
