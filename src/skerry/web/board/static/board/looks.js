// How boards look: the look, coordinates, marks of the last turn. A cookie lets the server send the
// next page right at once.

import { keepCookie } from "../base/storage.js";
import { at } from "../base/page.js";

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
