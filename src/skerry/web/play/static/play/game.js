// The page of one game: keeps the state the server sent, and shows what is done about it.

import { Analysis } from "../analysis/analysis.js";
import { get, post, timeLimit } from "../base/api.js";
import { announce, ask, at, hideToast, isAway, listenToKeys, newTurnId, onPlainClick, postUntilAnswered, Queue, toast } from "../base/page.js";
import { Board, IN_TURN, motionOf } from "../board/board.js";
import { Composer, forgetDraft, keepDraft, readDraft } from "../board/compose.js";
import * as panel from "../board/panel.js";
import { Autoplay, Replay, TurnList } from "../board/replay.js";
import { listenToSettings, settings } from "../board/settings.js";
import { goToNext } from "../correspondence/waiting.js";
import { Live } from "../online/live.js";
import { listenToEnding, showEnding } from "./ending.js";
import { Follower, showInTab, soundNews } from "./follow.js";
import { Aims, Hints, openRules } from "./guide.js";
import * as share from "./share.js";

const SEND = "End turn"; // words of the button
const RETRY = "Ask again"; // and when the computer has given up
const WATCHING = "You are watching: this game belongs to another browser";
const NOT_SIGNED_IN = "You are not signed in as a player of this game any more: sign in again to play on";
const TAKEN_OFF = "The turn you had begun was taken off the board.";
const RESUME_MS = 1000; // until the server is asked again to put stones back; then longer and longer
const LONGEST_MS = 20_000;
const MOST_TRIES = 3; // of a turn that is refused though the turns before it are the same

const table = at("table");
const { game, url, csrf } = table.dataset;
const tones = table.dataset.tones.split(" ");
const enqueue = new Queue(table, (error) => {
  if (error.status === 403 && state.owner) {
    enqueue(() => lookWhoIsHere(error.message));
    return true;
  }
  if (error.status !== 409) return false;
  enqueue(() => catchUp(error.message));
  return true;
}).add;
const board = new Board((cell, byKey) => enqueue(() => useCell(cell, byKey)));
const composer = new Composer({
  game, board, enqueue, send,
  ask: (body) => post(`${url}/preview`, { version: state.version, ...body }, csrf),
  sendWords: SEND,
  onChange: (turn, fresh) => {
    if (fresh) takePreview(fresh);
    showTurn();
  },
  onFull: () => settings.askFirst || send(),
  showsLegal: () => settings.showLegal,
  endAside: () => analysis.endPreview(), // what would be sent, or cleared, is not what is seen
});

let state = null; // what the server said last
let hasLostSeat = false; // whether this page had one before somebody signed in or out
let looking = null; // { heading, text } of a preview of the analysis, null while there is none

const analysis = new Analysis({
  game, tones, url, csrf, board,
  hooks: {
    goTo: (number) => enqueue(() => view(number)),
    previewed: (words) => {
      looking = words;
      hints.setAside(Boolean(words));
      showTurn();
      if (words) announce(`${words.heading}. ${words.text}`);
    },
    bottom: () => bottomPerson(),
    goneOn: () => follower.askNow(),
    enqueue,
  },
});
const hints = new Hints({
  url, csrf, board, enqueue,
  play: async (actions) => {
    await composer.keys.Escape();
    await play(actions);
  },
});
const replay = new Replay({ go: view, where: () => state, enqueue });
const turnList = new TurnList(game, replay);
const autoplay = new Autoplay(replay, board);
// Only where two play who each have a page of their own.
const live = table.dataset.socket
  ? new Live(table.dataset.socket, {
      askNow: (isNews) => follower.askNow(isNews),
      take: (fresh) => enqueue(() => goOn(fresh)),
      drawsMore: () => aims.on,
      act: (what, more) => enqueue(() => act(what, more)),
      showSeats: () => showSeats(),
    })
  : null;
const aims = new Aims(() => enqueue(redraw));

// ---- showing ----

