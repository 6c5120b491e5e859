// The page of a study: a position of the tree on the board, and what is done about it.

import { Analysis } from "../analysis/analysis.js";
import { get, ignoreRefusal, post } from "../base/api.js";
import { formatCount } from "../base/numbers.js";
import { announce, at, hideToast, listenToClicks, listenToKeys, Queue, toast } from "../base/page.js";
import { tabStorage } from "../base/storage.js";
import { AT_ONCE, Board } from "../board/board.js";
import { Composer } from "../board/compose.js";
import * as panel from "../board/panel.js";
import { Replay } from "../board/replay.js";
import { BY_HAND, copyText } from "../board/saving.js";
import { listenToSettings, settings } from "../board/settings.js";
import { ROOT, Tree } from "../board/tree/tree.js";
import { Conditions } from "../correspondence/conditions.js";
import { Chapters, Comment } from "./chapters.js";
import { Explorer } from "./explorer.js";
import { Marking } from "./marking.js";
import { Learning, Review } from "./review.js";
import { Store } from "./store.js";

const ADD = "Add turn";
const ADDRESS_MS = 100;
const LEFT = "skerry-comment-left"; // key of a comment whose chapter was deleted, for the page after it
const LONGEST_SHOWN = 200; // characters of a comment in a message; its field takes many more
const FOLLOW_MS = 3000; // between two looks at what other windows have edited

const table = at("table");
const { game, url, csrf } = table.dataset;
const tones = table.dataset.tones.split(" ");
const enqueue = new Queue(table, (error) => {
  if (error.status === 409) enqueue(() => store.follow().then(() => store.list()).catch(ignoreRefusal));
  return false;
}).add;
const parsed = (id) => JSON.parse(at(id).textContent);

let state = parsed("state");
let addressing = 0;
let previews = false; // turns are shown that nobody keeps

const store = new Store({
  url, csrf, study: parsed("study"), tree: parsed("nodes"),
  hooks: {
    changed: (edits) => enqueue(() => showEdits(edits)),
    reloaded: () => enqueue(() => showChapter()),
    listed: () => {
      chapters.show();
      if (store.hasChapter) return;
      if (mayEdit && comment.unsaved) tabStorage.write(LEFT, comment.unsaved);
      openPage(store.study.chapters[0].number);
    },
  },
});
const mayEdit = store.study.may_edit;
const tree = new Tree(at("tree"), store, (number) => enqueue(() => go(number)));
const board = new Board((cell, byKey) => enqueue(() => useCell(cell, byKey)), true);
const composer = new Composer({
  game, board, enqueue, send,
  ask: (body) => post(`${addressOf(state.node)}/preview`, body, csrf),
  sendWords: ADD,
  onChange: (turn, fresh) => {
    if (fresh) state = { ...state, standings: fresh.standings };
    if (fresh) panel.showSeats(game, state);
    showTurn();
  },
  onFull: send,
  showsLegal: () => settings.showLegal && !marking.on,
});
const analysis = new Analysis({
  game, tones, url, csrf, board,
  hooks: {
    goTo: (turn) => enqueue(() => go(line()[turn])),
    bottom: () => (review.isOn ? review.side : 0),
    enqueue,
    address: (what) => (what === "analysis/stop" ? `${url}/${what}` : `${addressOf(state.node)}/${what}`),
    rows: () => tree.rows(line()),
    play: mayEdit ? (turns) => addLine(turns) : undefined,
  },
});
const explorer = new Explorer({
  address: () => `${addressOf(state.node)}/explorer`,
  play: mayEdit ? (turns) => addLine(turns) : undefined,
  enqueue,
});
const replay = new Replay({
  go: (turn) => go(line()[turn]),
  where: () => ({ turn: line().length - 1, viewed: state.turn }),
  enqueue,
});
const marking = new Marking(showTurn);
const comment = new Comment(store, { node: () => state.node, enqueue, leave: () => board.focus(), lost: handBack });
const review = new Review({
  game, tones, csrf,
  hooks: {
    address: () => `${url}/chapters/${store.chapter}/review`,
    node: () => state.node,
    has: (number) => Boolean(store.node(number)),
    colours: () => state.persons.map((person) => person.colour),
    show: (number) => go(number),
    play: (number, turns) => (mayEdit ? addLine(turns, number) : preview(number, turns)),
    changed: (signs) => tree.sign(signs),
    draw: (marks) => board.overlay("review", learning.on || previews ? "" : marks),
    previews: () => previews,
    told: (side) => {
      tree.tellOf(side);
      at("bar-text").textContent = barWords();
    },
    learn: (turns) => learn(turns),
    enqueue,
  },
});
const learning = new Learning({
  open: (turn) => load(store.node(turn.node).parent),
  judge: (turn, actions) => post(`${url}/chapters/${store.chapter}/review/try`, { number: turn.number, actions }, csrf),
  look: async (turn) => {
    const { svg } = await post(`${addressOf(state.node)}/variation`, { turns: [turn.better] }, csrf);
    composer.end();
    board.show(svg);
  },
  ended: async (found, all) => {
    composer.sendWords = ADD;
    await load(state.node);
    toast(`${found} of ${all} found at once.`);
  },
  changed: showTurn,
  enqueue,
});
// Only in notes of a game with somebody else; their numbers mean nothing in other chapters.
const gameChapter = Number(table.dataset.gameChapter);
const conditions = table.dataset.conditions && new Conditions(table.dataset.conditions, {
  csrf, enqueue,
  go: (number) => (store.chapter === gameChapter ? go(number) : openChapter(gameChapter, number)),
  node: () => (store.chapter === gameChapter ? state.node : ROOT),
  label: (labels) => store.chapter === gameChapter && tree.label(labels),
});
const chapters = new Chapters(store, {
  open: (number) => enqueue(() => openChapter(number)),
  enqueue,
  here: () => ({ chapter: store.chapter, node: state.node }),
});

