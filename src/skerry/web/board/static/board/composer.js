// Composing a turn on a board: from clicks and keys to a whole turn, by asking the server each time.
//
//   board     where it happens
//   ask       sends { actions, without?, at? } and gives the server's preview of that turn
//   onChange  called with the turn whenever it has changed, and with the preview when it was asked for
//   button    words on the button that plays a complete turn
//   announce  words for those who listen
//   onRefuse  called with a sentence when a click means nothing since the turn is complete
//   onFull    called when an action has made the turn complete
//   onAgain   called when the key that chose the last stone is pressed once more

import { AT_ONCE } from "./board.js";
import * as compose from "./compose.js";

export class Composer {
  turn = null; // as in compose.js; null while there is none to compose

  constructor({ board, ask, button, onChange, announce, onRefuse, onFull, onAgain }) {
    Object.assign(this, { board, ask, button, onChange, announce, onRefuse, onFull, onAgain });
  }

  begin(state) {
    this.turn = compose.newTurn(state);
    this.onChange(this.turn);
  }

  end() {
    this.turn = null;
    this.onChange(null);
  }

  get actions() {
    return this.turn ? compose.texts(this.turn) : [];
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
    return this.turn ? compose.barWords(this.turn, this.button) : "";
  }

  get #completeWords() {
    return `The turn is complete: press “${this.button}”, or “Clear” to begin it again.`;
  }

  // Compose a turn again that was left half-composed; it is not sent, even when it is complete.
  async resume(actions) {
    if (this.turn && actions.length && !this.actions.length) await this.#preview(actions);
  }

  async use(cell, byKey = false) {
    const { turn } = this;
    if (!turn) return;
    const wanted = compose.click(turn, cell);
    if (wanted.does === "add") await this.add(wanted.text);
    else if (wanted.does === "take" && byKey && turn.complete) await this.onAgain();
    else if (wanted.does === "take") await this.#preview(this.actions, wanted.text);
    else if (wanted.does === "replace") await this.#become([wanted.text]);
    else if (wanted.does === "reselect") {
      await this.#preview([]);
      this.#select(cell);
    } else if (wanted.does === "select") this.#select(cell);
    else if (wanted.does === "unselect") this.#select(null);
    else if (turn.complete) this.onRefuse(this.#completeWords);
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

  #select(cell) {
    this.turn = { ...this.turn, selected: cell };
    this.onChange(this.turn);
    this.announce(cell === null ? "Nothing is chosen" : `${cell} is chosen`);
  }

  async #become(actions) {
    await this.#preview(actions);
    if (this.turn.complete) await this.onFull();
  }

  async #preview(actions, without = null) {
    const motion = this.#motion(actions, without);
    const before = this.actions;
    const fresh = await this.ask(without === null ? { actions } : { actions, without });
    this.turn = compose.withPreview(this.turn, fresh);
    this.board.show(fresh.svg, motion, AT_ONCE);
    this.onChange(this.turn, fresh);
    this.announce(`${changed(before, this.actions)}. ${this.words}`);
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
  const parts = [];
  if (gone.length) parts.push(`${gone.join(", ")} taken back`);
  if (added.length) parts.push(`${added.join(", ")} placed`);
  return parts.join(", ");
}
