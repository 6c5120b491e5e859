// Pages that a socket tells of news, and that ask by themselves while it is cut: lists that others
// change, and the way to a game that begins.
//
// The page names both: `data-socket` tells of news, `data-url` answers what there is now.

import { get, ignoreRefusal, timeLimit } from "../base/api.js";
import { at, setText } from "../base/page.js";
import { replace } from "../play/fresh.js";
import { Socket } from "./socket.js";

const SECOND_MS = 1000;
const CUT_MS = 5000; // between two questions for a list, while the socket is cut
const MOST_LAG_MS = 400; // of many pages that hear the same news, not all ask at once
const GAME_MS = 3000; // between two questions for a game, while the socket is cut

let isLeaving = false; // what is sent from here leads on, and its answer may be a refusal to be read
addEventListener("submit", () => { isLeaving = true; });
addEventListener("pageshow", () => { isLeaving = false; });

// ---- a list that others change: `data-every` says after how many seconds it is asked for in silence ----

function keepList(page) {
  const place = page.querySelector("[data-list]");
  let timer = 0;

  function askIn(ms) {
    clearTimeout(timer);
    timer = setTimeout(look, ms);
  }

  async function look() {
    clearTimeout(timer);
    let words = "";
    try {
      const { html, key } = await get(page.dataset.url, timeLimit());
      // It has other buttons now; a question that stands open is not taken away from under a finger.
      if (key !== page.dataset.key && !isLeaving && !document.querySelector(".acts details[open]")) {
        location.replace(location.pathname);
        return;
      }
      replace(place, html);
    } catch (error) {
      ignoreRefusal(error);
      words = error.message;
    } finally {
      askIn(socket.isOpen ? page.dataset.every * SECOND_MS : CUT_MS);
    }
    setText(at("cut"), words);
  }

  const socket = new Socket(page.dataset.socket, {
    onOpen: look,
    onMessage: () => askIn(Math.random() * MOST_LAG_MS),
  });
  askIn(CUT_MS);
  addEventListener("pageshow", ({ persisted }) => persisted && look());
}

// ---- the way to a game that begins when somebody has accepted a challenge, or is paired ----

function waitForGame(page) {
  const said = at("waiting").textContent;

  async function look() {
    if (isLeaving) return;
    const found = await get(page.dataset.url, timeLimit()).catch((error) => {
      ignoreRefusal(error);
      return error.status === 404 ? { open: false } : null; // else it is asked again in a while
    });
    if (isLeaving || !found) return;
    if (found.game) location.replace(found.game);
    else if (!(found.open ?? found.waiting)) location.reload();
  }

  const say = (words) => setText(at("waiting"), words);
  const socket = new Socket(page.dataset.socket, {
    onOpen: () => { say(said); look(); },
    onCut: () => say("No connection. Trying again…"),
    onMessage: look,
  });
  setInterval(() => socket.isOpen || look(), GAME_MS);
  addEventListener("pageshow", ({ persisted }) => persisted && look());
}

// How long somebody has waited already.
function showWaited(place) {
  const began = performance.now() - Number(place.dataset.seconds) * SECOND_MS;
  const tell = () => {
    const seconds = Math.floor((performance.now() - began) / SECOND_MS);
    place.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  tell();
  setInterval(tell, SECOND_MS);
}

async function copyLink() {
  getSelection().selectAllChildren(at("link"));
  try {
    await navigator.clipboard.writeText(at("link").textContent);
    at("waiting").textContent = "Link copied. The game starts as soon as somebody accepts.";
  } catch {
    at("waiting").textContent = "Press Ctrl + C, or touch and hold, to copy the selected link.";
  }
}

const does = {
  "[data-every]": keepList,
  "[data-waits]": waitForGame,
  "#waited": showWaited,
  "#copy-link": (button) => button.addEventListener("click", copyLink),
};
for (const [selector, work] of Object.entries(does)) document.querySelectorAll(selector).forEach(work);
