// A lesson: a board, one thing to do, and what is said of what one does. Each step begins anew on a
// board of its own; what was said when the last one was done stays beside it.

import { get, post } from "../base/api.js";
import { announce, at, hideToast, listenToClicks, listenToKeys, pause, Queue, toast } from "../base/page.js";
import { keepCookie, readCookie } from "../base/storage.js";
import { AT_ONCE, Board } from "../board/board.js";
import { Composer } from "../board/compose.js";
import { swatch } from "../board/panel.js";
import { signal } from "../board/sounds.js";

// Which lessons this browser has done. A cookie says so, since pages offer what is not done yet.
//
//   skerry_learned=NAME-first.OTHER-setup

const COOKIE = "skerry_learned";

function learned() {
  return readCookie(COOKIE).split(".").filter((name) => /^[a-z]+-[a-z]+$/.test(name));
}

function keepLearned(game, key) {
  const names = new Set([...learned(), `${game}-${key}`]);
  keepCookie(COOKIE, [...names].join("."));
}

const SEND = "End turn"; // words of the button
const LOOK_MS = 1500; // to see what a turn has done, before the next step

const lesson = at("lesson");
const { game, key, csrf, api } = lesson.dataset;
const dots = [...document.querySelectorAll(".step-dot")];

let step = null; // what the server said of the step shown
let said = ""; // when the step before it was done
let farthest = 1; // the latest step that was reached
let isDone = false; // the step shown is, and the next one is on its way
let isTold = false; // what was just done has words, which the note says by itself

const enqueue = new Queue(lesson).add;
// What is done on a board is meant for that one, not for the next step that has come meanwhile.
const enqueueHere = (work) => {
  const here = step;
  return enqueue(() => (step === here ? work() : undefined));
};
const board = new Board((cell, byKey) => enqueueHere(() => after(() => composer.use(cell, byKey))));
const composer = new Composer({
  game, board,
  enqueue: enqueueHere,
  ask: tryTurn,
  sendWords: SEND,
  send: end,
  onChange: () => composer.show(),
  onWord: (text) => after(() => composer.add(text)),
  say: (words) => {
    if (!isTold) announce(words);
    isTold = false;
  },
});

// ---- showing ----

function take(fresh) {
  step = fresh;
  isDone = false;
  farthest = Math.max(farthest, fresh.number);
  board.show(fresh.svg);
  at("bar").hidden = false;
  at("end").hidden = true;
  at("heading").textContent = fresh.title;
  at("bar-text").textContent = fresh.say;
  at("said").textContent = said;
  at("said").hidden = !said;
  at("back").disabled = fresh.number === 1;
  at("show").disabled = at("skip").disabled = false;
  at("swatch").replaceChildren(swatch(game, fresh.colour));
  showNote("ask", "");
  showDots();
  composer.begin(fresh);
}

function showDots() {
  dots.forEach((dot, k) => {
    const number = k + 1;
    dot.disabled = number > farthest;
    dot.classList.toggle("is-done", number < farthest);
    if (number === step.number && !at("bar").hidden) dot.setAttribute("aria-current", "step");
    else dot.removeAttribute("aria-current");
  });
}

function showNote(face, words) {
  at("bar").dataset.face = face;
  at("note").textContent = words;
}

// ---- acting ----

// The server's word on the turn so far, and the board as it then is.
async function tryTurn(body) {
  const fresh = await post(`${api}/${step.number}/try`, body, csrf);
  if (fresh.verdict === "right") isDone = true;
  isTold = Boolean(fresh.words) && body.at === undefined; // where one asks why not, nothing else is said
  if (fresh.words) showNote(fresh.verdict, fresh.words);
  else if (composer.turn) showNote("ask", "");
  return fresh;
}

// Whatever was done: if it was right, go on to the next step.
async function after(work) {
  hideToast();
  if (isDone) {
    toast("That is done already.");
    return;
  }
  await work();
  if (isDone) await goOn();
}

function end() {
  return after(async () => {
    if (!composer.isWhole) return;
    const fresh = await tryTurn({ actions: composer.actions, ended: true });
    isTold = false; // nothing else is said of it
    board.show(fresh.svg, null, AT_ONCE);
    if (isDone) composer.end();
    else composer.begin(fresh);
  });
}

async function goOn() {
  composer.end();
  signal("turn");
  said = at("note").textContent; // which is heard from there
  await pause(LOOK_MS);
  await next();
}

function next() {
  return step.number === dots.length ? finish() : open(step.number + 1);
}

// On to the next step, without doing this one.
function skip() {
  said = "";
  composer.end();
  return next();
}

async function open(number) {
  take(await get(`${api}/${number}`));
  announce(`${step.title}. ${step.say}`);
}

function finish() {
  keepLearned(game, key);
  document.querySelector(".lesson-list [aria-current] + .lesson-done")?.removeAttribute("hidden");
  farthest = dots.length + 1;
  at("bar").hidden = true;
  at("end").hidden = false;
  at("last-said").textContent = said;
  at("show").disabled = at("skip").disabled = true;
  showDots();
  at("play").focus();
  announce(at("end-heading").textContent);
}

// Do what the step asks for, action by action.
function show() {
  return after(async () => {
    await composer.clear();
    for (const text of step.answer) {
      if (!isDone) await composer.add(text);
    }
    if (!isDone && composer.isWhole) toast(`Now press “${SEND}”.`);
  });
}

function goTo(number) {
  said = "";
  return open(number);
}

// ---- listening ----

dots.forEach((dot, k) => dot.addEventListener("click", () => enqueue(() => goTo(k + 1))));
at("back").addEventListener("click", () => enqueue(() => goTo(at("bar").hidden ? step.number : step.number - 1)));
listenToClicks({ show, skip }, enqueueHere);
listenToKeys((pressed) => composer.keys[pressed] && (() => enqueueHere(composer.keys[pressed])));

take(JSON.parse(at("state").textContent));
