// The editor: pieces put on a board, which the server draws and judges after each edit. The draft is
// its text: in the address, in the history of edits, and in what is sent.

import { post } from "../base/api.js";
import { Queue, announce, at, isWriting, listenToKeys } from "../base/page.js";
import { Board } from "../board/board.js";
import { showControls } from "./controls.js";
import { showProblems } from "./problems.js";
import { Solving } from "./solving.js";

const MOST_UNDONE = 200;

const place = at("editor");
const { api, csrf } = place.dataset;
const queue = new Queue(place);
const solving = new Solving(api, csrf);
const board = new Board(at("board"), { onCell: (cell) => edit({ cell, tool: tool() }) });

let now = JSON.parse(at("state").textContent);
let past = []; // texts of the drafts before, the latest last
let future = [];

const tools = [...document.querySelectorAll('input[name="tool"]')];
const tool = () => tools.find((one) => one.checked).value;

// ---- edits ----

function edit(change) {
  queue.add(async () => {
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
  queue.add(async () => {
    const text = from.pop();
    if (text === undefined) return;
    to.push(now.text);
    take(await post(api, { text }, csrf));
    showUndo();
  });
}

const undo = () => go(past, future);
const redo = () => go(future, past);

function take(state) {
  if (state.text !== now.text) solving.stop();
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
  if (document.activeElement !== at("text")) at("text").value = now.text;
  showOptions();
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

at("movers").addEventListener("change", ({ target }) => edit({ colour: Number(target.value) }));
at("undo").addEventListener("click", undo);
at("redo").addEventListener("click", redo);
at("start").addEventListener("click", () => edit({ start: true }));
at("clear").addEventListener("click", () => edit({ clear: true }));
at("play").addEventListener("click", () => at("play-dialog").showModal());
at("solve").addEventListener("click", () => solving.ask("solve", now.text, "Solving…"));
at("make-puzzle").addEventListener("click", () => solving.ask("puzzle", now.text, "Looking for the only turn that wins…"));
at("close-play").addEventListener("click", () => at("play-dialog").close());
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

board.adopt();
show();
