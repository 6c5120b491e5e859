// The page of a tournament or a ladder: its table and rounds, or rungs, stay as the server has them.

import { ApiError, get } from "../base/api.js";
import { at } from "../base/page.js";
import { Socket } from "../online/socket.js";

const ASK_MS = 30_000; // also while nothing is told
const CUT_MS = 5000; // while the socket is cut
const NEW_MS = 700; // in which what has just changed takes no click
const MOST_LAG_MS = 400; // of many pages that hear the same news, not all ask at once
const page = at("tournament");
const live = at("live");
let shown = null; // as the server sent it last
let timer = 0;
let newTimer = 0;

function askIn(ms) {
  clearTimeout(timer);
  timer = setTimeout(look, ms);
}

async function look() {
  clearTimeout(timer);
  let words = "";
  try {
    const { html, key } = await get(page.dataset.url);
    // It has other buttons now; a question that stands open is not taken away from under a finger.
    if (key !== page.dataset.key && !document.querySelector(".acts details[open]")) {
      location.replace(location.pathname);
      return;
    }
    if (html !== shown) show(html);
    shown = html;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    words = error.message;
  } finally {
    askIn(socket.isOpen ? ASK_MS : CUT_MS);
  }
  if (at("cut").textContent !== words) at("cut").textContent = words;
}

// Rounds stay open or shut as they were, and whoever is at a link with the keyboard stays there.
function show(html) {
  const address = live.contains(document.activeElement) && document.activeElement.getAttribute("href");
  const rounds = new Map([...live.querySelectorAll("[data-round]")].map((one) => [one.dataset.round, one.open]));
  live.innerHTML = html;
  live.classList.add("is-new");
  clearTimeout(newTimer);
  newTimer = setTimeout(() => live.classList.remove("is-new"), NEW_MS);
  for (const one of live.querySelectorAll("[data-round]")) one.open = rounds.get(one.dataset.round) ?? one.open;
  if (address) [...live.querySelectorAll("a")].find((one) => one.getAttribute("href") === address)?.focus();
}

const socket = new Socket(page.dataset.socket, {
  onOpen: look,
  onMessage: () => askIn(Math.random() * MOST_LAG_MS),
});
askIn(CUT_MS);
addEventListener("pageshow", ({ persisted }) => persisted && look());
