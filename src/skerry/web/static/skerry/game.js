// The page of one game: keeps the state the server sent, and the turn being composed.

import { Analysis } from "./analysis.js";
import { ApiError, get, post } from "./api.js";
import { Board } from "./board.js";
import * as compose from "./compose.js";
import * as panel from "./panel.js";

const POLL_MS = 500;
const PREPARING_MS = 1000;
const PREPARING_EXPECTED_S = 90; // what the progress bar reckons with
const TOAST_MS = 9000;

const at = (id) => document.getElementById(id);
const table = at("table");
const { game, url, csrf } = table.dataset;
const settings = {
  askFirst: read("ask-first", true),
  // A finger cannot hover to see what is open.
  showLegal: read("show-legal", matchMedia("(hover: none)").matches),
};
const board = new Board(at("board"), { onCell: (cell, byKey) => enqueue(() => useCell(cell, byKey)) });

let state = null; // what the server said last
let turn = null; // the turn being composed; null while there is none to compose
let looking = null; // { heading, text } of a preview of the analysis, null while there is none
let queue = Promise.resolve();
let waiting = 0; // things in the queue

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

function read(name, otherwise) {
  const kept = localStorage.getItem(`skerry-${name}`);
  return kept === null ? otherwise : kept === "yes";
}

// One thing after another, so that quick clicks never overtake each other.
function enqueue(work) {
  waiting += 1;
  table.setAttribute("aria-busy", "true");
  queue = queue.then(work).catch(complain).finally(() => {
    waiting -= 1;
    if (waiting === 0) table.setAttribute("aria-busy", "false");
  });
  return queue;
}

function complain(error) {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 409) enqueue(() => load());
  toast(error.message);
}

let toastTimer = 0;
function toast(sentence) {
  const place = at("toast");
  place.textContent = sentence;
  place.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(hideToast, TOAST_MS);
}

function hideToast() {
  at("toast").hidden = true;
}

function say(words) {
  at("said").textContent = words;
}

// ---- showing ----

// Take over a state; `step` is +1 or -1 when the board goes one turn on or back.
function take(fresh, step = 0) {
  const motion = step === 0 ? null : motionBetween(fresh, step);
  state = fresh;
  turn = fresh.mine ? compose.newTurn(fresh) : null;
  if (fresh.svg) board.show(fresh.svg, motion);
  else board.adopt(); // the page came with its drawing
  looking = null;
  analysis.follow(fresh);
  showAll();
}

// The cells a piece went between, as the list of turns tells.
function motionBetween(fresh, step) {
  const moved = fresh.turns[step > 0 ? fresh.viewed - 1 : fresh.viewed]?.moved;
  if (!moved) return null;
  const [from, to] = moved;
  return step > 0 ? { from, to } : { from: to, to: from };
}

function showAll() {
  const bottom = bottomPerson();
  panel.showSeat(at("seat-bottom"), game, state, bottom);
  panel.showSeat(at("seat-top"), game, state, 1 - bottom);
  panel.showTurns(at("turns"), game, state, (number) => enqueue(() => view(number)));
  panel.showReplay(replay, state, sliding ?? state.viewed);
  at("take-back").disabled = !state.can_take_back;
  at("resign").disabled = !state.owner || state.over;
  at("rematch").disabled = !state.owner || !state.over;
  table.classList.toggle("is-over", state.over);
  table.classList.toggle("is-replay", state.viewed < state.turn);
  showTurn();
}

function bottomPerson() {
  const computer = state.persons.findIndex((person) => person.kind === "computer");
  return computer === -1 ? 0 : 1 - computer;
}

function showTurn() {
  at("heading").textContent = heading();
  at("bar-text").textContent = barText();
  panel.showWords(at("words"), game, turn ? compose.words(turn) : [], (text) =>
    enqueue(() => add(text)),
  );
  at("clear").disabled = !turn || turn.actions.length === 0;
  const confirm = at("confirm");
  const retry = state.trouble && state.owner;
  confirm.disabled = !retry && (!turn || !(turn.complete || turn.mayEnd));
  confirm.textContent = retry ? "Ask again" : turn && turn.complete ? "Confirm" : "End turn";
  board.mark({
    selected: turn ? turn.selected : null,
    targets: turn ? compose.targets(turn) : new Set(),
    always: settings.showLegal && Boolean(turn) && compose.isWorthMarking(turn),
  });
}

function heading() {
  if (looking) return looking.heading;
  if (state.viewed < state.turn) return `Turn ${state.viewed} of ${state.turn}`;
  return state.heading;
}

function barText() {
  if (looking) return looking.text;
  if (state.viewed < state.turn) return state.said || "The start of the game";
  if (state.trouble) return state.trouble;
  if (state.thinking) return "The computer thinks…";
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
    } catch (error) {
      complain(error);
    }
  }
  setTimeout(poll, POLL_MS);
}

