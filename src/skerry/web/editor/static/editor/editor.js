// The editor: pieces put on a board, which the server draws and judges after each edit. The draft is
// its text: in the address, in the history of edits, and in what is sent.

import { ApiError, post } from "../base/api.js";
import { announce, at, button, element, isWriting, listenToClicks, listenToKeys, pause, Queue } from "../base/page.js";
import { Board } from "../board/board.js";

// What else can be set beside the board: switches, numbers and choices, as the game says.

// Show them; `set(name, value)` is called when one is changed. One that is there already stays the
// same element, so that it keeps the focus.
function showControls(place, controls, set) {
  const before = new Map([...place.children].map((row) => [row.dataset.name, row]));
  const rows = controls.map((control) => {
    const old = before.get(control.name);
    const row = old?.dataset.kind === control.kind ? old : newRow(control, set);
    fill(row.querySelector("input, select"), control);
    return row;
  });
  if (rows.some((row, k) => place.children[k] !== row) || rows.length !== place.children.length) {
    place.replaceChildren(...rows);
  }
}

function newRow({ name, label, kind }, set) {
  const field = document.createElement(kind === "choice" ? "select" : "input");
  if (kind === "switch") field.type = "checkbox";
  if (kind === "number") field.type = "number";
  field.addEventListener("change", () => {
    if (kind === "number" && !field.validity.valid) {
      field.reportValidity();
      return;
    }
    set(name, kind === "switch" ? (field.checked ? "on" : "off") : field.value);
  });
  const words = element("span", "control-words", label);
  const parts = kind === "switch" ? [field, words] : [words, field];
  const row = element("label", kind === "switch" ? "control switch" : "control", ...parts);
  Object.assign(row.dataset, { name, kind });
  return row;
}

function fill(field, { kind, value, lowest, highest, choices }) {
  if (kind === "switch") {
    field.checked = value === "on";
    return;
  }
  if (kind === "choice") {
    field.replaceChildren(...choices.map(([one, words]) => new Option(words, one)));
  } else {
    Object.assign(field, { min: lowest, max: highest, step: 1, required: true });
  }
  field.value = value;
}

// What is wrong with the draft, with a button for each way to fix it.

// `fix(text)` is called with the draft that a button stands for.
function showProblems(place, problems, fix) {
  place.hidden = problems.length === 0;
  place.replaceChildren(
    ...problems.map(({ sentence, fixes }) => {
      const buttons = fixes.map(({ words, text }) => button("fix", words, () => fix(text)));
      return element("li", "problem-row", element("p", "", sentence), buttons.length && element("div", "fixes", ...buttons));
    }),
  );
}

// Asking the solver, again and again until it has an answer; and showing what it says.

const ASK_MS = 500;

class Solving {
  #asking = 0; // number of the question that is waited for, 0 for none
  #text = ""; // of its position
  #number = 0;

  constructor(api, csrf) {
    Object.assign(this, { api, csrf });
    at("stop-solving").addEventListener("click", () => this.stop());
  }

