// The page of one game: keeps the state the server sent, and shows what is done about it.

import { Analysis } from "./analysis.js";
import { get, post } from "./api.js";
import { Board } from "./board.js";
import * as compose from "./compose.js";
import { Composer } from "./composer.js";
import { at, hideToast, Queue, readSetting, readShowLegal, say, toast } from "./page.js";
import * as panel from "./panel.js";

const POLL_MS = 500;

const table = at("table");
const { game, url, csrf } = table.dataset;
const settings = { askFirst: readSetting("ask-first", true), showLegal: readShowLegal() };
const queue = new Queue(table, (error) => {
  if (error.status === 409) enqueue(() => load()); // the game has gone on elsewhere
});
const enqueue = (work) => queue.add(work);
const board = new Board(at("board"), { onCell: (cell, byKey) => enqueue(() => useCell(cell, byKey)) });
const composer = new Composer({
  board,
  ask: (body) => post(`${url}/preview`, { turn: state.turn, ...body }, csrf),
  onChange: (turn, fresh) => {
    if (fresh) takePreview(fresh);
    showTurn();
  },
  say,
  onRefuse: () => toast("The turn is complete: confirm it, or click one of its stones to take it back."),
  onFull: () => settings.askFirst || send(),
  onAgain: () => send(),
});

let state = null; // what the server said last
let looking = null; // { heading, text } of a preview of the analysis, null while there is none

const analysis = new Analysis({
  game, url, csrf, board,
  hooks: {
    goTo: (number) => enqueue(() => view(number)),
    previewed: (words) => {
      looking = words;
      showTurn();
      if (words) say(`${words.heading}. ${words.text}`);
    },
    bottom: () => bottomPerson(),
    enqueue,
    say,
  },
});

// ---- showing ----

// Take over a state; `step` is +1 or -1 when the board goes one turn on or back.
function take(fresh, step = 0) {
  const motion = step === 0 ? null : motionBetween(fresh, step);
  state = fresh;
  if (fresh.svg) board.show(fresh.svg, motion);
  else board.adopt(); // the page came with its drawing
  looking = null;
  analysis.follow(fresh);
  showAll();
  if (fresh.mine) composer.begin(fresh);
  else composer.end();
}

// What a preview of the turn being composed changes besides the board.
function takePreview(fresh) {
  looking = null;
  analysis.forgetPreview();
  state = { ...state, standings: fresh.standings };
  showSeats();
}

// The cells a piece went between, as the list of turns tells.
function motionBetween(fresh, step) {
  const moved = fresh.turns[step > 0 ? fresh.viewed - 1 : fresh.viewed]?.moved;
  if (!moved) return null;
  const [from, to] = moved;
  return step > 0 ? { from, to } : { from: to, to: from };
}

// Everything but the turn being composed.
function showAll() {
  showSeats();
  panel.showTurns(at("turns"), game, state, (number) => enqueue(() => view(number)));
  panel.showReplay(replay, state, sliding ?? state.viewed);
  at("take-back").disabled = !state.can_take_back;
  at("resign").disabled = !state.owner || state.over;
  at("rematch").disabled = !state.owner || !state.over;
  table.classList.toggle("is-over", state.over);
  table.classList.toggle("is-replay", state.viewed < state.turn);
}

function showSeats() {
  const bottom = bottomPerson();
  panel.showSeat(at("seat-bottom"), game, state, bottom);
  panel.showSeat(at("seat-top"), game, state, 1 - bottom);
}

function bottomPerson() {
  const computer = state.persons.findIndex((person) => person.kind === "computer");
  return computer === -1 ? 0 : 1 - computer;
}

function showTurn() {
  const { turn } = composer;
  at("heading").textContent = heading();
  at("bar-text").textContent = barText();
  panel.showWords(at("words"), game, turn ? compose.words(turn) : [], (text) =>
    enqueue(() => composer.add(text)),
  );
  at("clear").disabled = !turn || turn.actions.length === 0;
  const confirm = at("confirm");
  const retry = state.trouble && state.owner;
  confirm.disabled = !retry && !composer.isWhole;
  confirm.textContent = retry ? "Ask again" : turn && turn.complete ? "Confirm" : "End turn";
  board.mark(compose.marks(turn, settings.showLegal));
}

function heading() {
  if (looking) return looking.heading;
  if (state.viewed < state.turn) return `Turn ${state.viewed} of ${state.turn}`;
  return state.heading;
}

function barText() {
  const { turn } = composer;
  if (looking) return looking.text;
  if (state.viewed < state.turn) return state.said || "The start of the game";
  if (state.trouble) return state.trouble;
  if (state.thinking) return state.thinking_words;
  if (state.over) return state.said;
  if (!state.owner) return "You are watching: this game was begun in another browser";
  if (!turn) return "";
  if (turn.selected !== null) return `${turn.selected} is chosen: now choose where it goes`;
  return turn.bar;
}

