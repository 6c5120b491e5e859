import { hearers } from "./browser.mjs";
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

class Part extends EventTarget {
  dataset = {};

  setAttribute() {}

  replaceChildren() {}
}

const parts = {};
let dialog = null;
document.getElementById = (id) => (parts[id] ??= new Part());
document.querySelector = () => dialog;
document.querySelectorAll = () => [];
document.documentElement = { dataset: { theme: "auto", whose: "" } };
globalThis.location = { href: "https://skerry.test/", reload: mock.fn() };
mock.timers.enable({ apis: ["setTimeout"] });
await import("skerry/offline/kept.js"); // the page in place of one that was not kept

const LOOK_MS = 5000;
let status; // of the server's answer, null where there is none

async function look() {
  mock.timers.tick(LOOK_MS);
  await new Promise((resolve) => setImmediate(resolve));
  const times = location.reload.mock.callCount();
  location.reload.mock.resetCalls();
  return times;
}

function write(field) {
  document.dispatchEvent(Object.defineProperty(new Event("input"), "target", { value: field }));
}

beforeEach(() => {
  status = 200;
  globalThis.fetch = mock.fn(async () => {
    if (status === null) throw new TypeError("Failed to fetch");
    return { status };
  });
});

afterEach(() => {
  dialog = null;
});

test("a page without a connection is loaded anew once the server is there", async () => {
  for (status of [null, 503, 429]) assert.equal(await look(), 0);
  status = 404;
  assert.equal(await look(), 1);
});

test("a look that nobody answers is given up, so that there is another one", async () => {
  await look();
  assert.ok(fetch.mock.calls[0].arguments[1].signal instanceof AbortSignal);
});

test("nothing that somebody is at is taken away", async () => {
  const field = { isConnected: true, value: "Good", dataset: {} };
  write(field);
  assert.equal(await look(), 0);
  hearers.dispatchEvent(new Event("online"));
  assert.equal(await look(), 0);
  field.value = ""; // it was sent
  assert.equal(await look(), 1);
  dialog = {};
  assert.equal(await look(), 0);
});

test("words that are saved and stay in their field are not what somebody is at", async () => {
  const field = { isConnected: true, value: "Good", dataset: { saved: "" } };
  write(field);
  assert.equal(await look(), 0);
  field.dataset.saved = "Good";
  assert.equal(await look(), 1);
  field.value = "Good!";
  assert.equal(await look(), 0);
  field.isConnected = false;
});

test("a switch or a slider of the page keeps nothing from coming, one of a form does", async () => {
  const slider = { isConnected: true, type: "range", value: "3", form: null, dataset: {} };
  write(slider);
  assert.equal(await look(), 1);
  write({ ...slider, form: {} });
  assert.equal(await look(), 0);
});
