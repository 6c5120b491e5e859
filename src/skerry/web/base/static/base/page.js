// What every page with a board shares: its parts, its words, and one thing after another.

import { ApiError, post, timeLimit } from "./api.js";
import { browserStorage } from "./storage.js";

const TOAST_MS = 9000;
const DIALOG_MS = 500; // in which a dialog takes no yes: that was meant for what was there before
const UNEXPECTED = "Something went wrong on this page, and was not done. Try it again; if that does not help, load the page anew.";

export const at = (id) => document.getElementById(id);

// `content`: texts and elements; what is empty is left out.
export function element(tag, className, ...content) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...content.filter(Boolean));
  return made;
}

// `label` is said in place of its content.
export function button(className, content, work, label = null) {
  const made = element("button", className, content);
  made.type = "button";
  if (label !== null) made.setAttribute("aria-label", label);
  made.addEventListener("click", work);
  return made;
}

// Whoever listens hears a text again that is set again, even the same one.
export function setText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

// Scroll a space until a part of it is seen: scrollIntoView would move the page under the player's finger.
export function scrollWithin(space, part) {
  const [inner, outer] = [part.getBoundingClientRect(), space.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    space.scrollTop += inner.top - outer.top - space.clientHeight / 2;
  }
}

// Of buttons some can be pressed no more: the keyboard, if one of those had it, goes to another one.
export function handOn(...buttons) {
  if (!buttons.some((one) => one === document.activeElement && one.disabled)) return;
  buttons.find((one) => !one.disabled)?.focus();
}

// ---- words ----

// For those who listen.
export function announce(words) {
  at("announcement").textContent = words;
}

let toastTimer = 0;

// What lies behind an open dialog is dim, takes no click and is not heard.
function moveToast() {
  const around = document.querySelector("dialog[open]") ?? document.body;
  if (at("toast").parentElement !== around) around.append(at("toast"));
}

// A sentence for a while, over everything else, until it is pressed; `action` adds a button: { words, work }.
export function toast(sentence, action = null) {
  if (!at("toast")) return; // this page has no place for it
  moveToast();
  at("toast").replaceChildren(sentence);
  // In the capture phase: before what its button does, which may have something else to say.
  at("toast").addEventListener("click", hideToast, { capture: true });
  if (action) at("toast").append(button("", action.words, action.work));
  at("toast").hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(hideToast, TOAST_MS);
}

export function hideToast() {
  at("toast").hidden = true;
}

addEventListener("close", () => at("toast") && moveToast(), { capture: true }); // of a dialog

// Whatever fails without anybody having thought of it is told, wherever it was; what the browser
// only notes, such as a loop of ResizeObservers, comes without an error.
addEventListener("error", ({ error }) => error && toast(UNEXPECTED));
addEventListener("unhandledrejection", ({ reason }) => toast(reason instanceof ApiError ? reason.message : UNEXPECTED));

// ---- work ----

// One thing after another, so that quick clicks never overtake each other. The page's `place` is
// busy meanwhile; `onRefuse` is called with what the server refuses: unless it returns true, the
// server's sentence is shown. Whatever else fails is told too, and what comes after it goes on.
export class Queue {
  #last = Promise.resolve();
  #waiting = 0;

  constructor(place, onRefuse = () => false) {
    this.place = place;
    this.onRefuse = onRefuse;
  }

  add = (work) => {
    this.#waiting += 1;
    this.place.setAttribute("aria-busy", "true");
    this.#last = this.#last.then(work).catch((error) => this.#complain(error)).catch(reportError).then((result) => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.place.setAttribute("aria-busy", "false");
      return result;
    });
    return this.#last;
  };

  #complain(error) {
    if (!(error instanceof ApiError)) throw error;
    if (!this.onRefuse(error)) toast(error.message);
  }
}

export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// ---- what is sent until it is answered: sent again it is known, and changes nothing ----

const FIRST_MS = 500;
const LONGEST_MS = 8000;