// ---- loading ----

async function load(number = null) {
  const fresh = await get(number === null ? url : `${url}?turn=${number}`);
  const step = state ? fresh.viewed - state.viewed : 0;
  take(fresh, Math.abs(step) === 1 ? step : 0);
  return fresh;
}

async function view(number) {
  if (number < 0 || number > state.turn || number === state.viewed) return;
  await load(number === state.turn ? null : number);
  say(`Turn ${state.viewed}. ${state.said}`);
}

// Ask for the computer's answer as long as it thinks; looking at earlier turns stops nothing.
async function poll() {
  if (state && state.thinking) {
    const { version } = state;
    try {
      const fresh = await get(`${url}?known=${version}`);
      if (!fresh.same) await enqueue(() => hear(fresh, version));
      else showThinking(fresh.thinking_words);
    } catch (error) {
      queue.complain(error);
    }
  }
  setTimeout(poll, POLL_MS);
}

// Why it takes so long, when there is a reason.
function showThinking(words) {
  if (words === state.thinking_words) return;
  state.thinking_words = words;
  showTurn();
}

// The computer has answered, unless the game was changed here while the answer was on its way.
function hear(fresh, version) {
  if (!state.thinking || state.version !== version) return;
  take(fresh, fresh.turn - state.turn === 1 ? 1 : 0);
  say(state.over ? `${state.said}. ${state.heading}` : state.said);
}

// ---- acting ----

async function useCell(cell, byKey) {
  hideToast();
  if (!analysis.endPreview()) await composer.use(cell, byKey);
}

async function send() {
  if (analysis.endPreview()) return; // what would be sent is not what is seen
  if (state.trouble) {
    await act("retry");
    return;
  }
  if (!composer.isWhole) return;
  const fresh = await post(`${url}/play`, { turn: state.turn, actions: composer.actions }, csrf);
  take(fresh);
  say(state.over ? `${state.said}. ${state.heading}` : state.said);
}

async function act(what) {
  take(await post(`${url}/${what}`, { turn: state.turn }, csrf));
  say(state.heading);
}

async function clear() {
  if (!analysis.endPreview()) await composer.clear();
}

async function takeLast() {
  if (!analysis.endPreview()) await composer.takeLast();
}

// ---- listening ----

// Of many quick moves of the slider only the last is worth a request.
let sliding = null;

async function slide() {
  const goal = sliding;
  if (goal === null) return;
  await view(goal);
  if (sliding === goal) sliding = null;
}

const replay = {
  first: at("first"),
  back: at("back"),
  slider: at("slider"),
  forward: at("forward"),
  latest: at("latest"),
};

replay.first.addEventListener("click", () => enqueue(() => view(0)));
replay.back.addEventListener("click", () => enqueue(() => view(state.viewed - 1)));
replay.forward.addEventListener("click", () => enqueue(() => view(state.viewed + 1)));
replay.latest.addEventListener("click", () => enqueue(() => view(state.turn)));
replay.slider.addEventListener("input", () => {
  sliding = Number(replay.slider.value);
  enqueue(slide);
});

panel.walkTurns(at("turns"));
at("confirm").addEventListener("click", () => enqueue(send));
at("clear").addEventListener("click", () => enqueue(clear));
at("take-back").addEventListener("click", () => enqueue(() => act("take-back")));
at("rematch").addEventListener("click", () =>
  enqueue(async () => location.assign((await post(`${url}/rematch`, {}, csrf)).url)),
);

at("resign").addEventListener("click", () => {
  at("resign-ask").returnValue = "no";
  at("resign-ask").showModal();
});
at("resign-ask").addEventListener("close", () => {
  if (at("resign-ask").returnValue === "yes") enqueue(() => act("resign"));
});

at("help").addEventListener("click", () => at("help-dialog").showModal());
for (const [id, name] of [["ask-first", "askFirst"], ["show-legal", "showLegal"]]) {
  at(id).checked = settings[name];
  at(id).addEventListener("change", () => {
    settings[name] = at(id).checked;
    localStorage.setItem(`skerry-${id}`, settings[name] ? "yes" : "no");
    if (state) showTurn();
  });
}

const REPLAY_KEYS = {
  ArrowLeft: () => view(state.viewed - 1),
  ArrowRight: () => view(state.viewed + 1),
  Home: () => view(0),
  End: () => view(state.turn),
};

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, select, textarea") || !state) return;
  if (event.key === "Backspace") enqueue(takeLast);
  else if (event.key === "Escape") enqueue(clear);
  else if (event.key === "Enter" && event.shiftKey) enqueue(send);
  else if (event.key === "a") analysis.turn(!analysis.on);
  else if (REPLAY_KEYS[event.key]) enqueue(REPLAY_KEYS[event.key]);
  else return;
  event.preventDefault();
});

take(JSON.parse(at("state").textContent));
setTimeout(poll, POLL_MS);
