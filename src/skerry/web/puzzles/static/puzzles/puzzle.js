// The puzzle corner of one game: a board, a turn to find, and what becomes of the turns one tries.

import { get, post } from "../base/api.js";
import { announce, ask, at, element, handOn, hideToast, listenToClicks, listenToKeys, onPlainClick, pause, Queue, readShowLegal, toast } from "../base/page.js";
import { keepPage } from "../base/start.js";
import { AT_ONCE, Board, IN_TURN, motionOf } from "../board/board.js";
import { Composer, forgetDraft, keepDraft, marks, readDraft } from "../board/compose.js";
import { swatch } from "../board/panel.js";
import { signal } from "../board/sounds.js";
import { ROOT } from "../board/tree/tree.js";
import { chips, isChosen, listenToChoice } from "./choice.js";
import { forgetProgress, keepProgress, readProgress } from "./progress.js";
import { Tries } from "./tries.js";

const SEND = "Check"; // words of the button
const STEP_MS = 1100; // between two turns that are played out, once their stones have come
const AGAIN_MS = 1000; // between two questions to an engine that is still warming up

const corner = at("corner");
const { game, csrf, api, pages } = corner.dataset;
const keys = chips.map((chip) => chip.dataset.key);
const showLegal = readShowLegal();

let puzzle = null; // what the server said of the puzzle shown
let verdict = null; // on a line that was tried: { face, words, way, steps }, or null while composing
let step = 0; // of its steps, the one shown; `way` has their numbers in the tree. A solution's first step is the
// puzzle's own position, with the solution drawn over it.
let playing = 0; // timer that shows the next step
let progress = readProgress(game);

const enqueue = new Queue(corner).add;
const board = new Board((cell, byKey) => enqueue(() => use(cell, byKey)));
const composer = new Composer({
  game, board,
  enqueue: touch,
  ask: (body) => post(`${api}/${puzzle.key}/preview`, body, csrf),
  sendWords: SEND,
  send: check,
  showsLegal: () => showLegal,
  onChange: (turn, fresh) => {
    if (fresh) keepDraft(puzzle.key, 0, composer.actions);
    showTurn(turn, fresh);
  },
});
const tries = new Tries(game, {
  go: (number) => touch(() => goToNode(number)),
  draw: async (turns) => (await post(`${api}/${puzzle.key}/line`, { turns }, csrf)).steps,
});

// ---- showing ----

function take(fresh) {
  stopPlaying();
  puzzle = fresh;
  verdict = null;
  board.show(fresh.svg);
  board.overlay("solution", "");
  corner.dataset.key = fresh.key;
  at("number").textContent = fresh.own ? "A puzzle set up by hand" : `Puzzle ${fresh.number} of ${keys.length}`;
  at("grade").textContent = fresh.grade_words;
  at("grade").previousElementSibling.dataset.grade = fresh.grade;
  at("rules").textContent = fresh.rules;
  showLastTurn(fresh.last_turn);
  showRating(fresh);
  at("swatch").replaceChildren(swatch(game, fresh.colour));
  document.title = `Puzzle${fresh.own ? "" : ` ${fresh.number}`} · ${corner.dataset.title} · Skerry`;
  showStandings(fresh.standings);
  showChips();
  tries.open(fresh.key, progress.has(fresh.key));
  composer.begin(fresh);
  const draft = readDraft(fresh.key, 0);
  if (draft.length) enqueue(() => composer.resume(draft));
}

function showLastTurn(sentence) {
  at("last-turn").textContent = sentence ? `Last turn: ${sentence}.` : "";
}

function showRating({ rating, streak }) {
  at("rating").textContent = rating;
  at("streak").textContent = streak;
}

function showStandings(standings) {
  at("standings").replaceChildren(
    ...standings.map((one) => {
      const lines = one.lines.filter((line) => !line.explains).map((line) => `${line.label} ${line.value}`);
      return element("div", "standing", element("dt", "", swatch(game, one.colour), one.title), element("dd", "", lines.join(" · ")));
    }),
  );
}

function showChips() {
  for (const chip of chips) {
    const how = progress.get(chip.dataset.key);
    chip.dataset.how = how ?? "open";
    const words = { solved: ", solved", shown: ", solution seen" }[how] ?? "";
    chip.setAttribute("aria-label", `Puzzle ${chip.dataset.number}, ${chip.dataset.grade}${words}`);
    if (puzzle && chip.dataset.key === puzzle.key) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
  }
  const solved = keys.filter((key) => progress.get(key) === "solved").length;
  at("solved").textContent = solved === keys.length ? "All solved" : `${solved} of ${keys.length} solved`;
  at("forget").disabled = progress.size === 0;
}

