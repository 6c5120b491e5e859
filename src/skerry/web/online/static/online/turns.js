// Turns that are sent until they are answered: sent again they are known, and change nothing.

import { post } from "../base/api.js";
import { pause } from "../base/page.js";

const FIRST_MS = 500;
const LONGEST_MS = 8000;

// A name that no other turn has; a page without TLS has no `randomUUID`.
export function newTurnId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

// Statuses of a server, or of what stands before it, that cannot answer at the moment.
const AWAY = [502, 503, 504];

export const isAway = (error) => AWAY.includes(error.status);

// The answer to a request that may be sent any number of times; `onCut` is told of the first one
// that got none. `isCut` says what is no answer: by default also when nobody is there.
export async function postUntilAnswered(url, body, csrf, onCut, isCut = (error) => error.status === 0 || isAway(error)) {
  for (let wait = FIRST_MS, tries = 0; ; wait = Math.min(LONGEST_MS, 2 * wait), tries += 1) {
    try {
      return await post(url, body, csrf);
    } catch (error) {
      if (!isCut(error)) throw error;
      if (tries === 0) onCut(error);
      await Promise.race([pause(wait), isOnlineAgain()]);
    }
  }
}

function isOnlineAgain() {
  return new Promise((resolve) => addEventListener("online", resolve, { once: true }));
}
