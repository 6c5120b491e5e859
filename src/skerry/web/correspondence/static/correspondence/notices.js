// The switch for notifications in this browser.

import { at, keepSetting } from "../base/page.js";
import { mayNotify } from "./notify.js";

const box = at("notify-on");
const said = at("notify-said");

function show() {
  box.checked = mayNotify();
  if (!("Notification" in window)) {
    box.disabled = true;
    said.textContent = "This browser shows no notifications here; it needs an address that begins with https.";
  } else if (Notification.permission === "denied") {
    box.disabled = true;
    said.textContent = "This browser was told to show no notifications of this site; its settings can allow them again.";
  }
}

box.addEventListener("change", async () => {
  keepSetting("notify", box.checked);
  if (box.checked && Notification.permission !== "granted") await Notification.requestPermission();
  said.textContent = mayNotify() ? "Notifications are on, as long as a page of the site is open here." : "";
  show();
});

show();
