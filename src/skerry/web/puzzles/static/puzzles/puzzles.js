// How many of each game's puzzles this browser has solved.

import { readProgress } from "./progress.js";

function show(place) {
  const progress = readProgress(place.dataset.puzzlesOf);
  const keys = place.dataset.keys.split(" ");
  const solved = keys.filter((key) => progress.get(key) === "solved").length;
  place.querySelector(".solved-words").textContent =
    solved === keys.length ? `All ${solved} solved` : `${solved} of ${keys.length} solved`;
  const meter = place.querySelector("progress");
  meter.max = keys.length;
  meter.value = solved;
}

// Also when the browser shows the page again that it had put aside.
addEventListener("pageshow", () => document.querySelectorAll("[data-puzzles-of]").forEach(show));
