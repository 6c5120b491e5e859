// The lobby: its list of challenges stays as the server has it.

import { ApiError, get } from "../base/api.js";
import { at } from "../base/page.js";
import { Socket } from "./socket.js";

const ASK_MS = 15_000; // also while nothing is told: what nobody waits for any more goes in silence
const CUT_MS = 5000; // while the socket is cut
const MOST_LAG_MS = 400; // of many pages that hear the same news, not all ask at once
const page = at("lobby");
const list = at("list");
let shown = null; // as the server sent it last
let timer = 0;

function askIn(ms) {
  clearTimeout(timer);
  timer = setTimeout(look, ms);
}

async function look() {
  clearTimeout(timer);
  let words = "";
  try {
    const { html } = await get(page.dataset.url);
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

// Whoever is at a link with the keyboard stays there, if it is still there.
function show(html) {
  const address = list.contains(document.activeElement) && document.activeElement.getAttribute("href");
  list.innerHTML = html;
  if (address) [...list.querySelectorAll("a")].find((one) => one.getAttribute("href") === address)?.focus();
}

const socket = new Socket(page.dataset.socket, {
  onOpen: look,
  onMessage: () => askIn(Math.random() * MOST_LAG_MS),
});
askIn(CUT_MS);
addEventListener("pageshow", ({ persisted }) => persisted && look());
