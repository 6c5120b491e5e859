// The dialog with the keys and the settings of a board.

import { keepCookie } from "../base/storage.js";
import { at, keepBox, readSetting, readShowLegal } from "../base/page.js";

at("help").addEventListener("click", () => at("help-dialog").showModal());

// ---- what this browser remembers ----

export const settings = { askFirst: readSetting("ask-first", true), showLegal: readShowLegal() };

// `onChange` is called when one of them is changed.
export function listenToSettings(onChange) {
  for (const [id, name] of [["ask-first", "askFirst"], ["show-legal", "showLegal"]]) {
    if (!at(id)) continue; // who watches plays nothing
    keepBox(id, id, settings[name], () => {
      settings[name] = at(id).checked;
      onChange();
    });
  }
}

// ---- how boards look: a cookie lets the server send the next page right at once ----

const { dataset } = document.documentElement;

function keep() {
  keepCookie("skerry_board", [dataset.board, dataset.labels, dataset.marks].join("."));
}

at("look").addEventListener("change", () => {
  dataset.board = at("look").value;
  keep();
});
for (const name of ["labels", "marks"]) {
  at(name).addEventListener("change", () => {
    dataset[name] = at(name).checked ? "on" : "off";
    keep();
  });
}

// A browser may put back what stood there before; the page says what holds.
at("look").value = dataset.board;
for (const name of ["labels", "marks"]) at(name).checked = dataset[name] === "on";