// The computer has answered, unless the game was changed here while the answer was on its way.
function hear(fresh, version) {
  if (!state.thinking || state.version !== version) return;
  take(fresh, fresh.turn - state.turn === 1 ? 1 : 0);
  say(state.over ? `${state.said}. ${state.heading}` : state.said);
}

async function prepare() {
  try {
    const engine = await get("/api/engine");
    const bar = at("preparing-bar");
    if (bar) bar.value = 100 * (1 - Math.exp(-engine.seconds / PREPARING_EXPECTED_S));
    if (engine.ready) {
      at("preparing")?.remove();
      await load();
      return;
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, PREPARING_MS));
  await prepare();
}

// ---- acting ----

async function useCell(cell, byKey = false) {
  hideToast();
  if (analysis.endPreview() || !turn) return;
  const wanted = compose.click(turn, cell);
  if (wanted.does === "add") await add(wanted.text);
  else if (wanted.does === "take" && byKey && turn.complete) await send();
  else if (wanted.does === "take") await preview(compose.texts(turn), wanted.text);
  else if (wanted.does === "replace") await change([wanted.text]);
  else if (wanted.does === "reselect") {
    await preview([]);
    select(cell);
  } else if (wanted.does === "select") select(cell);
  else if (wanted.does === "unselect") select(null);
  else if (turn.complete) toast("The turn is complete: confirm it, or click one of its stones to take it back.");
  else await explain(cell);
}

function select(cell) {
  turn = { ...turn, selected: cell };
  showTurn();
  say(cell === null ? "Nothing is chosen" : `${cell} is chosen`);
}

function add(text) {
  return change([...compose.texts(turn), text]);
}

// The turn has become these actions: show it, and send it when nobody is to be asked.
async function change(actions) {
  await preview(actions);
  if (turn.complete && !settings.askFirst) await send();
}

async function preview(actions, without = null) {
  const motion = motionOf(actions, without);
  const body = { turn: turn.number, actions };
  if (without !== null) body.without = without;
  const fresh = await post(`${url}/preview`, body, csrf);
  const before = compose.texts(turn);
  turn = compose.withPreview(turn, fresh);
  board.show(fresh.svg, motion);
  looking = null;
  analysis.forgetPreview();
  state = { ...state, standings: fresh.standings };
  const bottom = bottomPerson();
  panel.showSeat(at("seat-bottom"), game, state, bottom);
  panel.showSeat(at("seat-top"), game, state, 1 - bottom);
  showTurn();
  say(changed(before, compose.texts(turn)));
}

// A piece that the preview moves, or moves back.
function motionOf(actions, without) {
  const moving = (text) => turn.opening.find((offer) => offer.text === text && offer.source);
  const gone = turn.actions.find((offer) => offer.source && (without === offer.text || !actions.includes(offer.text)));
  const come = actions.length === 1 && without === null ? moving(actions[0]) : null;
  if (come && !gone) return { from: come.source, to: come.cells[0] };
  if (gone && !come) return { from: gone.cells[0], to: gone.source };
  return null;
}

function changed(before, after) {
  const added = after.filter((text) => !before.includes(text));
  const gone = before.filter((text) => !after.includes(text));
  const parts = [];
  if (gone.length) parts.push(`${gone.join(", ")} taken back`);
  if (added.length) parts.push(`${added.join(", ")} placed`);
  return `${parts.join(", ")}. ${turn.bar}`;
}

// Let the server say which rule forbids a cell.
async function explain(cell) {
  await post(`${url}/preview`, { turn: turn.number, actions: compose.texts(turn), at: cell }, csrf);
}

async function send() {
  if (analysis.endPreview()) return; // what would be sent is not what is seen
  if (state.trouble) {
    await act("retry");
    return;
  }
  if (!turn || !(turn.complete || turn.mayEnd)) return;
  const fresh = await post(`${url}/play`, { turn: turn.number, actions: compose.texts(turn) }, csrf);
  take(fresh);
  say(state.over ? `${state.said}. ${state.heading}` : state.said);
}

async function act(what) {
  take(await post(`${url}/${what}`, { turn: state.turn }, csrf));
  say(state.heading);
}

async function clear() {
  if (analysis.endPreview()) return;
  if (turn && turn.selected !== null) select(null);
  else if (turn && turn.actions.length) await preview([]);
}

async function takeLast() {
  if (analysis.endPreview()) return;
  if (turn && turn.actions.length) {
    const actions = compose.texts(turn);
    await preview(actions, actions[actions.length - 1]);
  } else if (turn && turn.selected !== null) select(null);
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

const sent = at("state");
if (sent) take(JSON.parse(sent.textContent));
else prepare();
setTimeout(poll, POLL_MS);
