// How much waits for who looks: the number at the top of every page, told by a socket of its own,
// and asked for where there is none when somebody comes back to the page.

import { get, ignoreRefusal } from "../base/api.js";
import { browserStorage } from "../base/storage.js";
import { Socket } from "../online/socket.js";

const link = document.getElementById("waits"); // a page may have none
const but = link?.dataset.but ? `?but=${link.dataset.but}` : ""; // the game that it shows itself
const hearers = [];
let hasHeard = false;
let socket = null;

// `work` is called with each message: { waiting }, or { url, words, more } of what is to be notified.
// `isNews` says whether a number is told because something has happened since the page was made, not
// because somebody has come back to it.
export function onNews(work) {
  hearers.push(work);
}

export function goToNext() {
  if (link && !link.hidden) location.assign(link.href);
}

function show({ waiting }) {
  if (waiting === undefined || !link) return;
  link.hidden = waiting === 0;
  document.getElementById("num-waits").textContent = waiting;
}

function hear(message, isTold = true) {
  const isNumber = message.waiting !== undefined;
  const isNews = isTold && isNumber && (hasHeard || String(message.waiting) !== document.getElementById("num-waits")?.textContent);
  hasHeard ||= isNumber;
  show(message);
  for (const work of hearers) work({ ...message, isNews });
}

function listen() {
  socket ??= new Socket(`/ws/player${but}`, { onMessage: hear });
}

async function ask(isAwake = true) {
  if (isAwake && socket?.isOpen) return; // which has told everything
  const found = await get(`/api/waiting${but}`).catch(ignoreRefusal);
  if (!found) return; // without a connection the page is as it was
  if (found.told) listen(); // somebody may play with others since the page was opened
  hear({ waiting: found.waiting }, false);
}

if ("plays" in document.documentElement.dataset) listen();
document.addEventListener("visibilitychange", () => document.hidden || ask());
addEventListener("pageshow", ({ persisted }) => persisted && ask(false)); // the browser had put it aside

// Notifications of the browser, while any page of the site is open, where they were switched on: when
// it is one's turn, a game has begun or is over.

const KEY = "skerry-notify";

export function mayNotify() {
  return "Notification" in window && Notification.permission === "granted" && browserStorage.read(KEY) === "yes";
}

export function keepNotify(isOn) {
  browserStorage.write(KEY, isOn ? "yes" : "no");
}

function notifyOf({ url, words, more }) {
  if (!words) return;
  if (!mayNotify() || (location.pathname === url && !document.hidden)) return;
  showNotification(words, { body: more, tag: url }, url); // several open pages give the same tag, and so one notification
}

function showNotification(words, options, url) {
  let notification;
  try {
    notification = new Notification(words, options);
  } catch { // a phone's browser lets only the service worker do it, which opens the game
    navigator.serviceWorker?.ready.then((worker) => worker.showNotification(words, { ...options, data: { url } }));
    return;
  }
  notification.addEventListener("click", () => {
    window.focus();
    if (location.pathname !== url) location.assign(url);
    notification.close();
  });
}

onNews(notifyOf);
