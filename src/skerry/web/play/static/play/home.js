// Asks before a game is deleted, and never shows the list as it was some time ago.

import { ask, at } from "../base/page.js";

addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // the browser had put the page aside
});

for (const form of document.querySelectorAll("form[data-confirm]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    at("ask-text").textContent = form.dataset.confirm;
    ask(at("ask"), () => form.submit());
  });
}
