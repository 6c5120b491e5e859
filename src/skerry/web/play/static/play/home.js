// The list of games as it is now, and files dropped on the page, which go into the form that opens them.

import { takeDrops } from "../base/drops.js";
import { keepFresh } from "./fresh.js";

keepFresh(["games", "welcome-back"]);

const form = document.querySelector(".open-game form");

// A position may be among them, and against whom to play it on is still to be chosen.
takeDrops(document.getElementById("record"), () => {
  form.parentElement.open = true;
  form.querySelector("button").focus();
});