// Take over a state; `step` is +1 or -1 when the board goes one turn on or back. What is composed
// stays on the board as long as the turns are the same, but where all is drawn `anew`.
function take(fresh, step = 0, anew = false) {
  const motion = step === 0 ? null : motionBetween(fresh, step);
  const before = state;
  const goesOn = !anew && composer.isUnderWay && !analysis.previews && isSamePlace(before, fresh);
  state = goesOn ? { ...fresh, standings: before.standings, aims: before.aims } : fresh;
  if (!goesOn) board.show(fresh.svg, motion, step > 0 ? IN_TURN : null);
  looking = null;
  soundNews(before, fresh);
  analysis.follow(fresh);
  hints.follow(fresh);
  share.follow(fresh);
  autoplay.follow(fresh);
  live?.follow(fresh, before);
  showAll();
  if (goesOn) return showTurn();
  if (!fresh.mine) return composer.end();
  composer.begin(fresh);
  const draft = readDraft(fresh.id, fresh.turns_version);
  if (draft.length) enqueue(() => resume(draft));
  return undefined;
}

// Whether two states have the same turns, show the same one, and wait for this page's person.
function isSamePlace(before, after) {
  const isSame = before.turns_version === after.turns_version && before.viewed === after.viewed;
  return isSame && before.mine && after.mine;
}

// Put the stones back on the board of a turn that was left half-composed.
async function resume(draft, pause = RESUME_MS) {
  try {
    await composer.resume(draft);
  } catch (error) {
    const isForNow = !error.status || error.status === 429 || error.status >= 500;
    if (isForNow) setTimeout(() => enqueue(() => resumeAgain(pause)), pause);
    else forgetDraft(state.id); // refused, and not only out of reach or asked too often
    if (pause === RESUME_MS) throw error; // told once
  }
}

// The same, unless something else has been composed meanwhile, or another turn is looked at.
async function resumeAgain(pause) {
  if (!composer.turn || composer.isUnderWay) return;
  const draft = readDraft(state.id, state.turns_version);
  if (draft.length) await resume(draft, Math.min(2 * pause, LONGEST_MS));
}

// What a preview of the turn being composed changes besides the board.
function takePreview(fresh) {
  looking = null;
  analysis.forgetPreview();
  keepDraft(state.id, state.turns_version, composer.actions);
  state = { ...state, standings: fresh.standings, aims: fresh.aims };
  aims.tell(state.aims);
  showSeats();
}

// The cells a piece went between, as the list of turns tells.
function motionBetween(fresh, step) {
  return motionOf(fresh.turns[step > 0 ? fresh.viewed - 1 : fresh.viewed]?.moved, step);
}

// Everything but the turn being composed.
function showAll() {
  showSeats();
  turnList.show(state);
  replay.show();
  // Who watches from the start has no such buttons.
  if (!live && at("take-back")) at("take-back").disabled = !state.can_take_back;
  if (at("resign")) at("resign").disabled = !state.owner || state.over;
  at("goal").textContent = state.goal;
  aims.tell(state.aims);
  showEnding(game, state);
  live?.showRematch();
  table.classList.toggle("is-over", state.over);
  table.classList.toggle("is-replay", state.viewed < state.turn);
  showInTab(state);
}

function showSeats() {
  panel.showSeats(game, state, bottomPerson(), (place, person) => live?.dress(place, person));
}

function bottomPerson() {
  if (state.apart) return state.you ?? 0;
  const computer = state.persons.findIndex((person) => person.kind === "computer");
  return computer === -1 ? 0 : 1 - computer;
}

function showTurn() {
  at("heading").textContent = heading();
  at("bar-text").textContent = barText();
  composer.show();
  if (!state.trouble || !state.owner) return;
  at("confirm").disabled = false;
  at("confirm").textContent = RETRY;
}

function heading() {
  if (looking) return looking.heading;
  if (state.viewed < state.turn) return `Turn ${state.viewed} of ${state.turn}`;
  return state.ending ? state.ending.title : state.whose_turn ?? state.heading;
}

function watching() {
  if (hasLostSeat) return NOT_SIGNED_IN;
  return state.apart ? "You are watching this game" : WATCHING;
}

function barText() {
  if (looking) return looking.text;
  if (state.viewed < state.turn) return state.last_turn || "The start of the game";
  if (state.trouble) return state.trouble;
  if (state.thinking) return state.thinking_words;
  if (state.ending) return state.ending.sentence;
  if (!state.owner) return watching();
  return composer.turn || !state.whose_turn ? composer.words : state.heading;
}

