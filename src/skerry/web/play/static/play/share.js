// Sharing the turn that is shown: its address, its position's text, its picture, on paper.

import { at } from "../base/page.js";

const ADDRESS_MS = 300; // browsers refuse to change the address too often

const dialog = at("share-dialog");
const { pictures, name } = dialog.dataset;
let state = null;
let timer = 0;

// The page shows another state now. At the latest turn the address names none, and so follows the
// game when somebody comes back to it.
export function follow(fresh) {
  state = fresh;
  at("print-caption").textContent = caption();
  clearTimeout(timer);
  timer = setTimeout(() => history.replaceState(history.state, "", address(fresh.viewed < fresh.turn)), ADDRESS_MS);
}

function address(hasTurn) {
  return `${location.pathname}${hasTurn ? `?turn=${state.viewed}` : ""}${location.hash}`;
}

function caption() {
  const { viewed, turn, last_turn: last, heading } = state;
  const where = viewed < turn ? `Turn ${viewed} of ${turn}` : `Turn ${turn}`;
  return [document.querySelector("h1").textContent, where, last, viewed < turn ? "" : heading].filter(Boolean).join(". ");
}

// ---- the dialog ----

function open() {
  at("share-where").textContent = state.viewed ? `turn ${state.viewed} of ${state.turn}` : "the start";
  at("share-link").value = `${location.origin}${location.pathname}?turn=${state.viewed}`;
  at("share-position").value = state.position;
  at("play-on-turn").value = state.viewed;
  at("play-on").hidden = !state.may_play_on;
  say("");
  showPictures();
  dialog.showModal();
}

function say(words) {
  at("share-said").textContent = words;
}

function pictureUrl(kind) {
  const query = new URLSearchParams({ turn: at("play-on-turn").value });
  if (at("share-last").checked) query.set("last", "on");
  if (at("share-dark").checked) query.set("theme", "dark");
  return `${pictures}.${kind}?${query}`;
}

function showPictures() {
  for (const kind of ["svg", "png"]) {
    at(`save-${kind}`).href = pictureUrl(kind);
    at(`save-${kind}`).download = `${name}-${at("play-on-turn").value}.${kind}`;
  }
}

// ---- copying ----

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copySelected(text)) throw new Error("nothing lets us copy");
  }
}

// Where a page is not served safely, browsers let it copy only what is selected.
function copySelected(text) {
  const field = document.createElement("textarea");
  field.value = text;
  dialog.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

async function load(kind) {
  const response = await fetch(pictureUrl(kind));
  if (!response.ok) throw new Error(`${response.status}`);
  return response;
}

async function copyPng() {
  const blob = load("png").then((response) => response.blob());
  await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
}

function copies(id, work, otherwise) {
  at(id).addEventListener("click", async () => {
    try {
      await work();
      say("Copied.");
    } catch {
      say(otherwise);
    }
    at(id).focus();
  });
}

const BY_HAND = "The browser does not allow it: select the text and copy it.";
const INSTEAD = "The browser does not allow it: save the picture instead.";
copies("copy-link", () => copyText(at("share-link").value), BY_HAND);
copies("copy-position", () => copyText(at("share-position").value), BY_HAND);
copies("copy-svg", async () => copyText(await (await load("svg")).text()), INSTEAD);
copies("copy-png", copyPng, INSTEAD);

for (const id of ["share-link", "share-position"]) at(id).addEventListener("focus", () => at(id).select());
for (const id of ["share-last", "share-dark"]) at(id).addEventListener("change", showPictures);
at("share").addEventListener("click", open);
at("print").addEventListener("click", () => {
  dialog.close();
  print();
});
