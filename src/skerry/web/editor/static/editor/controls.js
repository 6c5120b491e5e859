// What else can be set beside the board: switches, numbers and choices, as the game says.

import { element } from "../board/panel.js";

// Show them; `set(name, value)` is called when one is changed. One that is there already stays the
// same element, so that it keeps the focus.
export function showControls(place, controls, set) {
  const before = new Map([...place.children].map((row) => [row.dataset.name, row]));
  const rows = controls.map((control) => {
    const old = before.get(control.name);
    const row = old?.dataset.kind === control.kind ? old : newRow(control, set);
    fill(row.querySelector("input, select"), control);
    return row;
  });
  if (rows.some((row, k) => place.children[k] !== row) || rows.length !== place.children.length) {
    place.replaceChildren(...rows);
  }
}

function newRow({ name, label, kind }, set) {
  const row = element("label", kind === "switch" ? "control switch" : "control");
  Object.assign(row.dataset, { name, kind });
  const field = document.createElement(kind === "choice" ? "select" : "input");
  if (kind === "switch") field.type = "checkbox";
  if (kind === "number") field.type = "number";
  field.addEventListener("change", () => {
    if (kind === "number" && !field.validity.valid) {
      field.reportValidity();
      return;
    }
    set(name, kind === "switch" ? (field.checked ? "on" : "off") : field.value);
  });
  const words = element("span", "control-words", label);
  row.append(...(kind === "switch" ? [field, words] : [words, field]));
  return row;
}

function fill(field, { kind, value, lowest, highest, choices }) {
  if (kind === "switch") {
    field.checked = value === "on";
    return;
  }
  if (kind === "choice") {
    field.replaceChildren(...choices.map(([one, words]) => new Option(words, one)));
  } else {
    Object.assign(field, { min: lowest, max: highest, step: 1, required: true });
  }
  field.value = value;
}
