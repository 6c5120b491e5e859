// Composing a turn: from clicks and keys to a whole turn, by asking the server each time.

import { announce, at, button, toast } from "../base/page.js";
import { tabStorage } from "../base/storage.js";
import { AT_ONCE } from "./board.js";
import { swatch } from "./panel.js";

// ---- the turn being composed: one plain object, and functions of it that change nothing ----
//
//   actions   offers chosen so far, in order      legal     offers: { text, kind, cells, source }, words also { label, colour }
//   selected  a cell chosen to move from, or null complete  the turn has ended by itself
//   bar       where one stands, in words          mayEnd    it may be ended here
//                                                 opening   `legal` before the first action

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

// Where one stands, in words; `sendWords` are on the button that plays a complete turn.
export function barWords(turn, sendWords) {
  if (turn.selected !== null) return `${turn.selected} is chosen: now choose where it goes`;
  return turn.complete ? `${turn.bar}: press “${sendWords}”` : turn.bar;
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

// ---- a turn on its way survives a reload: this tab alone remembers it, until the turns change ----
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

// ---- composing it on a board ----
//
//   game, board  where it happens
//   enqueue      does what buttons ask for, one after another
//   ask          sends { actions, without?, at? } and gives the server's preview of that turn
//   onChange     called with the turn whenever it has changed, and with the preview when it was asked for
//   sendWords    on the button that plays a complete turn
//   send         what that button does, and the key that chose the last stone when it is pressed once more
//
// and where the page does something else than usual:
//
//   onWord       called with an action that is a word, instead of adding it
//   onFull       called when an action has made the turn complete
//   endAside     ends what stands in the turn's place on the board, and says whether anything did
//   showsLegal   whether the open cells are marked
//   say          says words to those who listen

export class Composer {
  turn = null; // null while there is none to compose

  #sendButton = document.querySelector("[data-send]");
  onWord = (text) => this.add(text);
  onFull = () => {};
  endAside = () => false;
  showsLegal = () => false;
  say = announce;
  // What keys do, and two buttons.
  keys = {
    Backspace: () => this.endAside() || this.takeLast(),
    Escape: () => this.endAside() || this.clear(),
    "Shift Enter": () => this.endAside() || this.send(),
  };

  constructor(options) {
    Object.assign(this, options);
    at("clear").addEventListener("click", () => this.enqueue(this.keys.Escape));
    this.#sendButton.addEventListener("click", () => this.enqueue(this.keys["Shift Enter"]));
  }

  begin(state) {
    this.turn = newTurn(state);
    this.onChange(this.turn);
  }

  end() {
    this.turn = null;
    this.onChange(null);
  }

  get actions() {
    return this.turn ? texts(this.turn) : [];
  }

  // Whether something is chosen, be it a piece whose goal is not.
  get isUnderWay() {
    return Boolean(this.turn) && (this.turn.actions.length > 0 || this.turn.selected !== null);
  }

  get isWhole() {
    return Boolean(this.turn) && (this.turn.complete || this.turn.mayEnd);
  }

  // Where one stands, in words.
  get words() {
    return this.turn ? barWords(this.turn, this.sendWords) : "";
  }

  // Compose a turn again that was left half-composed; it is not sent, even when it is complete.
  async resume(actions) {
    if (this.turn && actions.length && !this.actions.length) await this.#preview(actions);
  }

  async use(cell, byKey = false) {
    const { turn } = this;
    if (!turn) return;
    const wanted = click(turn, cell);
    if (wanted.does === "add") await this.add(wanted.text);
    else if (wanted.does === "take" && byKey && turn.complete) await this.send();
    else if (wanted.does === "take") await this.#preview(this.actions, wanted.text);
    else if (wanted.does === "replace") await this.#become([wanted.text]);
    else if (wanted.does === "reselect") {
      await this.#preview([]);
      this.#select(cell);
    } else if (wanted.does === "select") this.#select(cell);
    else if (wanted.does === "unselect") this.#select(null);
    else if (turn.complete) toast(`The turn is complete: press “${this.sendWords}”, or “Clear” to begin it again.`);
    else await this.#askWhyNot(wanted);
  }

  // The server says which rule forbids it. What was chosen is not any more.
  #askWhyNot({ cell, from }) {
    if (from === null) return this.ask({ actions: this.actions, at: cell });
    this.#select(null);
    return this.ask({ actions: this.actions, at: cell, from });
  }

  add(text) {
    return this.#become([...this.actions, text]);
  }

  async clear() {
    if (this.turn && this.turn.selected !== null) this.#select(null);
    else if (this.turn && this.turn.actions.length) await this.#preview([]);
  }

  async takeLast() {
    const { actions } = this;
    if (actions.length) await this.#preview(actions, actions[actions.length - 1]);
    else if (this.turn && this.turn.selected !== null) this.#select(null);
  }

  // What the bar offers for the turn, and what the board marks.
  show() {
    const { turn } = this;
    at("words").replaceChildren(...(turn ? words(turn) : []).map((offer) => this.#wordButton(offer)));
    at("clear").disabled = !turn || turn.actions.length === 0;
    if (at("clear").disabled && document.activeElement === at("clear")) this.board.focus();
    this.#sendButton.disabled = !this.isWhole;
    this.#sendButton.textContent = this.sendWords;
    this.board.mark(marks(turn, this.showsLegal()));
  }

  // An action that is a word: swap, pass, the choice of a side.
  #wordButton({ text, label, colour }) {
    const made = button(text === "swap" ? "swap" : "", label, () => this.enqueue(() => this.onWord(text)));
    if (colour) {
      made.classList.add("side-button");
      made.prepend(swatch(this.game, colour));
    }
    return made;
  }

  #select(cell) {
    this.turn = { ...this.turn, selected: cell };
    this.onChange(this.turn);
    this.say(cell === null ? "Nothing is chosen" : `${cell} is chosen`);
  }

  async #become(actions) {
    await this.#preview(actions);
    if (this.turn.complete) await this.onFull();
  }

  async #preview(actions, without = null) {
    const motion = this.#motion(actions, without);
    const before = this.actions;
    const fresh = await this.ask(without === null ? { actions } : { actions, without });
    this.turn = withPreview(this.turn, fresh);
    this.board.show(fresh.svg, motion, AT_ONCE);
    this.onChange(this.turn, fresh);
    this.say(`${changed(before, this.actions)}. ${this.words}`);
  }

  // A piece that the preview moves, or moves back.
  #motion(actions, without) {
    const { opening } = this.turn;
    const gone = this.turn.actions.find(
      (offer) => offer.source && (without === offer.text || !actions.includes(offer.text)),
    );
    const come =
      actions.length === 1 && without === null
        ? opening.find((offer) => offer.text === actions[0] && offer.source)
        : null;
    if (come && !gone) return { from: come.source, to: come.cells[0] };
    if (gone && !come) return { from: gone.cells[0], to: gone.source };
    return null;
  }
}

function changed(before, after) {
  const added = after.filter((text) => !before.includes(text));
  const gone = before.filter((text) => !after.includes(text));
  const parts = [[gone, "taken back"], [added, "placed"]].filter(([stones]) => stones.length);
  return parts.map(([stones, what]) => `${stones.join(", ")} ${what}`).join(", ");
}