// The bar while a turn is composed.
function showTurn(turn, fresh = null) {
  if (fresh) showStandings(fresh.standings);
  if (!turn) return;
  at("bar").dataset.face = "compose";
  at("heading").textContent = puzzle.heading;
  at("bar-text").textContent =
    turn.selected !== null || turn.actions.length ? composer.words : puzzle.task;
  composer.show();
  const wasAfter = at("after").contains(document.activeElement);
  at("steps").hidden = true;
  at("after").hidden = true;
  at("asking").hidden = false;
  if (wasAfter) board.focus(); // the button that was pressed is gone
}

const TITLES = { right: "Right!", wrong: "Not this turn", shown: "The solution" };

// The bar and the board after a turn was judged.
function showVerdict() {
  const { face, words, steps, drawn } = verdict;
  at("bar").dataset.face = face;
  at("heading").textContent = TITLES[face];
  at("bar-text").textContent = drawn && step <= 1 && drawn.theme ? `${words} ${drawn.theme}` : words;
  showLastTurn(steps[step].overlay ? puzzle.last_turn : steps[step].last_turn);
  board.overlay("solution", steps[step].overlay ?? "");
  const wasAsking = at("asking").contains(document.activeElement);
  at("asking").hidden = true;
  at("steps").hidden = steps.length < 2;
  at("after").hidden = false;
  at("again").hidden = face === "right";
  const next = nextOpen();
  at("next").hidden = next === null && face !== "wrong";
  at("next").textContent = face === "wrong" ? "Skip" : "Next";
  at("next").disabled = next === null;
  at("next").classList.toggle("primary", face !== "wrong");
  at("again").classList.toggle("primary", face === "wrong");
  if (wasAsking) focusAfter(); // else whoever pressed “Check” by keyboard would be at the page's start
  at("step-back").disabled = step === 0;
  at("step-forward").disabled = step === steps.length - 1;
  handOn(at("step-back"), at("step-forward"));
  at("step-text").textContent = `${step + 1} of ${steps.length}`;
  showStandings(steps[step].standings);
  tries.tree.show(verdict.way[step]);
  board.mark(marks(null));
}

// To the button that leads on, or to the board where there is none.
function focusAfter() {
  const button = at(verdict.face === "wrong" ? "again" : "next");
  (button.hidden ? board : button).focus();
}

function goTo(number) {
  if (!verdict || number < 0 || number >= verdict.steps.length) return;
  const way = number - step;
  const turn = verdict.steps[way === 1 ? number : step];
  const motion = Math.abs(way) === 1 ? motionOf(turn.moved, way) : null;
  step = number;
  board.show(verdict.steps[number].svg, motion, way === 1 ? IN_TURN : null);
  showVerdict();
  announce(verdict.steps[number].last_turn);
}

// To a position of the tree.
async function goToNode(number) {
  if (number === undefined) return undefined;
  if (verdict?.way.includes(number)) return goTo(verdict.way.lastIndexOf(number));
  if (number === ROOT) return verdict && again();
  const there = await tries.verdict(number);
  composer.end();
  verdict = there;
  step = there.way.indexOf(number);
  board.show(there.steps[step].svg);
  showVerdict();
  return announce(`${there.steps[step].last_turn}. ${TITLES[there.face]}. ${there.words}`);
}

function shownNode() {
  return verdict ? verdict.way[step] : ROOT;
}

// Play out what follows, a turn at a time; any touch of the buttons stops it.
function play() {
  stopPlaying();
  if (!verdict || step >= verdict.steps.length - 1) return;
  playing = setTimeout(() => {
    goTo(step + 1);
    play();
  }, board.arrival + STEP_MS);
}

function stopPlaying() {
  clearTimeout(playing);
}

function takeVerdict(fresh, face) {
  composer.end();
  forgetDraft(puzzle.key);
  const way = tries.add(face, fresh, progress.has(puzzle.key));
  const { drawn } = fresh;
  const first = drawn ? [{ ...drawn, last_turn: drawn.words, moved: null }] : [];
  verdict = { face, words: fresh.words, way: [...first.map(() => ROOT), ...way], steps: [...first, ...fresh.steps], drawn };
  // Whoever gave up sees the solution drawn over the position first; who found it has just placed it.
  step = face === "shown" ? 0 : first.length;
  board.show(verdict.steps[step].svg, null, face === "shown" ? null : AT_ONCE);
  showRating(fresh);
  if (face !== "shown") signal(face === "right" ? "won" : "lost");
  showVerdict();
  announce(`${TITLES[face]}. ${fresh.words}`);
  play();
}