// A comment that cannot be saved, and why: whoever wrote it may keep it.
function handBack(text, why) {
  if (!text) return toast(why); // nothing is lost
  const sentence = (words) => `${why} Your comment is not saved: “${words}”`;
  const begun = [...text].slice(0, LONGEST_SHOWN).join("");
  const shown = begun === text ? text : `${begun}…`;
  return toast(sentence(shown), { words: "Copy it", work: () => copyText(text).catch(() => toast(sentence(text))) });
}

function addressOf(number) {
  return `${url}/chapters/${store.chapter}/nodes/${number}`;
}

// The line that is shown: from the start to this position and on.
function line() {
  return store.lineThrough(state.node);
}

// ---- showing ----

function take(fresh, arrival = null) {
  state = fresh;
  previews = false;
  board.show(fresh.svg, null, arrival);
  tree.show(fresh.node);
  comment.show(fresh.comment);
  // The analysis asks anew where the position or the line changes.
  analysis.follow({ ...fresh, viewed: fresh.turn, version: `${store.chapter}.${fresh.node}`, may_analyse: store.study.may_help && !learning.on });
  if (store.study.may_help) explorer.follow();
  review.show();
  conditions?.follow();
  if (fresh.mine) composer.begin(fresh);
  else composer.end();
  showAll();
  keepAddress();
}

function addressHere() {
  return `${location.pathname}?chapter=${store.chapter}&node=${state.node}`;
}

// Let the address follow, after a moment's rest: a browser looks through all of a large tree then,
// and some take only a hundred changes in half a minute.
function keepAddress() {
  clearTimeout(addressing);
  addressing = setTimeout(() => history.replaceState(history.state, "", addressHere()), ADDRESS_MS);
}

function showAll() {
  panel.showSeats(game, state);
  replay.show();
  const siblings = store.node(store.node(state.node).parent)?.children ?? [];
  const rank = siblings.indexOf(state.node);
  const isMain = store.lineFrom(ROOT).includes(state.node);
  at("node-tools").hidden = !mayEdit;
  at("promote").disabled = isMain;
  at("earlier").disabled = rank <= 0;
  at("later").disabled = rank === -1 || rank === siblings.length - 1;
  at("delete").disabled = state.node === ROOT;
  at("undo").disabled = !store.mayUndo;
  at("redo").disabled = !store.mayRedo;
  for (const id of ["undo", "redo", "marking"]) at(id).hidden = !mayEdit;
}

function showTurn() {
  at("heading").textContent = learning.on ? `${learning.heading}, ${state.heading}` : state.heading;
  at("bar-text").textContent = barWords();
  composer.show();
  at("confirm").hidden = at("clear").hidden = !mayEdit && !learning.on;
}

