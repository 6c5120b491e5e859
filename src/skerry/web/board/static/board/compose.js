// The turn being composed: one plain object, and functions of it that change nothing.
//
//   actions   offers chosen so far, in order      legal     offers: { text, kind, cells, source }, words also { label, colour }
//   selected  a cell chosen to move from, or null complete  the turn has ended by itself
//   bar       where one stands, in words          mayEnd    it may be ended here
//                                                 opening   `legal` before the first action

import { tabStorage } from "../base/storage.js";

export function newTurn(state) {
  return withPreview({ selected: null, opening: state.legal }, state);
}

export function withPreview(turn, preview) {
  return {
    ...turn,
    actions: preview.actions,
    legal: preview.legal,
    complete: preview.complete,
    mayEnd: preview.may_end,
    bar: preview.bar,
    selected: null,
  };
}

export function texts(turn) {
  return turn.actions.map((offer) => offer.text);
}

export function words(turn) {
  return turn.legal.filter((offer) => offer.kind === "word");
}

// Where one stands, in words; `button` is the one that plays a complete turn.
export function barWords(turn, button) {
  if (turn.selected !== null) return `${turn.selected} is chosen: now choose where it goes`;
  return turn.complete ? `${turn.bar}: press “${button}”` : turn.bar;
}

function sources(turn) {
  return new Set(turn.legal.filter((offer) => offer.source).map((offer) => offer.source));
}

// Where the selected piece may go.
function targets(turn) {
  if (turn.selected === null) return new Set();
  const open = turn.legal.filter((offer) => offer.source === turn.selected);
  return new Set(open.flatMap((offer) => offer.cells));
}

// What the board marks, for Board.mark; `showsLegal` when the open cells are to be seen as well.
export function marks(turn, showsLegal) {
  if (!turn) return { selected: null, targets: new Set(), always: false };
  return { selected: turn.selected, targets: targets(turn), always: showsLegal && isWorthMarking(turn) };
}

// Whether it tells anything to mark the open cells: before a turn's first stone nearly all are.
function isWorthMarking(turn) {
  return turn.actions.length > 0 || turn.legal.some((offer) => !["place", "word"].includes(offer.kind));
}

// Whether a turn is a single action, which another click replaces.
function isSingle(turn) {
  return turn.actions.length === 1 && ["convert", "sink", "move", "slide"].some(
    (kind) => turn.opening.some((offer) => offer.kind === kind),
  );
}

// What a click on a cell means: { does: "add" | "take" | "select" | "unselect" | "ask", ... }; "ask" why
// nothing can be done there.
export function click(turn, cell) {
  const open = turn.legal.filter(
    (offer) => offer.source === turn.selected && offer.cells.includes(cell),
  );
  if (open.length > 0) return { does: "add", text: open[0].text };
  const placed = turn.actions.find((offer) => offer.cells.includes(cell));
  if (placed) return { does: "take", text: placed.text };
  if (turn.selected === cell) return { does: "unselect" };
  if (sources(turn).has(cell)) return { does: "select", cell };
  if (turn.complete && isSingle(turn)) {
    const anew = click({ ...turn, actions: [], legal: turn.opening, complete: false }, cell);
    if (anew.does === "add") return { does: "replace", text: anew.text };
    if (anew.does === "select") return { does: "reselect", cell };
  }
  return { does: "ask", cell, from: turn.selected };
}

// A turn on its way survives a reload. This tab alone remembers it, until the turns change.
//
//   { "version": 7, "actions": ["a1", "b2"] }      version: of the turns after which it is composed

const place = (name) => `skerry-draft-${name}`;

export function keepDraft(name, version, actions) {
  if (actions.length === 0) forgetDraft(name);
  else tabStorage.writeJson(place(name), { version, actions });
}

// The actions of the turn that was left half-composed after those turns of a game, [] without one.
// It stays for later turns: a page that the browser has kept shows earlier ones until it has asked.
export function readDraft(name, version) {
  const kept = tabStorage.readJson(place(name));
  if (kept?.version === version && Array.isArray(kept.actions)) return kept.actions;
  if (!(kept?.version > version)) forgetDraft(name);
  return [];
}

export function forgetDraft(name) {
  tabStorage.remove(place(name));
}