// ---- loading ----

async function load(number = null, anew = false) {
  const fresh = await get(number === null ? url : `${url}?turn=${number}`);
  const step = state ? fresh.viewed - state.viewed : 0;
  take(fresh, Math.abs(step) === 1 ? step : 0, anew);
}

async function view(number) {
  if (number < 0 || number > state.turn || number === state.viewed) return;
  await load(number === state.turn ? null : number);
  announce(`Turn ${state.viewed}. ${state.last_turn}`);
}

// Show the same once more, drawn otherwise; a turn that is being composed is composed again.
async function redraw() {
  const { actions } = composer;
  await load(state.viewed === state.turn ? null : state.viewed, true);
  await composer.resume(actions);
}

// Ask whether the game has gone on: the computer has answered, or it was played in another window.
async function hear() {
  const { version, trouble } = state;
  const fresh = await get(trouble ? url : `${url}?known=${version}`, timeLimit());
  // Later news has come by the socket meanwhile: a clock of before would run for the wrong person.
  if (fresh.same && state.version !== version) return true;
  if (fresh.same) showThinking(fresh.thinking_words);
  if (fresh.same) live?.takeClock(fresh.clock);
  if (fresh.same || (fresh.version === version && fresh.trouble === trouble)) return false;
  await enqueue(() => goOn(fresh));
  return true;
}

// Why it takes so long, when there is a reason.
function showThinking(words) {
  if (!state.thinking || words === state.thinking_words) return;
  state.thinking_words = words;
  showTurn();
}

// Show a game that has gone on, unless something later is shown already. Who looks at an earlier turn
// goes on looking at it.
async function goOn(fresh) {
  const isSame = fresh.version === state.version && fresh.trouble === state.trouble;
  if (fresh.version < state.version || isSame) return;
  const [before, isComposed] = [state, hasDraft()];
  if (state.viewed < Math.min(state.turn, fresh.turn)) await load(state.viewed);
  else take(fresh, fresh.turn - state.turn === 1 ? 1 : 0);
  const news = newsSince(before);
  announceNews(news);
  if (news && isComposed) toast(`${news} ${TAKEN_OFF}`);
}

// What was asked for came too late: show the game as it stands, and go on from there.
async function catchUp(refusal) {
  const [before, isComposed] = [state, hasDraft()];
  await load();
  const news = newsSince(before);
  toast(news ? `The game has gone on: ${news}${isComposed ? ` ${TAKEN_OFF}` : ""}` : refusal);
}

// Something was refused to who had a seat: in another tab somebody else may have signed in, or nobody is any more.
async function lookWhoIsHere(refusal) {
  await load(state.viewed < state.turn ? state.viewed : null);
  const signIn = { words: "Sign in", work: () => location.assign(table.dataset.signIn) };
  hasLostSeat = !state.owner;
  showTurn();
  toast(refusal, hasLostSeat ? signIn : null);
}

// Whether a turn is composed, be it while an earlier one is looked at.
function hasDraft() {
  return composer.isUnderWay || (state.waits_for_you && readDraft(state.id, state.turns_version).length > 0);
}

// What has happened to the turns since a state, or how the game has ended; "" for all else.
function newsSince(before) {
  const words = before.turns_version === state.turns_version ? "" : turnNews(before);
  const end = state.over && !before.over ? (state.ending ? state.heading : "The game is over") : "";
  return [words, end].filter(Boolean).map((one) => `${one}.`).join(" ");
}

function turnNews(before) {
  const number = before.turn;
  if (state.turn > number) return state.turns.at(-1).sentence;
  if (state.turn === number) return `Turn ${number} is another one now: ${state.turns.at(-1).sentence}`;
  return state.turn === number - 1 ? `Turn ${number} was taken back` : `The turns from ${state.turn + 1} on were taken back`;
}

// For those who listen, and whose turn it is then; what is no news was heard already.
function announceNews(news) {
  if (news) announce(state.over || !state.whose_turn ? news : `${news} ${state.whose_turn}.`);
}

// ---- acting ----

async function useCell(cell, byKey) {
  hideToast();
  if (analysis.endPreview()) return;
  if (composer.turn) await composer.use(cell, byKey);
  else tellWhyNot();
}

