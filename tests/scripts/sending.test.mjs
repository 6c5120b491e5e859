import { hearers } from "./browser.mjs";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { ApiError, get, post } from "skerry/base/api.js";
import { newTurnId, postUntilAnswered, Queue } from "skerry/base/page.js";

let answers; // of the server: an object, a status with one, or an Error
let sent;

beforeEach(() => {
  sent = [];
  globalThis.fetch = async (url, options) => {
    sent.push({ url, ...options });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    const { status = 200, text, ...body } = answer;
    return { ok: status < 400, status, json: async () => (text === undefined ? body : JSON.parse(text)) };
  };
});

test("a refusal has the server's sentence", async () => {
  answers = [{ status: 409, error: "It is not your turn." }, { status: 502, text: "<html>" }, { status: 500 }, new TypeError("cut")];
  await assert.rejects(get("/a"), new ApiError("It is not your turn.", 409));
  await assert.rejects(get("/a"), new ApiError("The server's answer cannot be read.", 502));
  await assert.rejects(get("/a"), new ApiError("The server refuses it (500).", 500));
  await assert.rejects(get("/a"), new ApiError("The server does not answer; is it still running?", 0));
});

test("what is sent has the token that the cookie has, else the page's", async () => {
  answers = [{ done: 1 }, { done: 2 }];
  document.cookie = "skerry_csrf=fresh";
  assert.deepEqual(await post("/a", { cell: "b2" }, "old"), { done: 1 });
  document.cookie = "";
  await post("/a", {}, "old", true);
  assert.deepEqual(sent.map(({ headers, body, keepalive }) => [headers["X-CSRFToken"], body, keepalive]), [["fresh", '{"cell":"b2"}', false], ["old", "{}", true]]);
});

test("a turn is sent until it is answered", async () => {
  answers = [new TypeError("cut"), { status: 503, error: "Away." }, { turn: 4 }];
  const cut = mock.fn();
  const answered = postUntilAnswered("/a", { id: "x" }, "", cut);
  const back = setInterval(() => hearers.dispatchEvent(new Event("online")), 1);
  assert.deepEqual(await answered, { turn: 4 });
  clearInterval(back);
  assert.equal(cut.mock.callCount(), 1);
  assert.equal(new Set(sent.map(({ body }) => body)).size, 1);
});

test("a turn that is lost on its way is sent again after a while, though nothing has failed", async () => {
  const limits = [];
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => { limits.push(ms); return timeout.call(AbortSignal, 5); };
  const known = globalThis.fetch;
  globalThis.fetch = async (url, options) => {
    if (sent.length) return known(url, options);
    sent.push({ url, ...options });
    return new Promise((resolve, reject) => {
      const stays = setTimeout(() => {}, 60_000); // or Node would end, as nothing else is awaited
      options.signal.addEventListener("abort", () => { clearTimeout(stays); reject(options.signal.reason); });
    });
  };
  answers = [{ turn: 4 }];
  const cut = mock.fn();
  assert.deepEqual(await postUntilAnswered("/a", { id: "x" }, "", cut), { turn: 4 });
  AbortSignal.timeout = timeout;
  assert.equal(cut.mock.callCount(), 1);
  assert.equal(new Set(sent.map(({ body }) => body)).size, 1);
  assert.ok(limits[0] <= 10_000);
});

test("a server whose silence would be told has the time that it needs", async () => {
  answers = [{ turn: 4 }];
  await postUntilAnswered("/a", {}, "", mock.fn(), (error) => error.status === 503);
  assert.equal(sent[0].signal, undefined);
});

test("a turn that is refused is not sent again", async () => {
  answers = [{ status: 409, error: "The game has gone on." }];
  await assert.rejects(postUntilAnswered("/a", {}, "", mock.fn()), /gone on/);
  assert.equal(sent.length, 1);
});

test("each turn has a name of its own", () => {
  const names = new Set(Array.from({ length: 50 }, newTurnId));
  assert.equal(names.size, 50);
  for (const name of names) assert.match(name, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test("one thing comes after another, and what fails holds up nothing", async () => {
  const states = [];
  const place = { setAttribute: (name, value) => states.push(value) };
  const refused = mock.fn(() => true);
  const queue = new Queue(place, refused);
  const done = [];
  const slow = queue.add(async () => { await new Promise((resolve) => setTimeout(resolve, 5)); done.push("slow"); return 1; });
  queue.add(() => { throw new ApiError("No.", 400); });
  globalThis.reportError = (error) => done.push(error.message);
  queue.add(() => { throw new Error("unexpected"); });
  await queue.add(() => { done.push("quick"); });
  assert.equal(await slow, 1);
  assert.deepEqual(done, ["slow", "unexpected", "quick"]);
  assert.equal(refused.mock.callCount(), 1);
  assert.deepEqual(states.filter((value) => value === "false"), ["false"]); // once, at the end
});
