// The switch for notifications in this browser.

import { at, keepSetting } from "../base/page.js";
import { mayNotify } from "./waiting.js";

const box = at("notify-on");
const said = at("notify-said");

function show() {
  box.checked = mayNotify();
  if (!("Notification" in window)) {
    box.disabled = true;
    said.textContent = "This browser cannot show notifications here: the address must begin with https.";
  } else if (Notification.permission === "denied") {
    box.disabled = true;
    said.textContent = "Notifications from this site are blocked. You can allow them in the settings of your browser.";
  }
}

box.addEventListener("change", async () => {
  keepSetting("notify", box.checked);
  if (box.checked && Notification.permission !== "granted") await Notification.requestPermission();
  said.textContent = mayNotify() ? "Notifications are on while a page of this site is open here." : "";
  show();
});

show();
