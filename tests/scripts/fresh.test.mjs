import "./browser.mjs";
import assert from "node:assert/strict";
import { mock, test } from "node:test";

Object.assign(document, { querySelector: () => null, documentElement: { dataset: {} } });
const { replace } = await import("skerry/play/fresh.js");

let focused = null;
mock.timers.enable({ apis: ["setTimeout"] });

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
  classList = { add() {}, remove() {} };
  #html = "before";

  get innerHTML() {
    return this.#html;
  }

  set innerHTML(html) {
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
