import assert from "node:assert/strict";
import { test } from "node:test";
import { formatChance, formatCount, formatPercent } from "skerry/base/numbers.js";
import { formatTime, LowTime } from "skerry/online/clocks.js";

test("numbers are written in one style", () => {
  assert.equal(formatCount(785880), "785,880");
  assert.equal(formatPercent(0.615), "62%");
  assert.equal(formatPercent(0.615, 1), "61.5%");
});

test("only proofs are certain", () => {
  assert.deepEqual([0, 0.004, 0.5, 0.996, 1].map(formatChance), ["1%", "1%", "50%", "99%", "99%"]);
});

test("a clock never shows a moment that is not there any more", () => {
  const times = { "-1": "0:00.0", 0.19: "0:00.1", 9.99: "0:09.9", 10: "0:10", 61.9: "1:01", 3909: "1:05:09", 187200: "2 d 4 h" };
  for (const [seconds, text] of Object.entries(times)) assert.equal(formatTime(Number(seconds)), text);
});

test("low time is told at each moment once, and again after there was much more", () => {
  const told = [];
  const low = new LowTime((words) => told.push(words));
  const control = { kind: "fischer", seconds: 180 };
  for (const rest of [70, 59, 58, 19, 9, 8, 45, 19]) low.follow(control, { periods: 0, rest });
  assert.deepEqual(told, ["Less than a minute left.", "Less than 20 seconds left.", "Less than 10 seconds left.", "Less than 20 seconds left."]);
});