function barWords() {
  if (marking.words) return marking.words;
  if (learning.on && (learning.isSolved || !composer.actions.length)) return learning.said || learning.task;
  return composer.actions.length ? composer.words : review.verdict || state.last_turn || composer.words;
}

// What edits of this window or of another one mean for what is shown.
async function showEdits(edits) {
  tree.change(edits);
  conditions?.follow();
  if (!store.node(state.node)) return go(store.lineFrom(ROOT).find((one) => store.node(one)) ?? ROOT);
  const here = edits.some((edit) => edit.node === state.node && ["Comment", "Marks"].includes(edit.kind));
  if (!here || composer.isUnderWay) return showAll();
  await comment.save(); // what is being written is asked about, not replaced
  return load(state.node);
}

async function showChapter() {
  chapters.show();
  tree.draw();
  await comment.save();
  const isHere = Boolean(store.node(state.node));
  if (isHere && composer.isUnderWay) showAll(); // what is composed here is still a turn from here
  else await load(isHere ? state.node : ROOT);
}

// ---- going ----

async function load(number, arrival = null) {
  take(await get(`${addressOf(number)}${learning.on ? "?compose" : ""}`), arrival);
}

async function go(number) {
  if (number === undefined || (number === state.node && !previews)) return;
  await comment.save();
  if (!store.node(number)) return;
  await load(number);
  announce(`${state.last_turn || "Start"}. ${state.heading}`);
}

// To the next of the turns at this place, or the one before.
function goBeside(step) {
  return go(store.beside(state.node, step));
}

async function openChapter(number, node = null) {
  await comment.save();
  openPage(number, node);
}

// Another chapter may be one of another game, and need another board.
function openPage(chapter, node = null) {
  clearTimeout(addressing);
  location.assign(`${location.pathname}?chapter=${chapter}${node === null ? "" : `&node=${node}`}`);
}

// ---- editing ----

async function useCell(cell, byKey) {
  hideToast();
  if (marking.on) await mark(cell);
  else if (composer.turn) await composer.use(cell, byKey);
  else if (state.over) toast(`The game is over here: ${state.heading}.`);
  else if (learning.on) toast(learning.said || learning.task);
  else if (!mayEdit) toast("This study is another browser’s. Copy it to play on here.", { words: "Copy to my studies", work: () => at("copy-study").click() });
}

async function send() {
  if (!composer.isWhole) return undefined;
  if (learning.on) return tryTurn();
  const turn = composer.actions.join(",");
  await comment.save();
  const number = await store.edit({ kind: "Add", chapter: store.chapter, parent: state.node, turn });
  await load(number);
  announce(`${state.last_turn}. ${state.heading}`);
}

// Add turns that the engine proposes, and go to the last of them.
async function addLine(turns, from = state.node) {
  await comment.save();
  let parent = from;
  for (const turn of turns) parent = await store.edit({ kind: "Add", chapter: store.chapter, parent, turn });
  await load(parent, AT_ONCE);
  announce(`${state.last_turn}. ${state.heading}`);
}

// Turns that nobody keeps, shown to who only reads.
async function preview(number, turns) {
  const { svg, last_turn: lastTurn, heading } = await post(`${addressOf(number)}/variation`, { turns }, csrf);
  previews = true;
  board.show(svg);
  review.show();
  at("heading").textContent = heading;
  at("bar-text").textContent = lastTurn;
  announce(`${lastTurn}. ${heading}`);
}

// Find better turns than some mistakes.
async function learn(turns) {
  await comment.save();
  marking.turn(false);
  composer.sendWords = "Try";
  await learning.begin(turns.map((turn) => ({ ...turn, played: store.node(turn.node).turn })));
}

async function tryTurn() {
  const isRight = await learning.judge(composer.actions);
  announce(learning.said);
  if (!isRight) await composer.clear();
}

async function mark(cell) {
  const before = store.node(state.node).marks;
  const after = marking.click(before, cell);
  showTurn();
  if (after) await store.edit({ kind: "Marks", chapter: store.chapter, node: state.node, before, after });
}

async function arrange(edit) {
  await store.edit({ chapter: store.chapter, node: state.node, ...edit });
}

function promote() {
  return state.node === ROOT ? undefined : arrange({ kind: "Promote" });
}

