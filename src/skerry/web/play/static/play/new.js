// The form for a new game: a preset fills the fields, and fields show which preset they are.

import { at } from "../base/page.js";

const form = at("new-form");
const presets = JSON.parse(at("preset-values").textContent);

const valueOf = (field) => (field.type === "checkbox" ? (field.checked ? "on" : "") : field.value);

function fill(values) {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements[name];
    if (field.type === "checkbox") field.checked = value === "on";
    else field.value = value;
  }
}

function showPreset() {
  for (const radio of form.elements.preset) {
    const values = Object.entries(presets[radio.value]);
    radio.checked = values.every(([name, value]) => valueOf(form.elements[name]) === value);
  }
}

form.addEventListener("input", ({ target }) => {
  if (target.name === "preset") fill(presets[target.value]);
  else showPreset();
});

// What is wrong in a field that is folded away could not be seen.
form.addEventListener("invalid", () => { at("options").open = true; }, true);

// Going back, a browser puts into the fields what stood there last.
addEventListener("pageshow", showPreset);
