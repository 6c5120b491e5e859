import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { barWords, click, forgetDraft, keepDraft, marks, newTurn, readDraft, texts, withPreview, words } from "skerry/board/compose.js";

const place = (cell) => ({ text: cell, kind: "place", cells: [cell], source: null });
const move = (source, cell) => ({ text: `${source}-${cell}`, kind: "move", cells: [cell], source });
const END = { text: "end", kind: "word", cells: [], source: null, label: "End", colour: 1 };
const state = (legal, more = {}) => ({ legal, actions: [], complete: false, may_end: false, bar: "Place a stone", ...more });

test("a click on an open cell places a stone, and another one on it takes it back", () => {
  const turn = newTurn(state([place("a1"), place("b2")]));
  assert.deepEqual(click(turn, "b2"), { does: "add", text: "b2" });
  const placed = withPreview(turn, state([place("a1")], { actions: [place("b2")] }));
  assert.deepEqual(texts(placed), ["b2"]);
  assert.deepEqual(click(placed, "b2"), { does: "take", text: "b2" });
  assert.deepEqual(click(placed, "c3"), { does: "ask", cell: "c3", from: null });
});

test("a piece is chosen, put down again, and moved where it may go", () => {
  const turn = newTurn(state([move("a1", "a2"), move("b1", "b2")]));
  assert.deepEqual(click(turn, "a1"), { does: "select", cell: "a1" });
  const chosen = { ...turn, selected: "a1" };
  assert.deepEqual(click(chosen, "a1"), { does: "unselect" });
  assert.deepEqual(click(chosen, "a2"), { does: "add", text: "a1-a2" });
  assert.deepEqual(click(chosen, "b2"), { does: "ask", cell: "b2", from: "a1" });
  assert.deepEqual(click(chosen, "b1"), { does: "select", cell: "b1" });
  assert.deepEqual([...marks(chosen, false).targets], ["a2"]);
  assert.match(barWords(chosen, "Play"), /^a1 is chosen/);
});

test("a turn of one action is replaced by another click", () => {
  const opening = newTurn(state([move("a1", "a2"), { text: "c3", kind: "sink", cells: ["c3"], source: null }]));
  const whole = withPreview(opening, state([], { actions: [move("a1", "a2")], complete: true }));
  assert.deepEqual(click(whole, "c3"), { does: "replace", text: "c3" });
  assert.deepEqual(click(whole, "a1"), { does: "reselect", cell: "a1" });
  assert.equal(barWords(whole, "Play"), "Place a stone: press “Play”");
});

test("a turn of several stones is not replaced", () => {
  const opening = newTurn(state([place("a1"), place("b2"), place("c3")]));
  const whole = withPreview(opening, state([], { actions: [place("a1")], complete: true }));
  assert.deepEqual(click(whole, "c3"), { does: "ask", cell: "c3", from: null });
});

test("open cells are marked when that tells something", () => {
  const first = newTurn(state([place("a1"), END]));
  assert.deepEqual(words(first), [END]);
  assert.equal(marks(first, true).always, false);
  const second = withPreview(first, state([place("b2")], { actions: [place("a1")] }));
  assert.equal(marks(second, true).always, true);
  assert.equal(marks(second, false).always, false);
  assert.equal(marks(newTurn(state([move("a1", "a2")])), true).always, true);
  assert.equal(marks(null, true).always, false);
});

// ---- drafts ----

beforeEach(() => forgetDraft("g"));

test("a draft stays for the turns after which it was composed", () => {
  keepDraft("g", 7, ["a1", "b2"]);
  assert.deepEqual(readDraft("g", 7), ["a1", "b2"]);
  assert.deepEqual(readDraft("other", 7), []);
});

test("an earlier page leaves it, a later one forgets it", () => {
  keepDraft("g", 7, ["a1"]);
  assert.deepEqual(readDraft("g", 6), []); // a page that the browser has kept
  assert.deepEqual(readDraft("g", 7), ["a1"]);
  assert.deepEqual(readDraft("g", 8), []);
  assert.deepEqual(readDraft("g", 7), []);
});

test("a turn without a stone is no draft, nor is what somebody else has written", () => {
  keepDraft("g", 7, ["a1"]);
  keepDraft("g", 7, []);
  assert.deepEqual(readDraft("g", 7), []);
  for (const text of ["", "{", "null", "[]", '{"version":7}', '{"version":7,"actions":"a1"}']) {
    sessionStorage.setItem("skerry-draft-g", text);
    assert.deepEqual(readDraft("g", 7), [], text);
  }
});
