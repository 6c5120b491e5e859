// The page of who waits to be paired: how long it has been, and the way to the game once there is one.

import { ApiError, get } from "../base/api.js";
import { at } from "../base/page.js";
import { Socket } from "./socket.js";

const ASK_MS = 3000; // while the socket is cut
const SECOND_MS = 1000;
const page = at("quick");
const began = performance.now() - Number(page.dataset.seconds) * SECOND_MS;
const said = at("words").textContent;
let isLeaving = false;

async function look() {
  if (isLeaving) return;
  let found;
  try {
    found = await get(page.dataset.url);
  } catch (error) {
    if (error instanceof ApiError) return; // asked again in a while
    throw error;
  }
  if (isLeaving) return;
  if (found.game) location.replace(found.game);
  else if (!found.waiting) location.reload();
}

function say(words) {
  if (at("words").textContent !== words) at("words").textContent = words;
}

const socket = new Socket(page.dataset.socket, {
  onOpen: () => { say(said); look(); },
  onCut: () => say("No connection. Trying again…"),
  onMessage: look,
});
setInterval(() => socket.isOpen || look(), ASK_MS);

function tell() {
  const seconds = Math.floor((performance.now() - began) / SECOND_MS);
  at("waited").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
tell();
setInterval(tell, SECOND_MS);

addEventListener("submit", () => { isLeaving = true; });
addEventListener("pageshow", ({ persisted }) => {
  isLeaving = false;
  if (persisted) look();
});
