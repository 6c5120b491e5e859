import "./browser.mjs";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Explorer } from "skerry/study/explorer.js";

class Part extends EventTarget {
  textContent = "";
  hidden = true;
  checked = true;
  content = [];

  append(...content) {
    this.content.push(...content);
  }

  setAttribute() {}

  replaceChildren(...content) {
    this.content = content;
  }
}

const TURN = { text: "a1", shown: "a1", games: 3, own: 0, share: 0.5, interval: [0.1, 0.9], value: null };

let parts;
let waiting; // what answers each question, in the order in which they were asked
let explorer;

beforeEach(() => {
  parts = {};
  waiting = [];
  document.getElementById = (id) => (parts[id] ??= new Part());
  document.createElement = () => new Part();
  globalThis.fetch = () => new Promise((resolve) => {
    waiting.push((body, status = 200) => resolve({ ok: status < 400, status, json: async () => body }));
  });
  explorer = new Explorer({ address: () => "/explorer", enqueue: (work) => work() });
  parts["explorer-on"].checked = true;
});

const shown = () => [parts["explorer-words"].textContent, parts["explorer-table"].hidden, parts["explorer-rows"].content.length];

test("a refusal takes the turns of the position before away", async () => {
  const first = explorer.follow();
  waiting[0]({ words: "Played here.", turns: [TURN] });
  await first;
  assert.deepEqual(shown(), ["Played here.", false, 1]);
  const second = explorer.follow();
  waiting[1]({ error: "Two people play here." }, 403);
  await second;
  assert.deepEqual(shown(), ["Two people play here.", true, 0]);
});

test("a late refusal of an earlier question says nothing", async () => {
  const [first, second] = [explorer.follow(), explorer.follow()];
  waiting[1]({ words: "Played here.", turns: [TURN] });
  await second;
  waiting[0]({ error: "Too many questions." }, 429);
  await first;
  assert.deepEqual(shown(), ["Played here.", false, 1]);
});
