import "./browser.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Queue } from "skerry/base/page.js";
import { ApiError } from "skerry/base/api.js";

const places = {};
document.getElementById = (id) => {
  places[id] ??= Object.assign(new EventTarget(), { setAttribute: () => {} });
  return places[id];
};
const { Replay } = await import("skerry/board/replay.js");

test("a slider whose turn could not be shown says which one is", async () => {
  const shown = { viewed: 7, turn: 9 };
  const refuse = () => { throw new ApiError("The server does not answer.", 0); };
  let go = refuse;
  const queue = new Queue({ setAttribute: () => {} }, () => true);
  const replay = new Replay({ go: (number) => go(number), where: () => shown, enqueue: queue.add });
  const slideTo = (number) => {
    places.slider.value = String(number);
    places.slider.dispatchEvent(new Event("input"));
    return queue.add(() => {});
  };

  await slideTo(3);
  assert.equal(places.slider.value, 7);
  Object.assign(shown, { viewed: 10, turn: 10 });
  replay.show();
  assert.equal(places.slider.value, 10);

  go = (number) => { shown.viewed = number; replay.show(); };
  await slideTo(4);
  assert.equal(places.slider.value, 4);
});
