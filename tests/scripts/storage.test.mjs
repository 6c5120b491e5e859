import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { browserStorage, keepCookie, readCookie, tabStorage } from "skerry/base/storage.js";

const whole = localStorage;

afterEach(() => { globalThis.localStorage = whole; whole.isFull = false; });

test("what is kept is there again", () => {
  browserStorage.writeJson("a", { one: 1 });
  assert.deepEqual(browserStorage.readJson("a"), { one: 1 });
  assert.equal(tabStorage.readJson("a", "none"), "none");
  browserStorage.remove("a");
  assert.equal(browserStorage.read("a"), null);
});

test("what cannot be read is as if it were not there", () => {
  browserStorage.write("a", "{");
  assert.equal(browserStorage.readJson("a", 5), 5);
});

test("a full storage remembers as long as the page is open", () => {
  browserStorage.write("b", "old");
  whole.isFull = true;
  browserStorage.write("b", "new");
  assert.equal(browserStorage.read("b"), "new");
  assert.equal(whole.getItem("b"), "old");
});

test("so does one that is forbidden", () => {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get() { throw new Error("forbidden"); }, set(value) { Object.defineProperty(globalThis, "localStorage", { value, writable: true, configurable: true }); } });
  browserStorage.write("c", "here");
  assert.equal(browserStorage.read("c"), "here");
  browserStorage.removeAll("c");
  assert.equal(browserStorage.read("c"), null);
});

test("all that begins alike is forgotten, and nothing else", () => {
  for (const key of ["p-1", "p-2", "q-1"]) browserStorage.write(key, "x");
  browserStorage.removeAll("p-");
  assert.deepEqual(["p-1", "p-2", "q-1"].map((key) => browserStorage.read(key)), [null, null, "x"]);
});

test("a cookie is found by its whole name", () => {
  document.cookie = "other_theme=light; theme=dark; empty=";
  assert.equal(readCookie("theme"), "dark");
  assert.equal(readCookie("empty"), "");
  assert.equal(readCookie("heme"), "");
  keepCookie("theme", "auto");
  assert.match(document.cookie, /^theme=auto; path=\/; max-age=\d+; samesite=lax$/);
});