// Why a click on the board does nothing now, and the way back if there is one.
function tellWhyNot() {
  if (state.viewed < state.turn) {
    const where = state.viewed ? `turn ${state.viewed} of ${state.turn}` : "the start of the game";
    const back = { words: "Back to the game", work: () => enqueue(() => view(state.turn)) };
    toast(`You are looking at ${where}.`, back);
  } else if (state.over) toast(`The game is over: ${state.heading}.`);
  else if (!state.owner) toast(`${watching()}.`);
  else if (state.trouble) toast(`${state.trouble} Press “${RETRY}”.`);
  else if (state.thinking) toast(`It is not your turn yet. ${state.thinking_words}`);
  else toast(`It is ${state.persons[state.to_act].name}’s turn.`);
}

async function send() {
  if (state.trouble) await act("retry");
  else if (!composer.turn) tellWhyNot();
  else if (composer.isWhole) await play(composer.actions);
}

// A whole turn.
async function play(actions) {
  const body = { actions, id: newTurnId() };
  for (let tries = 1; ; tries += 1) {
    const before = state;
    try {
      take(await playTurn({ version: before.version, ...body }));
      announceNews(newsSince(before));
      return;
    } catch (error) {
      if (error.status !== 409 || tries === MOST_TRIES) throw error;
    }
    // Something else than a turn may have come between: an offer, or a name.
    await load();
    if (!isSamePlace(before, state)) {
      toast(`The game has gone on: ${newsSince(before)} ${TAKEN_OFF}`);
      return;
    }
  }
}

function playTurn(body) {
  if (live) return postUntilAnswered(`${url}/play`, body, csrf, () => live.tellCut());
  const tell = (error) => toast(`${error.message} Your turn is sent again by itself.`);
  return postUntilAnswered(`${url}/play`, body, csrf, tell, isAway);
}

async function act(what, more = {}) {
  const before = state;
  take(await post(`${url}/${what}`, { version: state.version, ...more }, csrf));
  announceNews(newsSince(before));
}

async function rematch(wanted) {
  if (state.apart && !state.next_game) return act("offer", { kind: "rematch" });
  return location.assign(state.next_game ?? (await post(`${url}/rematch`, wanted, csrf)).url);
}

// ---- listening ----

for (const id of live ? [] : ["take-back", "note-take-back"]) at(id)?.addEventListener("click", () => enqueue(() => act("take-back")));
listenToEnding({
  again: (wanted) => enqueue(() => rematch(wanted)),
  levelUp: () => state.ending.next_level.level,
});

at("resign")?.addEventListener("click", () => ask(at("resign-ask"), () => enqueue(() => act("resign"))));

onPlainClick(at("rule"), () => enqueue(openRules));
listenToSettings(showTurn);

const KEYS = { ...composer.keys, ...replay.keys };

// Whoever plays a quick game is not led away from it by a key.
function isInHaste() {
  return state.you !== null && !state.takes_days && !state.over;
}

listenToKeys((key) => {
  if (key === "a") return () => analysis.turn(!analysis.on); // at once, whatever else goes on
  if (key === "h") return () => hints.ask();
  if (key === "p") return () => autoplay.turn(!autoplay.on);
  if (key === "g") return () => aims.turn(!aims.on);
  if (key === "?") return () => enqueue(openRules);
  if (key === "n" && live && !isInHaste()) return goToNext;
  if (key === "c" && live?.chat) return () => live.chat.open(true);
  return KEYS[key] && (() => enqueue(KEYS[key]));
});

take(JSON.parse(at("state").textContent));
if (state.notice) toast(state.notice); // the link was for a turn that is not there
const follower = new Follower({
  ask: hear,
  expects: () => state.thinking || Boolean(state.you !== null && live?.isTimeUp), // a thousand may watch
  isTold: () => Boolean(live?.isTold),
  plays: () => state.you !== null,
  waits: () => state.owner && !state.over && !state.trouble && !state.waits_for_you,
  // Where two play, a line on the page says that there is no connection.
  onFail: (error) => (live && !error.status ? live.tellCut() : toast(error.message)),
  onRecover: () => {
    hideToast();
    live?.tellReached();
  },
});
