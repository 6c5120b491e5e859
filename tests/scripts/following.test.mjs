import "./browser.mjs";
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { ApiError } from "skerry/base/api.js";
import { Socket } from "skerry/online/socket.js";

document.querySelector = () => ({ getAttribute: () => "icon.svg", setAttribute: () => {} });
globalThis.location = { protocol: "https:", host: "skerry.test" };
const touches = []; // what is done at the first click, which lets a page make sounds
const listen = globalThis.addEventListener;
globalThis.addEventListener = (event, work, options) => (event === "click" ? touches.push(work) : listen(event, work, options));
const { Follower, soundNews } = await import("skerry/play/follow.js");
globalThis.addEventListener = listen;

// Let so much time go by, tick by tick, as answers come in between.
async function pass(seconds) {
  for (let ticks = 4 * seconds; ticks > 0; ticks -= 1) {
    mock.timers.tick(250);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

let asked;
let answers; // of the server, the last one again and again: whether there is news, or an Error
let waits;

function follower(more = {}) {
  const hooks = { onFail: mock.fn(), onRecover: mock.fn() };
  const ask = async () => {
    asked += 1;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { ...hooks, it: new Follower({ ask, expects: () => false, waits: () => waits, ...hooks, ...more }) };
}

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  [asked, answers, waits] = [0, [false], false];
});

afterEach(() => {
  mock.timers.reset();
  document.hidden = false;
});

test("a page that nobody looks at asks when it is told of news, and else not", async () => {
  document.hidden = true;
  const { it } = follower();
  await pass(5);
  it.askNow();
  await pass(5);
  assert.equal(asked, 0);
  it.askNow(true);
  await pass(5);
  assert.equal(asked, 1);
});

test("news that could not be fetched is asked for again", async () => {
  document.hidden = true;
  answers = [new ApiError("Away.", 503), true];
  const { it } = follower();
  it.askNow(true);
  await pass(60);
  assert.equal(asked, 2);
});

test("what is not there now may be there again", async () => {
  answers = [new ApiError("There is no such game.", 404), true];
  const { it, onFail, onRecover } = follower({ expects: () => true });
  await pass(10);
  assert.equal(asked, 1);
  it.askNow();
  await pass(1);
  assert.equal(onFail.mock.callCount(), 1);
  assert.equal(onRecover.mock.callCount(), 1);
  assert.ok(asked >= 4); // and the answer that is expected is asked for as before
});

test("a server that cannot answer is asked less and less, whatever is expected of it", async () => {
  answers = [new ApiError("Too much is going on.", 503)];
  const { onFail } = follower({ expects: () => true });
  await pass(60);
  assert.ok(asked > 3 && asked < 20, `${asked} times`);
  assert.equal(onFail.mock.callCount(), 1);
});

// ---- what is heard ----

const tones = [];
const knot = { connect: (next) => next, start: () => {}, stop: () => {} };
globalThis.AudioContext = class { currentTime = 0; suspend() {} };
globalThis.OscillatorNode = function oscillator(context, { frequency }) { tones.push(frequency); return knot; };
globalThis.GainNode = function gain() {
  return { ...knot, gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} } };
};

function heardOf(before, now) {
  tones.length = 0;
  soundNews({ version: 1, over: false, ...before }, { version: 2, over: false, ...now });
  return tones.length;
}

test("whoever looks at an earlier turn is called to the next one", () => {
  for (const touch of touches) touch({ isTrusted: true });
  const [theirs, mine] = [{ turn: 6, waits_for_you: false }, { turn: 7, waits_for_you: true }];
  const [call, end] = [heardOf({ ...theirs, mine: false }, { ...mine, mine: true }), 1];
  assert.ok(call > 1);
  assert.equal(heardOf({ ...theirs, mine: false }, { ...mine, mine: false }), call);
  assert.equal(heardOf({ ...mine, mine: false }, { turn: 8, mine: false, waits_for_you: false }), end);
  assert.equal(heardOf({ ...theirs, mine: false }, { turn: 6, mine: false, waits_for_you: false }), 0); // an offer
});

// ---- a socket on a line that has died ----

const opened = [];

class WebSocket extends EventTarget {
  isClosed = false;

  constructor() {
    super();
    opened.push(this);
  }

  close() {
    this.isClosed = true;
  }

  hear(data) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(data) }));
  }
}
globalThis.WebSocket = WebSocket;

test("a socket on which nothing comes any more is opened again", async () => {
  const onCut = mock.fn();
  const socket = new Socket("/ws", { onCut, onMessage: () => {} });
  const first = opened.at(-1);
  first.dispatchEvent(new Event("open"));
  for (let times = 0; times < 4; times += 1) {
    await pass(15);
    first.hear({ kind: "echo", number: times });
  }
  assert.equal(socket.isOpen, true);
  await pass(46);
  assert.deepEqual([socket.isOpen, first.isClosed, onCut.mock.callCount()], [false, true, 1]);
  await pass(2);
  assert.notEqual(opened.at(-1), first);
});

test("a socket that is asked for no echoes may be silent, even if the one before was", async () => {
  const socket = new Socket("/ws", { onMessage: () => {} });
  opened.at(-1).dispatchEvent(new Event("open"));
  opened.at(-1).hear({ kind: "echo", number: 1 });
  opened.at(-1).dispatchEvent(Object.assign(new Event("close"), { code: 1006 }));
  await pass(2);
  opened.at(-1).dispatchEvent(new Event("open")); // as somebody who has signed out meanwhile
  opened.at(-1).hear({ kind: "present", here: [true, false], watchers: 1 });
  await pass(100);
  assert.equal(socket.isOpen, true);
});

test("a socket of what is not there is opened again once it is known to be there", async () => {
  const socket = new Socket("/ws", { onMessage: () => {} });
  const first = opened.at(-1);
  socket.openIfUnknown();
  assert.equal(opened.at(-1), first);
  first.dispatchEvent(new Event("open"));
  first.dispatchEvent(Object.assign(new Event("close"), { code: 4404 })); // the player has signed out
  await pass(60);
  assert.equal(opened.at(-1), first);
  socket.openIfUnknown();
  opened.at(-1).dispatchEvent(new Event("open"));
  assert.equal(socket.isOpen, true);
});
