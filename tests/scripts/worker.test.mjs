import { WEB } from "./browser.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const FILE = new URL("offline/templates/offline/service-worker.js", WEB);
const ORIGIN = "https://skerry.test";

// The worker in a browser whose storage fails; what a request is answered.
function workerWith(fetch) {
  const works = {};
  const fail = async () => { throw new Error("The disk is broken."); };
  const text = readFileSync(FILE, "utf8").replace("{{ folder }}", "/static/one/").replace("{% url 'offline' %}", "/offline");
  const place = { addEventListener: (event, work) => { works[event] = work; }, caches: { match: fail, open: fail }, location: { origin: ORIGIN }, fetch, URL, Response };
  vm.runInNewContext(text, place);
  return (path, mode) => {
    let answer;
    const request = { url: ORIGIN + path, method: "GET", mode };
    works.fetch({ request, respondWith: (given) => { answer = given; }, waitUntil: (work) => Promise.resolve(work).catch(() => {}) });
    return answer;
  };
}

test("where nothing can be kept the server's style sheets and scripts are used", async () => {
  const open = workerWith(async () => new Response("body {}"));
  assert.equal(await (await open("/static/one/base.css", "no-cors")).text(), "body {}");
});

test("and where there is no connection either, the browser says so", async () => {
  const open = workerWith(async () => { throw new TypeError("cut"); });
  assert.equal((await open("/", "navigate")).type, "error");
});
