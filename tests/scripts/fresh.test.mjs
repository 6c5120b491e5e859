import { hearers } from "./browser.mjs";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

// As a browser reads a text, and writes it again.
class Template {
  set innerHTML(html) {
    this.content = html.replaceAll(" open>", ' open="">');
  }

  get innerHTML() {
    return this.content;
  }
}

Object.assign(document, {
  querySelector: () => null,
  querySelectorAll: () => [],
  createElement: () => new Template(),
  documentElement: { dataset: {} },
});
globalThis.location = { protocol: "https:", host: "skerry.test", href: "https://skerry.test/", pathname: "/ladder/1", reload: mock.fn(), replace: mock.fn() };
globalThis.WebSocket = EventTarget;
mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
const { replace } = await import("skerry/play/fresh.js");

let focused = null;

// What a place shows: a name with its attributes, the form of a button, the round around a heading.
function part(name, { attributes = {}, form, round } = {}) {
  const formOf = form && { getAttribute: () => form };
  return {
    ...(name === "button" && { form: formOf, value: "", textContent: attributes.words }),
    matches: (wanted) => wanted === name,
    closest: (wanted) => (wanted === "[data-round]" && round ? { dataset: { round } } : null),
    getAttribute: (wanted) => attributes[wanted] ?? null,
    focus() { focused = this; },
    name,
  };
}

const SHOWN = () => [
  part("a", { attributes: { href: "/players/2" } }),
  part("button", { form: "/ladder/challenge", attributes: { words: "Challenge" } }), // outside its form
  part("button", { form: "/ladder/leave", attributes: { words: "Leave" } }),
  part("summary", { round: "1" }),
  part("summary", { round: "2" }),
];

class Place {
  parts = SHOWN();
  classList = { add: mock.fn(), remove() {} };
  #html;

  constructor(html = "before") {
    this.#html = html;
  }

  get innerHTML() {
    return this.#html;
  }

  replaceChildren(html) {
    this.#html = html;
    this.parts = SHOWN();
  }

  contains(one) {
    return this.parts.includes(one);
  }

  querySelectorAll(wanted) {
    return this.parts.filter(({ name }) => wanted.split(", ").includes(name));
  }
}

test("whoever is at something by keyboard stays at the same when a part of the page is replaced", () => {
  for (const k of SHOWN().keys()) {
    const place = new Place();
    document.activeElement = place.parts[k];
    replace(place, "after");
    assert.equal(place.parts.indexOf(focused), k);
  }
});

test("what is as it was takes clicks, however the server has written it", () => {
  const place = new Place('<details open="">');
  replace(place, "<details open>");
  assert.equal(place.classList.add.mock.callCount(), 0);
  replace(place, "<details>");
  assert.equal(place.classList.add.mock.callCount(), 1);
});

// ---- pages that ask for what a socket has told of ----

let answer; // of the server: a status and a body

beforeEach(() => {
  for (const one of [location.reload, location.replace]) one.mock.resetCalls();
  globalThis.fetch = async () => ({ ok: answer.status === 200, status: answer.status, json: async () => answer.body });
});

// What a page does to whom it is shown with such attributes, read anew from its script.
async function open(selector, dataset) {
  const place = new Place();
  const shown = { dataset, querySelector: () => place };
  document.getElementById = () => ({ textContent: "" });
  document.querySelectorAll = (wanted) => (wanted === selector ? [shown] : []);
  await import(`skerry/online/news.js?${selector}`);
}

async function pass(milliseconds) {
  mock.timers.tick(milliseconds);
  await new Promise((resolve) => setImmediate(resolve));
}

test("a page whose buttons change is loaded anew, but not while a form is on its way", async () => {
  await open("[data-every]", { every: "30", key: "open", url: "/api/ladder/1", socket: "/ws/ladder/1" });
  answer = { status: 200, body: { html: "after", key: "closed" } };
  const form = { getAttribute: () => "post" };
  hearers.dispatchEvent(Object.defineProperty(new Event("submit"), "target", { value: form }));
  await pass(5000);
  assert.equal(location.replace.mock.callCount(), 0); // what the form is answered is still to come
  hearers.dispatchEvent(new Event("pageshow"));
  await pass(5000);
  assert.equal(location.replace.mock.callCount(), 1);
});

test("a challenge that is there no more is not asked for again: its page says so", async () => {
  await open("[data-waits]", { url: "/api/challenge/1", socket: "/ws/challenge/1" });
  answer = { status: 503, body: { error: "Away." } };
  await pass(3000);
  assert.equal(location.reload.mock.callCount(), 0);
  answer = { status: 404, body: { error: "There is no such challenge." } };
  await pass(3000);
  assert.equal(location.reload.mock.callCount(), 1);
});

test("whoever comes back to a page that shows games has it asked for once", async () => {
  document.querySelector = (wanted) => (wanted === "[data-fresh]" ? { dataset: { fresh: "games" } } : null);
  await import("skerry/play/fresh.js?page");
  globalThis.DOMParser = class {
    parseFromString() {
      return { documentElement: { dataset: { kept: "1" } } };
    }
  };
  const asked = [];
  globalThis.fetch = async (url) => {
    asked.push(url);
    return { ok: true, status: 200, text: async () => "", json: async () => ({ waiting: 1, told: false }) };
  };
  document.dispatchEvent(new Event("visibilitychange"));
  await pass(0);
  assert.deepEqual(asked.sort(), ["/api/waiting", location.href]);
});
