// Sharing the turn that is shown: its address, its position's text, its picture, on paper.

import { get, ignoreRefusal, post, timeLimit } from "../base/api.js";
import { at } from "../base/page.js";
import { BY_HAND, copyText } from "../board/saving.js";

const ADDRESS_MS = 300; // browsers refuse to change the address too often
const REFUSED_MS = 5000;

// Who may open a game, by its visibility.
const SEEN_BY = {
  private: "Only its players can open it.",
  link: "Anyone with the link can open it.",
  public: "Everyone can open it, and search engines may list it.",
};

const dialog = at("share-dialog");
const { pictures, name } = dialog.dataset;
let state = null;
let shown = null; // the state when the dialog was opened; the game may go on behind it
let timer = 0;
let asked = 0; // how often it was asked who may see the game

// The page shows another state now. At the latest turn the address names none, and so follows the
// game when somebody comes back to it: at once, since a reload before that would open an earlier one.
export function follow(fresh) {
  state = fresh;
  at("print-caption").textContent = caption();
  // These change when the game ends, also behind the dialog.
  at("to-study").hidden = at("to-editor").hidden = !state.may_analyse;
  at("to-notes").hidden = !state.owner || state.over;
  at("save-abstract-play").hidden = !state.over; // which has no place for a game that goes on
  clearTimeout(timer);
  if (fresh.viewed < fresh.turn) timer = setTimeout(() => keepAddress(true), ADDRESS_MS);
  else keepAddress(false);
}

function keepAddress(hasTurn) {
  const now = address(hasTurn);
  if (now === `${location.pathname}${location.search}${location.hash}`) return;
  try {
    history.replaceState(history.state, "", now);
  } catch {
    timer = setTimeout(() => keepAddress(hasTurn), REFUSED_MS);
  }
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
  at("play-on-turn").value = state.viewed;
  at("play-on").hidden = !state.may_play_on;
  at("to-editor").search = new URLSearchParams({ position: state.position });
  shown = state;
  say("");
  showPictures();
  showVisibility();
  dialog.showModal();
}

// Who may see the game is told anew: it may have been chosen on another page meanwhile, which changes
// nothing else here. Until the answer has come nothing can be chosen.
async function showVisibility() {
  const choice = at("visibility");
  if (!choice) return;
  choice.value = state.visibility;
  choice.disabled = true;
  asked += 1;
  const mine = asked;
  const isLatest = () => mine === asked; // else the dialog was opened again meanwhile
  try {
    const { visibility } = await get(at("table").dataset.url, timeLimit());
    if (isLatest()) state.visibility = choice.value = visibility;
  } catch (error) {
    ignoreRefusal(error);
    if (isLatest()) say(`Who may see this game now is not known. ${error.message}`);
  } finally {
    if (isLatest()) choice.disabled = false;
  }
}

function say(words) {
  at("share-said").textContent = words;
  at("share-text").hidden = true;
}

function pictureUrl(kind) {
  const query = new URLSearchParams({ turn: shown.viewed });
  if (at("share-last").checked) query.set("last", "on");
  if (at("share-dark").checked) query.set("theme", "dark");
  return `${pictures}.${kind}?${query}`;
}

function showPictures() {
  for (const kind of ["svg", "png"]) {
    at(`save-${kind}`).href = pictureUrl(kind);
    at(`save-${kind}`).download = `${name}-${shown.viewed}.${kind}`;
  }
}

// ---- copying ----

async function copy(text) {
  await copyText(text);
  say("Copied.");
}

async function load(kind) {
  const response = await fetch(pictureUrl(kind));
  if (!response.ok) throw new Error(`${response.status}`);
  return response;
}

async function copyPng() {
  const blob = load("png").then((response) => response.blob());
  await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
  say("Copied.");
}

function copies(id, work, otherwise) {
  at(id).addEventListener("click", async () => {
    say("");
    try {
      await work();
      at(id).focus();
    } catch {
      at("share-said").textContent = otherwise;
    }
  });
}

const INSTEAD = "This browser lets no page copy a picture; save it instead.";
copies("copy-link", async () => {
  await copy(`${location.origin}${location.pathname}?turn=${shown.viewed}`);
  if (state.visibility === "private") at("share-said").textContent += ` ${SEEN_BY.private}`;
}, BY_HAND);
copies("copy-position", () => copy(shown.position), BY_HAND);
copies("copy-svg", async () => copy(await (await load("svg")).text()), BY_HAND);
copies("copy-png", copyPng, INSTEAD);

// ---- who may see the game; chosen by who plays all of it ----

at("visibility")?.addEventListener("change", async () => {
  const choice = at("visibility");
  const { url, csrf } = at("table").dataset;
  try {
    const { visibility } = await post(`${url}/visibility`, { visibility: choice.value }, csrf);
    state.visibility = visibility;
    say(SEEN_BY[visibility]);
  } catch (error) {
    choice.value = state.visibility;
    say(error.message);
  }
});

for (const id of ["share-last", "share-dark"]) at(id).addEventListener("change", showPictures);
at("share").addEventListener("click", open);
at("print").addEventListener("click", () => {
  dialog.close();
  print();
});
