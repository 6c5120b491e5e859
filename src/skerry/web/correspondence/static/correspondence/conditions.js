// Conditional turns in one's notes of a game: if the other player's turn is played, one's own after
// it in the tree is played by itself.

import { ApiError, get, post } from "../base/api.js";
import { at } from "../base/page.js";
import { element } from "../board/panel.js";

const WAITS = "If they play something else, you decide. The other player cannot see this.";

export class Conditions {
  #asked = 0;
  #here = null; // what can be set at the position shown
  #known = ""; // what was told last, as text

  // `hooks`: csrf, node() shown, go(node), label(labels) in the tree, enqueue.
  constructor(url, hooks) {
    Object.assign(this, { url, hooks });
    at("condition-on").addEventListener("change", () => hooks.enqueue(() => this.#set(at("condition-on").checked, [])));
    at("condition-exact").addEventListener("change", () => hooks.enqueue(() => this.#set(true, at("condition-exact").checked ? [] : this.#here.if)));
  }

  // Another position is shown, or the tree has changed.
  async follow() {
    this.#asked += 1;
    const [asked, node] = [this.#asked, this.hooks.node()];
    if (this.#here?.reply !== node) this.#leave();
    try {
      const told = await get(`${this.url}?node=${node}`);
      // What is shown already stays, and with it the focus of who goes through it by keys.
      if (asked === this.#asked && JSON.stringify(told) !== this.#known) this.#show(told);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 400 && asked === this.#asked) this.#end(error.message);
    }
  }

  // Until it is told what can be set here, nothing can: a click must not be for another turn.
  #leave() {
    this.#here = null;
    this.#known = "";
    at("condition-on").checked = false;
    at("condition-on").disabled = true;
    at("condition-stones").hidden = true;
  }

  // The other way than now, for the turn that is shown.
  turn() {
    if (at("condition-on").disabled) return;
    at("condition-on").click();
  }

  async #set(on, stones, reply = this.#here.reply) {
    this.#asked += 1; // an answer on its way is older than this
    try {
      await post(`${this.url}/set`, { reply, on, stones }, this.hooks.csrf);
    } finally {
      this.#known = "";
      await this.follow(); // what is shown is what is stored, also when it was refused
    }
  }

  #show(told) {
    const { conditions, here } = told;
    this.#here = here;
    this.#known = JSON.stringify(told);
    const may = Boolean(here && !here.refusal);
    at("condition-words").textContent = may ? WAITS : (here?.refusal ?? "");
    at("condition-switch").hidden = !may;
    at("condition-on").disabled = !may;
    at("condition-stones").hidden = !may || !here.on || here.if.length < 2;
    if (may) this.#showHere(here);
    at("condition-list").replaceChildren(...conditions.map((one) => this.#item(one)));
    this.hooks.label(labelsOf(conditions));
  }

  #showHere(here) {
    at("condition-on").checked = here.on;
    at("condition-label").textContent = wordsOf(here);
    at("condition-exact").checked = here.stones.length === 0;
    at("condition-boxes").replaceChildren(...here.if.map((stone) => this.#box(here, stone)));
  }

  // A stone of the other player's turn: without its tick, it may be another one.
  #box(here, stone) {
    const label = element("label", "switch");
    const box = document.createElement("input");
    box.type = "checkbox";
    const wanted = here.stones.length ? here.stones : here.if;
    box.checked = wanted.includes(stone);
    box.disabled = box.checked && wanted.length === 1; // a turn that must hold nothing is any
    box.id = `condition-${stone}`;
    box.addEventListener("change", () => {
      const stones = here.if.filter((one) => (one === stone ? box.checked : wanted.includes(one)));
      this.hooks.enqueue(async () => {
        await this.#set(true, stones);
        at(box.id)?.focus(); // which was made anew
      });
    });
    label.append(box, element("span", "", stone));
    return label;
  }

  #item(one) {
    const item = element("li", one.reply === this.#here?.reply ? "is-here" : "");
    const words = wordsOf(one);
    const open = element("button", "", words);
    const drop = element("button", "", "✕");
    for (const button of [open, drop]) button.type = "button";
    drop.title = "Delete this conditional turn";
    drop.setAttribute("aria-label", `Delete: ${words}`);
    open.addEventListener("click", () => this.hooks.enqueue(() => this.hooks.go(one.reply)));
    drop.addEventListener("click", () => this.hooks.enqueue(() => this.#set(false, [], one.reply).then(() => at("condition-list").querySelector("button")?.focus())));
    item.append(open, drop);
    return item;
  }

  // The game is over, or nobody else plays it any more.
  #end(sentence) {
    this.#show({ conditions: [], here: { refusal: sentence } });
  }
}

// Such as "If 3. a1 d1: play 4. b2" and "If 3. with a1: play 4. b2".
function wordsOf(one) {
  const turn = one.stones?.length ? `with ${one.stones.join(" ")}` : one.if.join(" ");
  return `If ${one.number}. ${turn}: play ${one.number + 1}. ${one.then.join(" ")}`;
}

function labelsOf(conditions) {
  const labels = new Map();
  for (const one of conditions) {
    const title = wordsOf(one);
    labels.set(one.node, { words: one.stones.length ? `if ${one.stones.join(" ")} in` : "if", title });
    labels.set(one.reply, { words: "then", title });
  }
  return labels;
}
