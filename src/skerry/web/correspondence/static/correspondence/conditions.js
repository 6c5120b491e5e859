// Conditional turns in one's notes of a game: if the other player's turn is played, one's own after
// it in the tree is played by itself.

import { get, ignoreRefusal, post } from "../base/api.js";
import { at, button, element } from "../base/page.js";

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
      ignoreRefusal(error);
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
    return element("label", "switch", box, element("span", "", stone));
  }

  #item(one) {
    const { enqueue, go } = this.hooks;
    const words = wordsOf(one);
    const open = button("", words, () => enqueue(() => go(one.reply)));
    const remove = () => this.#set(false, [], one.reply).then(() => at("condition-list").querySelector("button")?.focus());
    const drop = button("", "✕", () => enqueue(remove), `Delete: ${words}`);
    drop.title = "Delete this conditional turn";
    return element("li", one.reply === this.#here?.reply ? "is-here" : "", open, drop);
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
