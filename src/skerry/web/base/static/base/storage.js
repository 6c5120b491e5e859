// What this browser remembers. Storage may be off, full or forbidden, and may hold anything: then
// it is remembered as long as the page is open, and nothing fails.

class Storage {
  #open;
  #here = new Map(); // what the browser has not taken

  constructor(open) {
    this.#open = open; // even to name a storage may be forbidden
  }

  // A text, null where there is none.
  read(key) {
    if (this.#here.has(key)) return this.#here.get(key);
    try {
      return this.#open().getItem(key);
    } catch {
      return null;
    }
  }

  write(key, text) {
    try {
      this.#open().setItem(key, text);
      this.#here.delete(key);
    } catch {
      this.#here.set(key, text);
    }
  }

  remove(key) {
    this.#here.delete(key);
    try {
      this.#open().removeItem(key);
    } catch {
      // There was nothing to forget.
    }
  }

  // Forget all that begins so.
  removeAll(prefix) {
    let kept = [];
    try {
      kept = Object.keys(this.#open());
    } catch {
      // What is here is all there is.
    }
    for (const key of [...kept, ...this.#here.keys()]) if (key.startsWith(prefix)) this.remove(key);
  }

  // What was written as JSON; `otherwise` where there is none, or what cannot be read.
  readJson(key, otherwise = null) {
    try {
      return JSON.parse(this.read(key)) ?? otherwise;
    } catch {
      return otherwise;
    }
  }

  writeJson(key, value) {
    this.write(key, JSON.stringify(value));
  }
}

export const browserStorage = new Storage(() => localStorage); // for all pages, for good
export const tabStorage = new Storage(() => sessionStorage); // for this tab, for its visit

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