// A name that nothing else sent has; a page without TLS has no `randomUUID`.
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
  // Where silence is no answer, but is told, a slow server has all the time that it needs.
  const limit = () => (isCut(new ApiError("", 0)) ? timeLimit() : undefined);
  for (let wait = FIRST_MS, tries = 0; ; wait = Math.min(LONGEST_MS, 2 * wait), tries += 1) {
    try {
      return await post(url, body, csrf, false, limit());
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

// ---- listening ----

// Ask by a dialog whether something is meant; its other button, or Escape, changes nothing.
export function ask(dialog, work) {
  const yes = dialog.querySelector('[value="yes"]');
  yes.disabled = true;
  setTimeout(() => { yes.disabled = false; }, DIALOG_MS);
  dialog.returnValue = "no";
  dialog.onclose = () => {
    if (dialog.returnValue === "yes") work();
  };
  dialog.showModal();
}

// What a click on a link does here, unless it asks for another tab or window.
export function onPlainClick(link, work) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    work();
  });
}

// Buttons by their ids, and what a click on each does; `enqueue` may do it after something else.
export function listenToClicks(works, enqueue = (work) => work()) {
  for (const [id, work] of Object.entries(works)) at(id).addEventListener("click", () => enqueue(work));
}

const SHIFTED = ["Enter", "ArrowUp", "ArrowDown"]; // keys that mean something else with Shift
const STEPS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]; // held down, they go on stepping
const JUMPS = ["Home", "End", "PageUp", "PageDown"];
const PRESSES = ["Enter", " "]; // keys that press a button
// Fields that no letter is written into.
const UNWRITTEN = ["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"];

// Whether somebody writes there: then all keys are theirs.
export function isWriting(place) {
  const field = place.closest("input, select, textarea, [contenteditable]");
  return Boolean(field) && !UNWRITTEN.includes(field.type);
}

// Whether a key is for the place that has the focus, not for the page.
function isTakenAt(place, key) {
  const field = place.closest("input");
  const isWalked = ["radio", "range"].includes(field?.type) && [...STEPS, ...JUMPS].includes(key);
  return isWriting(place) || isWalked || (Boolean(field) && PRESSES.includes(key));
}

// Keys of the whole page, when nobody writes or is asked anything. `workOf` gives what a key does,
// or null; shortcuts of the browser are left to it. A key that is held down does once what it does,
// but for steps.
export function listenToKeys(workOf) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const key = event.shiftKey && SHIFTED.includes(event.key) ? `Shift ${event.key}` : event.key;
    if (isTakenAt(event.target, key)) return;
    const work = workOf(key);
    if (!work) return;
    if (!event.repeat || STEPS.includes(key)) work();
    event.preventDefault();
  });
}

// Nor does it press a button, a link or a cell again and again: who holds Enter wants one press.
addEventListener("keydown", (event) => {
  if (!event.repeat || !PRESSES.includes(event.key) || isWriting(event.target)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

// ---- settings ----

// A name by which the engine tells this page from the browser's other ones.
export function newPageName() {
  return Math.random().toString(36).slice(2, 14);
}

// A switch as it was left in this browser.
export function readSetting(name, otherwise) {
  const kept = browserStorage.read(`skerry-${name}`);
  return kept === null ? otherwise : kept === "yes";
}

export function keepSetting(name, isOn) {
  browserStorage.write(`skerry-${name}`, isOn ? "yes" : "no");
}

// A box to tick that stays in this browser as it was left; `work` is called when it is changed.
export function keepBox(id, name, otherwise, work) {
  at(id).checked = readSetting(name, otherwise);
  at(id).addEventListener("change", () => {
    keepSetting(name, at(id).checked);
    work();
  });
}

// One of several, as it was chosen in this browser.
export function readChoice(name, choices, otherwise) {
  const kept = browserStorage.read(`skerry-${name}`);
  return choices.includes(kept) ? kept : otherwise;
}

export function keepChoice(name, choice) {
  browserStorage.write(`skerry-${name}`, choice);
}

// A finger cannot hover to see what is open.
export function readShowLegal() {
  return readSetting("show-legal", matchMedia("(hover: none)").matches);
}
