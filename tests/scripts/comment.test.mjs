import "./browser.mjs";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { ApiError } from "skerry/base/api.js";
import { Comment } from "skerry/study/chapters.js";

class Part extends EventTarget {
  value = "";
  textContent = "";
  hidden = true;
  dataset = {};

  append() {}

  setAttribute() {}

  replaceChildren(text) {
    this.textContent = text;
  }

  // A person's answer to the dialog: both comments stay.
  showModal() {
    queueMicrotask(() => this.onclose());
  }
}

let parts;
let comment;
let refusals; // of the server, null where it takes an edit; one for each
let sent;
let shown;
let nodes;
let lost;

const AWAY = new ApiError("The server does not answer; is it still running?", 0);
const DELETED = "This position was deleted in another window.";
const FOREIGN = new ApiError("This study is another browser’s.", 403);
const TOO_OFTEN = new ApiError("At most 300 edits a minute are taken from one browser.", 429);
const CHANGED = new ApiError("The comment was changed meanwhile.", 409);

beforeEach(() => {
  parts = {};
  document.getElementById = (id) => (parts[id] ??= new Part());
  document.createElement = () => new Part();
  [refusals, sent, lost, shown] = [[], [], [], 1];
  nodes = { 1: { comment: "" }, 2: { comment: "" } };
  const store = {
    study: { may_edit: true },
    chapter: 1,
    node: (number) => nodes[number],
    follow: async () => {},
    edit: async ({ node, before, after }) => {
      sent.push([node, before, after]);
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      nodes[node].comment = after;
    },
  };
  comment = new Comment(store, { node: () => shown, enqueue: (work) => work(), leave: () => {}, lost: (text, why) => lost.push([text, why]) });
  comment.show("");
});

const field = () => document.getElementById("comment");

test("a comment that could not be saved stays, and is saved the next time", async () => {
  field().value = "Good";
  refusals = [AWAY, TOO_OFTEN, null];
  await assert.rejects(comment.save(), AWAY);
  await assert.rejects(comment.save(), TOO_OFTEN);
  comment.show(""); // as whatever comes from another window
  assert.equal(field().value, "Good");
  await comment.save();
  assert.deepEqual(sent, [[1, "", "Good"], [1, "", "Good"], [1, "", "Good"]]);
  await comment.save();
  assert.equal(sent.length, 3);
});

test("what was chosen of two comments stays until it is saved", async () => {
  field().value = "Mine";
  nodes[1].comment = "Theirs";
  refusals = [CHANGED, AWAY, null];
  await assert.rejects(comment.save(), AWAY);
  assert.equal(field().value, "Theirs\n\nMine");
  await comment.save();
  assert.deepEqual(sent.slice(1), [[1, "Theirs", "Theirs\n\nMine"], [1, "Theirs", "Theirs\n\nMine"]]);
  assert.equal(nodes[1].comment, "Theirs\n\nMine");
});

test("a comment on a position that another window has deleted is handed back", async () => {
  field().value = "Good";
  delete nodes[1];
  await comment.save();
  assert.deepEqual(lost, [["Good", DELETED]]);
  shown = 2;
  comment.show("");
  assert.equal(field().value, "");
  assert.deepEqual(sent, []);
});

test("so is one that was on its way when the position was deleted", async () => {
  field().value = "Good";
  comment.store.follow = async () => { delete nodes[1]; };
  refusals = [CHANGED];
  await comment.save();
  assert.deepEqual(lost, [["Good", DELETED]]);
});

test("a comment that the server refuses is handed back once, and holds up nothing else", async () => {
  field().value = "Good";
  refusals = [FOREIGN, null];
  await comment.save();
  await comment.save();
  assert.deepEqual(lost, [["Good", FOREIGN.message]]);
  assert.equal(sent.length, 1);
  comment.show("");
  assert.equal(field().value, "Good");
  field().value = "Good!"; // it may be taken now
  await comment.save();
  assert.deepEqual(sent[1], [1, "", "Good!"]);
  shown = 2;
  comment.show("");
  assert.equal(field().value, "");
});

test("so is what was chosen of two comments", async () => {
  field().value = "Mine";
  nodes[1].comment = "Theirs";
  refusals = [CHANGED, FOREIGN];
  await comment.save();
  assert.deepEqual(lost, [["Theirs\n\nMine", FOREIGN.message]]);
  await comment.save();
  assert.equal(sent.length, 2);
});

test("the field says what of it is saved", async () => {
  assert.equal(field().dataset.saved, "");
  field().value = "Good";
  refusals = [AWAY, null];
  await assert.rejects(comment.save(), AWAY);
  assert.equal(field().dataset.saved, "");
  await comment.save();
  assert.equal(field().dataset.saved, "Good");
  shown = 2;
  comment.show("Theirs");
  assert.equal(field().dataset.saved, "Theirs");
});

test("what is not saved can be taken along to another page", async () => {
  assert.equal(comment.unsaved, "");
  field().value = "Good";
  assert.equal(comment.unsaved, "Good");
  refusals = [FOREIGN];
  await comment.save();
  assert.equal(comment.unsaved, ""); // it was handed back already
});
