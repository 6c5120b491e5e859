// Which puzzles of a game are listed, by theme and grade. This tab remembers it; a link may name a
// theme: /puzzles/NAME?theme=double-threat.

import { at } from "../base/page.js";
import { tabStorage } from "../base/storage.js";

export const chips = [...document.querySelectorAll(".chip")];

const boxes = [at("theme"), at("of-grade")]; // neither is there beside a puzzle set up by hand
const byKey = new Map(chips.map((chip) => [chip.dataset.key, chip]));

const fits = ({ dataset }) =>
  (!boxes[0]?.value || dataset.theme === boxes[0].value) && (!boxes[1]?.value || dataset.level === boxes[1].value);

export function isChosen(key) {
  return fits(byKey.get(key));
}

function show() {
  for (const chip of chips) chip.hidden = !fits(chip);
  for (const group of document.querySelectorAll(".map-grade")) group.hidden = !group.querySelector(".chip:not([hidden])");
  at("none-chosen").hidden = chips.some(fits);
}

export function listenToChoice(game) {
  if (!boxes[0]) return;
  const place = `skerry-puzzle-choice-${game}`;
  const asked = new URLSearchParams(location.search).get("theme");
  const [theme = "", grade = ""] = asked ? [asked] : tabStorage.readJson(place) ?? [];
  boxes[0].value = theme;
  boxes[1].value = grade;
  for (const box of boxes) {
    if (box.selectedIndex < 0) box.value = ""; // there is none of that name
    box.addEventListener("change", () => {
      tabStorage.writeJson(place, boxes.map((one) => one.value));
      show();
    });
  }
  show();
}