// ---- acting ----

async function use(cell, byKey) {
  hideToast();
  if (verdict) {
    if (verdict.face === "wrong") await again();
    else toast(verdict.face === "right" ? "This puzzle is solved." : "This is the solution; press “Again” to try the puzzle yourself.");
    return;
  }
  await composer.use(cell, byKey);
}

async function check() {
  if (!composer.isWhole) return;
  const fresh = await judged();
  if (fresh.right) progress = keepProgress(game, puzzle.key, "solved");
  showChips();
  takeVerdict(fresh, fresh.right ? "right" : "wrong");
}

// The verdict on the turn as it is. An engine that is still warming up is asked until it knows.
async function judged() {
  for (;;) {
    const fresh = await post(`${api}/${puzzle.key}/check`, { actions: composer.actions }, csrf);
    if (!fresh.pending) return fresh;
    if (at("bar-text").textContent !== fresh.pending) announce(fresh.pending); // once, and not at each question
    at("bar-text").textContent = fresh.pending;
    await pause(AGAIN_MS);
  }
}

async function again() {
  take(await get(`${api}/${puzzle.key}`));
  announce(`${puzzle.heading}. ${puzzle.task}`);
}

async function giveUp() {
  const fresh = await post(`${api}/${puzzle.key}/solution`, {}, csrf);
  progress = keepProgress(game, puzzle.key, "shown");
  showChips();
  const start = verdict ? await get(`${api}/${puzzle.key}`) : null;
  if (start) take(start);
  takeVerdict(fresh, "shown");
}

// The next puzzle after this one that is still open, from the start again after the last.
function nextOpen() {
  const here = puzzle ? keys.indexOf(puzzle.key) : -1;
  for (let way = 1; way <= keys.length; way += 1) {
    const key = keys[(here + way) % keys.length];
    if (!progress.has(key) && key !== puzzle?.key && isChosen(key)) return key;
  }
  return null;
}

async function open(key, remember = true) {
  const fresh = await get(`${api}/${key}`);
  if (remember) history.pushState(null, "", `${pages}/${key}`);
  keepPage();
  take(fresh);
  announce(`Puzzle ${fresh.number}. ${fresh.heading}`);
}

// ---- listening ----

listenToChoice(game);
for (const chip of chips) onPlainClick(chip, () => enqueue(() => open(chip.dataset.key)));
addEventListener("popstate", () => {
  const key = location.pathname.split("/")[3];
  if (keys.includes(key)) enqueue(() => open(key, false));
});

addEventListener("pageshow", (event) => {
  if (!event.persisted) return; // else puzzles may have been solved since the page was put aside
  progress = readProgress(game);
  showChips();
});

// Whatever somebody does stops what is being played out.
function touch(work) {
  stopPlaying();
  enqueue(work);
}

const openNext = () => open(nextOpen() ?? keys[0]);
const BUTTONS = {
  again,
  next: openNext,
  "give-up": giveUp,
  "step-back": () => goTo(step - 1),
  "step-forward": () => goTo(step + 1),
};
listenToClicks(BUTTONS, touch);

at("forget").addEventListener("click", () =>
  ask(at("forget-ask"), () => {
    forgetProgress(game);
    progress = new Map();
    tries.forget();
    showChips();
    if (puzzle) touch(again);
  }),
);

const KEYS = {
  Backspace: composer.keys.Backspace,
  Escape: () => (verdict ? again() : composer.clear()),
  "Shift Enter": () => (verdict ? openNext() : check()),
  ArrowLeft: () => (verdict && step === 0 ? again() : goTo(step - 1)),
  ArrowRight: () => (verdict ? goTo(step + 1) : goToNode(tries.tried.lineFrom(ROOT)[1])),
  ArrowUp: () => goToNode(tries.tried.beside(shownNode(), -1)),
  ArrowDown: () => goToNode(tries.tried.beside(shownNode(), 1)),
  Home: () => goToNode(ROOT),
  End: () => verdict && goTo(verdict.steps.length - 1),
};

listenToKeys((key) => puzzle && KEYS[key] && (() => touch(KEYS[key])));

async function begin() {
  const wanted = location.pathname.split("/")[3];
  const key = keys.includes(wanted) ? wanted : nextOpen() ?? keys[0];
  history.replaceState(null, "", `${pages}/${key}`);
  await open(key, false);
}

const sent = at("state");
showChips();
if (sent) take(JSON.parse(sent.textContent));
else enqueue(begin);