// Change places with the turn before or after this one among those here.
function move(step) {
  const beside = store.beside(state.node, step);
  if (beside === undefined) return undefined;
  return arrange({ kind: "Move", rank: store.node(store.node(state.node).parent).children.indexOf(beside) });
}

async function remove() {
  const { node } = state;
  if (node === ROOT) return;
  const { parent } = store.node(node);
  const size = store.branch(node).length;
  await load(parent);
  await store.edit({ kind: "Remove", chapter: store.chapter, node, size });
  toast(size === 1 ? "The turn is deleted." : `${formatCount(size)} positions are deleted.`, { words: "Undo", work: () => enqueue(undo) });
}

async function undo() {
  await comment.save();
  await goAfter(await store.undo());
}

async function redo() {
  await goAfter(await store.redo());
}

// To where something was undone or done again; another chapter is another page.
async function goAfter(place) {
  const { chapter, node } = place ?? { chapter: null, node: null };
  if (chapter !== null && chapter !== store.chapter) return openChapter(chapter, node);
  if (node !== null && node !== state.node && store.node(node)) await load(node);
  return showAll();
}

// ---- listening ----

listenToClicks({ promote, earlier: () => move(-1), later: () => move(1), delete: remove, undo, redo }, enqueue);
listenToSettings(showTurn);
at("share").addEventListener("click", () => {
  at("share-said").textContent = "";
  at("share-text").hidden = true;
  at("share-dialog").showModal();
});
at("close-share").addEventListener("click", () => at("share-dialog").close());
at("copy-link").addEventListener("click", async () => {
  try {
    await copyText(new URL(addressHere(), location.href).href);
  } catch {
    at("share-said").textContent = BY_HAND;
    return;
  }
  at("copy-link").focus(); // which a field that was selected has taken
  at("share-said").textContent = at("by-link")?.checked === false ? "The link is copied. Only you can open it so far." : "The link is copied.";
});
at("by-link")?.addEventListener("change", () => enqueue(async () => {
  const wanted = at("by-link").checked;
  const { by_link: byLink } = await post(`${url}/share`, { by_link: wanted }, csrf).catch((error) => {
    at("by-link").checked = !wanted; // as it still is
    throw error;
  });
  at("share-said").textContent = byLink ? "Anyone with the link can read it." : "Only you can open it.";
}));

// Out of what one is in: drawing marks, a turn that is composed, the board.
function leave() {
  if (marking.on) return marking.turn(false);
  if (composer.actions.length) return composer.clear();
  return board.hasFocus ? document.activeElement.blur() : undefined;
}

const KEYS = {
  ...composer.keys,
  ...replay.keys,
  ArrowUp: () => goBeside(-1),
  ArrowDown: () => goBeside(1),
  Escape: leave,
  p: () => mayEdit && promote(),
  "Shift ArrowUp": () => mayEdit && move(-1),
  "Shift ArrowDown": () => mayEdit && move(1),
  Delete: () => mayEdit && remove(),
  z: () => mayEdit && undo(),
  y: () => mayEdit && redo(),
};

listenToKeys((key) => {
  if (learning.on && !["Backspace", "Shift Enter", "Escape"].includes(key)) return undefined;
  if (key === "r" && store.study.may_help) return () => at("review-on").click();
  if (key === "a") return () => analysis.turn(!analysis.on);
  if (key === "e" && store.study.may_help) return () => at("explorer-on").click();
  if (key === "b") return () => board.focus();
  if (key === "i" && conditions) return () => conditions.turn();
  if (key === "c") return () => at("comment").focus();
  if (key === "m" && mayEdit) return () => marking.turn(!marking.on);
  return KEYS[key] && (() => enqueue(KEYS[key]));
});

tree.draw();
take(state);
if (state.notice) toast(state.notice); // the link was for something that is not there
const left = tabStorage.read(LEFT);
if (left) handBack(left, "The chapter was deleted in another window.");
tabStorage.remove(LEFT);
review.begin(parsed("reviewed"));
setInterval(() => {
  // On a slow line these would wait for each other, and whoever clicks for all of them.
  if (document.hidden || document.querySelector("dialog[open]") || table.ariaBusy === "true") return;
  enqueue(() => store.follow().catch(ignoreRefusal));
  conditions?.follow(); // the game may have gone on without an edit
}, FOLLOW_MS);
