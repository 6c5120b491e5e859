// The address of a page that came as the answer to a form: one that can be opened again.

import { keepCookie, readCookie } from "./storage.js";

const { address } = document.documentElement.dataset;

if (address) history.replaceState(history.state, "", address);

// The theme switch: automatic, light, dark; a cookie lets the server send the right one at once.

const THEMES = ["auto", "light", "dark"];
const WORDS = { auto: "automatic", light: "light", dark: "dark" };
const COOKIE = "skerry_theme";
const button = document.getElementById("theme-switch");

// The cookie's, if there is one: a page that was kept may be older than it.
function chosen() {
  const theme = readCookie(COOKIE);
  return THEMES.includes(theme) ? theme : document.documentElement.dataset.theme;
}

function show(theme) {
  document.documentElement.dataset.theme = theme;
  button.dataset.now = theme;
  button.title = `Theme: ${WORDS[theme]}`;
  button.setAttribute("aria-label", button.title);
  for (const meta of document.querySelectorAll("meta[name='theme-color']")) {
    const { of } = meta.dataset;
    if (theme === "auto") meta.media = `(prefers-color-scheme: ${of})`;
    else meta.media = theme === of ? "all" : "not all";
  }
}

button.addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(button.dataset.now) + 1) % THEMES.length];
  keepCookie(COOKIE, next);
  show(next);
});

show(chosen());
