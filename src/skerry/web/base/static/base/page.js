// What every page with a board shares: its parts, its words, and one thing after another.

import { ApiError } from "./api.js";

const TOAST_MS = 9000;

export const at = (id) => document.getElementById(id);

// ---- words ----

// For those who listen.
export function announce(words) {
  at("announcement").textContent = words;
}

let toastTimer = 0;

// A sentence for a while, over everything else, until it is pressed; `action` adds a button: { words, work }.
export function toast(sentence, action = null) {
  at("toast").replaceChildren(sentence);
  // In the capture phase: before what its button does, which may have something else to say.
  at("toast").addEventListener("click", hideToast, { capture: true });
  if (action) at("toast").append(actionButton(action));
  at("toast").hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(hideToast, TOAST_MS);
}

function actionButton({ words, work }) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words;
  button.addEventListener("click", work);
  return button;
}

export function hideToast() {
  at("toast").hidden = true;
}

// ---- work ----

// One thing after another, so that quick clicks never overtake each other. The page's `place` is
// busy meanwhile; `onRefuse` is called with what the server refuses: unless it returns true, the
// server's sentence is shown.
export class Queue {
  #last = Promise.resolve();
  #waiting = 0;

  constructor(place, onRefuse = () => false) {
    this.place = place;
    this.onRefuse = onRefuse;
  }

  add(work) {
    this.#waiting += 1;
    this.place.setAttribute("aria-busy", "true");
    this.#last = this.#last.then(work).catch((error) => this.complain(error)).finally(() => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.place.setAttribute("aria-busy", "false");
    });
    return this.#last;
  }

  complain(error) {
    if (!(error instanceof ApiError)) throw error;
    if (!this.onRefuse(error)) toast(error.message);
  }
}

export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// ---- listening ----

// Ask by a dialog whether something is meant; its other button, or Escape, changes nothing.
export function ask(dialog, work) {
  dialog.returnValue = "no";
  dialog.onclose = () => {
    if (dialog.returnValue === "yes") work();
  };
  dialog.showModal();
}

const SHIFTED = ["Enter", "ArrowUp", "ArrowDown"]; // keys that mean something else with Shift

// Keys of the whole page, when nobody writes or is asked anything. `workOf` gives what a key does,
// or null; shortcuts of the browser are left to it.
export function listenToKeys(workOf) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, select, textarea")) return;
    const work = workOf(event.shiftKey && SHIFTED.includes(event.key) ? `Shift ${event.key}` : event.key);
    if (!work) return;
    work();
    event.preventDefault();
  });
}

// ---- settings ----

// A name by which the engine tells this page from the browser's other ones.
export function newPageName() {
  return Math.random().toString(36).slice(2, 14);
}

// A switch as it was left in this browser.
export function readSetting(name, otherwise) {
  const kept = localStorage.getItem(`skerry-${name}`);
  return kept === null ? otherwise : kept === "yes";
}

export function keepSetting(name, isOn) {
  localStorage.setItem(`skerry-${name}`, isOn ? "yes" : "no");
}

// One of several, as it was chosen in this browser.
export function readChoice(name, choices, otherwise) {
  const kept = localStorage.getItem(`skerry-${name}`);
  return choices.includes(kept) ? kept : otherwise;
}

export function keepChoice(name, choice) {
  localStorage.setItem(`skerry-${name}`, choice);
}

// A finger cannot hover to see what is open.
export function readShowLegal() {
  return readSetting("show-legal", matchMedia("(hover: none)").matches);
}
