// The form for a new game: a preset fills the fields, and fields show which preset they are.

import { get } from "../base/api.js";
import { at } from "../base/page.js";

const PAUSE_MS = 150; // after the last key, before the board is drawn

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

const ONLINE = "online", STANDARD = "Standard";
let wasOnline = form.elements.opponent.value === ONLINE;

// Two persons begin with the fair board; the computer, with the standard one.
function followOpponent() {
  const isOnline = form.elements.opponent.value === ONLINE;
  if (isOnline === wasOnline) return;
  wasOnline = isOnline;
  const { fair } = form.dataset;
  const [before, after] = isOnline ? [STANDARD, fair] : [fair, STANDARD];
  if (form.elements.preset.value === before) fill(presets[after]);
}

let timer = 0;
let shown = ""; // what the board was drawn for

// The board that is chosen. What no board has, such as a size that is still being typed, leaves the
// last one there; sending the form says why.
async function drawBoard() {
  const names = [...Object.keys(Object.values(presets)[0] ?? {}), "seed"];
  const fields = names.map((name) => form.elements[name]).filter(Boolean);
  if (fields.some((field) => !field.validity.valid)) return;
  const asked = new URLSearchParams(fields.map((field) => [field.name, valueOf(field)])).toString();
  if (asked === shown) return;
  shown = asked;
  try {
    const { svg } = await get(`${at("new-picture").dataset.url}?${asked}`);
    if (shown === asked) at("new-picture").innerHTML = svg;
  } catch {
    if (shown === asked) shown = "";
  }
}

form.addEventListener("input", ({ target }) => {
  if (target.name === "opponent") followOpponent();
  if (target.name === "preset") fill(presets[target.value]);
  else showPreset();
  clearTimeout(timer);
  timer = setTimeout(drawBoard, PAUSE_MS);
});

// What is wrong in a field that is folded away could not be seen.
form.addEventListener("invalid", () => { at("options").open = true; }, true);

// Going back, a browser puts into the fields what stood there last.
addEventListener("pageshow", () => {
  showPreset();
  drawBoard();
});
