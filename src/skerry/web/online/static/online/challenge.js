// The page of a challenge: its link to be copied, and the way to the game when it has begun.

import { ApiError, get } from "../base/api.js";
import { at } from "../base/page.js";
import { Socket } from "./socket.js";

const ASK_MS = 3000; // while the socket is cut
const page = at("challenge");
let isAnswered = false; // here: the answer leads on

async function look() {
  if (isAnswered) return;
  let found;
  try {
    found = await get(page.dataset.url);
  } catch (error) {
    if (error instanceof ApiError) return; // asked again in a while
    throw error;
  }
  if (isAnswered) return;
  if (found.game) location.replace(found.game);
  else if (!found.open) location.reload();
}

if (page.dataset.waits) {
  const socket = new Socket(page.dataset.socket, { onOpen: look, onMessage: look });
  setInterval(() => socket.isOpen || look(), ASK_MS);
}

addEventListener("submit", () => { isAnswered = true; });
addEventListener("pageshow", () => { isAnswered = false; });

at("copy-link")?.addEventListener("click", async () => {
  getSelection().selectAllChildren(at("link"));
  try {
    await navigator.clipboard.writeText(at("link").textContent);
    at("waiting").textContent = "Link copied. The game starts as soon as somebody accepts.";
  } catch {
    at("waiting").textContent = "Press Ctrl + C, or touch and hold, to copy the selected link.";
  }
});
