// Notifications of the browser, while any page of the site is open, where they were switched on: when
// it is one's turn, a game has begun or is over.

import { browserStorage } from "../base/storage.js";
import { onNews } from "./waiting.js";

const KEY = "skerry-notify"; // as `keepSetting` in base/page.js keeps it

export function mayNotify() {
  return "Notification" in window && Notification.permission === "granted" && browserStorage.read(KEY) === "yes";
}

function hear({ url, words, more }) {
  if (!words) return;
  if (!mayNotify() || (location.pathname === url && !document.hidden)) return;
  show(words, { body: more, tag: url }, url); // several open pages give the same tag, and so one notification
}

function show(words, options, url) {
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

onNews(hear);
