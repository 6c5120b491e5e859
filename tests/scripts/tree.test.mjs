import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Nodes, ROOT } from "skerry/board/tree/tree.js";
import { Store } from "skerry/study/store.js";

//   0 ─ 1 ─ 2 ─ 3
//       └── 4 ─ 5
//   └── 6
const BELOW = [[ROOT, null], [1, 0], [2, 1], [3, 2], [4, 1], [5, 4], [6, 0]];
const NODES = BELOW.map(([number, parent]) => ({ number, parent, turn: `t${number}` }));

function nodes() {
  const made = new Nodes();
  for (const node of NODES) made.put(node);
  return made;
}

test("ways and lines lead through a tree", () => {
  const tree = nodes();
  assert.deepEqual(tree.path(5), [0, 1, 4, 5]);
  assert.deepEqual(tree.lineFrom(1), [1, 2, 3]);
  assert.deepEqual(tree.lineThrough(4), [0, 1, 4, 5]);
  assert.deepEqual(tree.branch(1), [1, 2, 3, 4, 5]);
  assert.equal(tree.beside(2, 1), 4);
  assert.equal(tree.beside(2, -1), undefined);
  assert.equal(tree.beside(ROOT, 1), undefined);
});

test("a node is put at its rank", () => {
  const tree = nodes();
  tree.put({ number: 7, parent: 1, turn: "t7" }, 0);
  assert.deepEqual(tree.node(1).children, [7, 2, 4]);
  assert.deepEqual(tree.node(7), { number: 7, parent: 1, turn: "t7", comment: "", marks: [], evaluation: null, children: [] });
});

// ---- edits ----

let answers; // of the server, one for each request
let asked;
let isLimited; // the latest one is given up after a while

beforeEach(() => {
  asked = [];
  sessionStorage.removeItem("skerry-edits-s");
  globalThis.fetch = async (url, { method = "GET", body, signal } = {}) => {
    asked.push([method, url, body && JSON.parse(body)]);
    isLimited = Boolean(signal);
    const { status = 200, ...answer } = answers.shift();
    return { ok: status < 400, status, json: async () => answer };
  };
});

function store() {
  const hooks = { changed: mock.fn(), reloaded: mock.fn(), listed: mock.fn() };
  const study = { id: "s", chapters: [{ number: 1 }] };
  const made = new Store({ url: "/study/s", csrf: "", study, tree: { version: 3, chapter: 1, nodes: NODES }, hooks });
  return { made, hooks };
}

test("an edit is sent with what is known, applied, and can be undone and done again", async () => {
  const { made, hooks } = store();
  const add = { kind: "Add", at: 4, chapter: 1, number: 7, parent: 3, turn: "t7" };
  answers = [{ version: 4, edits: [add], edit: 4, number: 7 }];
  assert.equal(await made.edit({ kind: "Add" }), 7);
  assert.deepEqual(asked, [["POST", "/study/s/edit", { version: 3, edit: { kind: "Add" } }]]);
  assert.deepEqual(made.lineFrom(3), [3, 7]);
  assert.deepEqual(hooks.changed.mock.calls[0].arguments, [[add]]);
  assert.deepEqual([made.mayUndo, made.mayRedo], [true, false]);
  const remove = { kind: "Remove", at: 5, chapter: 1, node: 7 };
  answers = [{ version: 5, edits: [remove], edit: 5, number: 3 }];
  assert.deepEqual(await made.undo(), { chapter: 1, node: 3 });
  assert.equal(made.node(7), undefined);
  assert.deepEqual([made.mayUndo, made.mayRedo], [false, true]);
});

test("what can never be undone is tried once", async () => {
  const { made } = store();
  answers = [{ version: 4, edits: [], edit: 4, number: null }, { status: 409, error: "Somebody has changed it since." }];
  await made.edit({});
  await assert.rejects(made.undo(), /Somebody has changed it since/);
  assert.equal(made.mayUndo, false);
});

