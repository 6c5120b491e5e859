// What scripts find that run without a page: a few things of a browser, and each other.
//
// On the site all static files lie in one folder, here in one for each app. So "skerry/board/compose.js"
// is that script, and so is "./compose.js" or "../board/compose.js" wherever a script says so.

import { registerHooks } from "node:module";

export const WEB = new URL("../../src/skerry/web/", import.meta.url);

// The address of a script by its path among the static files.
export function scriptAt(path) {
  return new URL(`${path.split("/")[0]}/static/${path}`, WEB).href;
}

// The address of what a script imports, null for what is none of ours.
export function resolved(specifier, importer) {
  if (specifier.startsWith("skerry/")) return scriptAt(specifier.slice("skerry/".length));
  if (!importer?.includes("/static/") || !specifier.startsWith(".")) return null;
  return scriptAt(new URL(specifier, importer).href.split("/static/")[1]);
}

registerHooks({
  resolve(specifier, context, next) {
    const url = resolved(specifier, context.parentURL);
    return url ? { url, format: "module", shortCircuit: true } : next(specifier, context);
  },
});

// ---- of a browser ----

class MapStorage {
  #items = new Map();

  getItem(key) {
    return this.#items.get(key) ?? null;
  }

  setItem(key, text) {
    if (this.isFull) throw new Error("no room");
    this.#items.set(key, String(text));
    this[key] = text; // `Object.keys` of a storage are its keys
  }

  removeItem(key) {
    this.#items.delete(key);
    delete this[key];
  }
}

export const hearers = new EventTarget();
const place = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });

place("sessionStorage", new MapStorage());
place("localStorage", new MapStorage());
place("document", Object.assign(new EventTarget(), { cookie: "", hidden: false, getElementById: () => null }));
place("addEventListener", hearers.addEventListener.bind(hearers));
place("reportError", (error) => { throw error; });
