// Switches on the pages of an account. Without scripts they stay hidden, or do nothing.

import { keepNotify, mayNotify } from "../correspondence/waiting.js";

// Lets a password be read while it is typed.
for (const shows of document.querySelectorAll("[data-shows]")) {
  const field = document.getElementById(shows.dataset.shows);
  shows.closest("[hidden]").hidden = false;
  shows.addEventListener("change", () => {
    field.type = shows.checked ? "text" : "password";
  });
}

// ---- notifications in this browser ----

const box = document.getElementById("notify-on");
const said = document.getElementById("notify-said");

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

async function choose() {
  keepNotify(box.checked);
  if (box.checked && Notification.permission !== "granted") await Notification.requestPermission();
  said.textContent = mayNotify() ? "Notifications are on while a page of this site is open here." : "";
  show();
}

if (box) {
  box.addEventListener("change", choose);
  show();
}
