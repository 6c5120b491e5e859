// What every page does as it opens: its address, its theme, and keeping it for when there is no connection.

import { browserStorage, keepCookie, readCookie } from "./storage.js";

const root = document.documentElement;

// A page that came as the answer to a form has the address of one that can be opened again.
if (root.dataset.address) history.replaceState(history.state, "", root.dataset.address);

// ---- the theme switch: automatic, light, dark; a cookie lets the server send the right one at once ----

const THEMES = ["auto", "light", "dark"];
const WORDS = { auto: "automatic", light: "light", dark: "dark" };
const COOKIE = "skerry_theme";
const button = document.getElementById("theme-switch");

// The cookie's, if there is one: a page that was kept may be older than it.
function chosen() {
  const theme = readCookie(COOKIE);
  return THEMES.includes(theme) ? theme : root.dataset.theme;
}

function show(theme) {
  root.dataset.theme = theme;
  button.dataset.now = theme;
  button.title = `Theme: ${WORDS[theme]}`;
  button.setAttribute("aria-label", button.title);
  for (const meta of document.querySelectorAll("meta[name='theme-color']")) {
    const { of } = meta.dataset;
    if (theme === "auto") meta.media = `(prefers-color-scheme: ${of})`;
    else meta.media = theme === of ? "all" : "not all";
  }
}

button.addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(button.dataset.now) + 1) % THEMES.length];
  keepCookie(COOKIE, next);
  show(next);
});

show(chosen());

// ---- the browser keeps the pages visited last, and a page says when it is such a copy ----

const worker = navigator.serviceWorker; // missing without https, but for the machine itself

const WHOSE = "skerry_whose"; // key under which the account used last is remembered
const PAGES = "skerry-pages"; // what the names of caches with pages begin with

const LATEST_MS = 1000; // after the page has come; a page that moves all the time is never idle
const LOOK_MS = 5000; // between two looks whether the server is back
const LOST_MS = 8000; // after which a look that nobody has answered is given up
const SWITCHES = ["checkbox", "radio", "range", "select-one"]; // of the page, where they belong to no form
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

// At 14:05, or on another day with the day.
export function momentWords(time) {
  const moment = new Date(time);
  const clock = moment.toLocaleTimeString([], CLOCK);
  if (moment.toDateString() === new Date().toDateString()) return `at ${clock}`;
  return `on ${moment.toLocaleDateString([], { day: "numeric", month: "long" })} at ${clock}`;
}

// Keep this page as the server has it: it has come without the worker, or has changed its address.
export async function keepPage() {
  const { active } = (await worker?.ready) ?? {};
  active?.postMessage({ keep: location.href });
}

function sayKept() {
  const line = document.getElementById("kept-line");
  document.getElementById("kept-words").textContent =
    `No connection: this is the page as it was ${momentWords(Number(root.dataset.kept))}.`;
  document.getElementById("kept-again").addEventListener("click", () => location.reload());
  reloadOnceThere();
  line.hidden = false;
}

// Whether a field holds what would be lost; `data-saved` is what the server has of one that stays filled.
function isUnsaved(field) {
  return field.isConnected && field.value && field.value !== field.dataset.saved;
}

// Load the page anew as soon as the server can be reached: the network is back, or a server that was
// away for a moment is, without the network's having changed.
export function reloadOnceThere() {
  const written = new Set(); // fields
  const reload = () => {
    // What somebody is at is not taken away; the line and its button stay.
    const isBusy = document.querySelector("dialog[open]") || [...written].some(isUnsaved);
    if (!isBusy) location.reload();
  };
  const look = async () => {
    try {
      // The worker answers no HEAD, so that this is the server's own word.
      const signal = globalThis.AbortSignal?.timeout?.(LOST_MS);
      const { status } = document.hidden ? {} : await fetch(location.href, { method: "HEAD", cache: "no-store", signal });
      if (status < 500 && status !== 429) reload();
    } catch {
      // It is still away.
    }
    setTimeout(look, LOOK_MS);
  };
  document.addEventListener("input", ({ target }) => {
    if (target.form || !SWITCHES.includes(target.type)) written.add(target);
  });
  addEventListener("online", reload);
  setTimeout(look, LOOK_MS);
}

async function register() {
  try {
    await worker.register("/service-worker.js", { updateViaCache: "none" });
    if (!worker.controller) await keepPage();
  } catch {
    // This browser keeps nothing; all else works.
  }
}

// Who uses this browser now is not shown the pages that were kept for somebody else, nor those of a
// guest who has just had everything deleted.
async function forgetOthers() {
  const whose = root.dataset.whose;
  const isDeleted = document.querySelector("[data-all-deleted]") !== null;
  if (!isDeleted && (browserStorage.read(WHOSE) ?? "") === whose) return;
  try {
    for (const name of await caches.keys()) if (name.startsWith(PAGES)) await caches.delete(name);
    browserStorage.write(WHOSE, whose);
  } catch {
    // This browser keeps nothing.
  }
}

if (root.dataset.kept) sayKept();
else forgetOthers();
if (worker) {
  worker.addEventListener("controllerchange", keepPage); // a new version has taken over
  // When there is nothing else to do: the first page comes as quickly as without it.
  const whenIdle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 500));
  addEventListener("load", () => whenIdle(register, { timeout: LATEST_MS }));
}
