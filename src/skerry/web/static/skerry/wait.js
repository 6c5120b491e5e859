// Shows a page anew as soon as the rules are compiled.

import { get } from "./api.js";

async function wait() {
  try {
    if ((await get("/api/engine")).ready) return location.reload();
  } catch {
    // The server may be restarting: ask again.
  }
  return setTimeout(wait, 1000);
}

wait();
