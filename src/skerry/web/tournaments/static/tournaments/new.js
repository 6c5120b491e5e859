// The form for a new tournament: a ladder's games take days, so that other times cannot be chosen for it.

import { at } from "../base/page.js";

const time = at("time");
let before = ""; // what was chosen for the other systems

function follow() {
  const isLadder = document.querySelector('[name="system"]:checked').value === "ladder";
  for (const group of time.querySelectorAll("optgroup")) group.disabled = isLadder && !("days" in group.dataset);
  if (isLadder && !time.selectedOptions[0].closest("[data-days]")) {
    before = time.value;
    time.value = time.querySelector("[data-days] option").value;
  } else if (!isLadder && before) {
    time.value = before;
    before = "";
  }
}

for (const one of document.querySelectorAll('[name="system"]')) one.addEventListener("change", follow);
follow();