  // Ask for `what` is to be known of the position of a text.
  async ask(what, text, words) {
    this.#number += 1;
    const number = this.#number;
    this.#asking = number;
    this.#text = text;
    const began = Date.now();
    showResult({ heading: words, words: "", pending: true });
    try {
      for (let again = false; ; again = true) { // so it takes the place of no other window's question
        const said = await post(`${this.api}/${what}`, { text, again }, this.csrf);
        if (this.#asking !== number) return;
        if (!said.pending) {
          this.#asking = 0;
          showResult(said);
          announce(`${said.heading}. ${said.words}`);
          return;
        }
        at("result-words").textContent = `${Math.round((Date.now() - began) / 1000)} s`;
        await pause(ASK_MS);
        if (this.#asking !== number) return;
      }
    } catch (error) {
      const isExpected = error instanceof ApiError;
      if (this.#asking === number) showResult({ heading: "No answer", words: isExpected ? error.message : "" });
      this.#asking = 0;
      if (!isExpected) throw error;
    }
  }

  // Give up a question, and forget an answer: the position is another one now.
  stop() {
    at("result").hidden = true;
    if (!this.#asking) return;
    this.#asking = 0;
    post(`${this.api}/stop`, { text: this.#text }, this.csrf).catch(() => {}); // it ends by itself, only later
  }
}

function showResult({ heading, words, line = [], link = null, file = null, pending = false }) {
  at("result").hidden = false;
  at("result-heading").textContent = heading;
  at("result-words").textContent = words;
  at("stop-solving").hidden = !pending;
  at("result-line").hidden = line.length === 0;
  at("result-line").textContent = `Best play: ${line.join(" – ")}`;
  at("result-links").hidden = !link;
  if (!link) return;
  at("puzzle-link").href = link;
  at("puzzle-file").href = file;
}

const MOST_UNDONE = 200;

const place = at("editor");
const { api, csrf } = place.dataset;
const enqueue = new Queue(place).add;
const solving = new Solving(api, csrf);
const board = new Board((cell) => edit({ cell, tool: tool() }));

let now = JSON.parse(at("state").textContent);
let isUnread = "unread" in place.dataset; // the address and the text box still hold what cannot be read
let past = []; // texts of the drafts before, the latest last
let future = [];

const tools = [...document.querySelectorAll('input[name="tool"]')];
const tool = () => tools.find((one) => one.checked).value;

// ---- edits ----

function edit(change) {
  enqueue(async () => {
    const before = now.text;
    take(await post(api, { text: before, ...change }, csrf));
    if (now.text === before) return;
    past = [...past.slice(1 - MOST_UNDONE), before];
    future = [];
    showUndo();
    if (change.cell) announce(board.cell(change.cell).getAttribute("aria-label"));
  });
}

// Go to a draft of the history, from one of its sides to the other.
function go(from, to) {
  enqueue(async () => {
    const before = now.text;
    if (from.length === 0) return;
    take(await post(api, { text: from.at(-1) }, csrf));
    from.pop(); // only now: it may have been refused
    to.push(before);
    showUndo();
  });
}

const undo = () => go(past, future);
const redo = () => go(future, past);

function take(state) {
  if (state.text !== now.text) {
    solving.stop();
    isUnread = false;
    place.querySelector(".problem")?.remove(); // what it says is of no text that is shown
  }
  now = state;
  board.show(state.svg);
  show();
}

// ---- showing ----

function show() {
  board.overlay("marks", now.overlay);
  place.style.setProperty("--ratio", ratioOf(board.svg));
  for (const input of document.querySelectorAll('input[name="colour"]')) {
    input.checked = Number(input.value) === now.colour;
  }
  for (const count of document.querySelectorAll("[data-count]")) {
    count.textContent = now.counts[count.dataset.count] || "";
  }
  at("heading").textContent = now.heading;
  at("words").textContent = now.words;
  at("bar").dataset.face = now.problems.length ? "wrong" : "right";
  showControls(at("controls"), now.controls, (control, value) => edit({ control, value }));
  showProblems(at("problems"), now.problems, (text) => edit({ text }));
  for (const id of ["play", "analyse", "solve", "make-puzzle"]) at(id).disabled = !now.usable;
  for (const field of document.querySelectorAll(".position-text")) field.value = now.text;
  showOptions();
  if (isUnread) return; // until there is another position: whoever wrote it can mend it
  if (document.activeElement !== at("text")) at("text").value = now.text;
  keepAddress();
}

function showOptions() {
  for (const [name, value] of Object.entries(now.options)) {
    const field = at("options-form").elements[name];
    if (field.type === "checkbox") field.checked = value === "on";
    else field.value = value;
  }
}

function keepAddress() {
  const query = new URLSearchParams({ position: now.text });
  try {
    history.replaceState(null, "", `${location.pathname}?${query}`);
  } catch {
    // Some browsers change the address no more than a hundred times in half a minute.
  }
}

function ratioOf(svg) {
  const { width, height } = svg.viewBox.baseVal;
  return (width / height).toFixed(4);
}

function showUndo() {
  at("undo").disabled = past.length === 0;
  at("redo").disabled = future.length === 0;
}

// ---- listening ----

const BUTTONS = {
  undo,
  redo,
  start: () => edit({ start: true }),
  clear: () => edit({ clear: true }),
  play: () => at("play-dialog").showModal(),
  solve: () => solving.ask("solve", now.text, "Solving…"),
  "make-puzzle": () => solving.ask("puzzle", now.text, "Looking for the only turn that wins…"),
  "close-play": () => at("play-dialog").close(),
};
listenToClicks(BUTTONS);
at("movers").addEventListener("change", ({ target }) => edit({ colour: Number(target.value) }));
at("options-form").addEventListener("submit", (event) => {
  event.preventDefault();
  edit({ options: Object.fromEntries(new FormData(event.target)) });
});

listenToKeys((key) => {
  if (key === "0" || key === "Delete" || key === "Backspace") return () => choose(tools.at(-1));
  const chosen = /^[1-9]$/.test(key) && tools[Number(key) - 1];
  return chosen ? () => choose(chosen) : null;
});

function choose(one) {
  one.checked = true;
  announce(one.closest("label").querySelector(".tool-words").textContent);
}

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isWriting(event.target)) return;
  const key = event.key.toLowerCase();
  const work = { z: event.shiftKey ? redo : undo, y: redo }[key];
  if (!work) return;
  event.preventDefault();
  work();
});

board.show(null);
show();