test("a server that is away takes nothing from what can be undone", async () => {
  const { made } = store();
  answers = [{ version: 4, edits: [], edit: 4, number: null }, { status: 503, error: "Away." }];
  await made.edit({});
  await assert.rejects(made.undo(), /Away/);
  assert.equal(made.mayUndo, true);
});

test("edits of others are applied once, those of other chapters not at all", async () => {
  const { made, hooks } = store();
  const edits = [
    { kind: "Comment", at: 3, chapter: 1, node: 1, after: "known already" },
    { kind: "Comment", at: 4, chapter: 1, node: 2, after: "good" },
    { kind: "Comment", at: 5, chapter: 2, node: 1, after: "elsewhere" },
    { kind: "Arrange", at: 6, chapter: 1, orders: [[1, [4, 2]]] },
  ];
  answers = [{ version: 6, edits }];
  await made.follow();
  assert.equal(isLimited, true); // whoever clicks would wait for it
  assert.deepEqual([made.node(1).comment, made.node(2).comment], ["", "good"]);
  assert.deepEqual(made.node(1).children, [4, 2]);
  assert.equal(made.version, 6);
  assert.deepEqual(hooks.changed.mock.calls[0].arguments, [[edits[1], edits[3]]]);
});

test("a branch goes as a whole and comes back where it was", async () => {
  const { made } = store();
  answers = [
    { version: 4, edits: [{ kind: "Remove", at: 4, chapter: 1, node: 2 }] },
    { version: 5, edits: [{ kind: "Restore", at: 5, chapter: 1, rank: 0, branch: NODES.slice(2, 4) }] },
  ];
  await made.follow();
  assert.deepEqual([made.node(2), made.node(3), made.node(1).children], [undefined, undefined, [4]]);
  await made.follow();
  assert.deepEqual(made.lineFrom(1), [1, 2, 3]);
  assert.deepEqual(made.node(1).children, [2, 4]);
});

test("who is too far behind loads the chapter anew", async () => {
  const { made, hooks } = store();
  answers = [{ version: 90, edits: null }, { version: 90, chapter: 1, nodes: NODES.slice(0, 2) }, { id: "s", chapters: [] }];
  await made.follow();
  assert.deepEqual(made.branch(ROOT), [0, 1]);
  assert.equal(made.hasChapter, false);
  assert.equal(hooks.reloaded.mock.callCount(), 1);
});

test("edits are applied though the list of chapters fails, which is asked for again", async () => {
  const { made, hooks } = store();
  const edits = [
    { kind: "Retitle", at: 4, chapter: 1, before: "One", after: "First" },
    { kind: "Comment", at: 5, chapter: 1, node: 2, after: "good" },
  ];
  answers = [{ version: 5, edits }, { status: 503, error: "Away." }];
  await made.follow();
  assert.deepEqual([made.version, made.node(2).comment], [5, "good"]);
  assert.deepEqual(hooks.changed.mock.calls[0].arguments, [[edits[1]]]);
  answers = [{ version: 5, edits: [] }, { id: "s", title: "Named", chapters: [{ number: 1 }] }];
  await made.follow();
  assert.equal(made.study.title, "Named");
  answers = [{ version: 5, edits: [] }];
  await made.follow(); // once
  assert.deepEqual(answers, []);
});

test("an edit that was stored can be undone though the list of chapters fails", async () => {
  const { made } = store();
  const retitle = { kind: "Retitle", at: 4, chapter: 1, before: "One", after: "First" };
  answers = [{ version: 4, edits: [retitle], edit: 4, number: null }, { status: 503, error: "Away." }];
  await made.edit({ kind: "Retitle" });
  assert.equal(made.mayUndo, true);
});

test("who is too far behind in a chapter that was deleted is told of the others", async () => {
  const { made, hooks } = store();
  answers = [
    { version: 400, edits: null },
    { status: 409, error: "This chapter is not in the study any more." },
    { id: "s", chapters: [{ number: 2 }] },
  ];
  await made.follow();
  assert.equal(made.hasChapter, false);
  assert.equal(hooks.listed.mock.callCount(), 1);
  assert.equal(hooks.reloaded.mock.callCount(), 0);
});
