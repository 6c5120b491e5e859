// The theme switch: automatic, light, dark; a cookie lets the server send the right one at once.

const THEMES = ["auto", "light", "dark"];
const WORDS = { auto: "automatic", light: "light", dark: "dark" };
const button = document.getElementById("theme-switch");

function show(theme) {
  document.documentElement.dataset.theme = theme;
  button.dataset.now = theme;
  button.title = `Theme: ${WORDS[theme]}`;
  button.setAttribute("aria-label", button.title);
}

button.addEventListener("click", () => {
  const next = THEMES[(THEMES.indexOf(button.dataset.now) + 1) % THEMES.length];
  document.cookie = `skerry_theme=${next}; path=/; max-age=31536000; samesite=lax`;
  show(next);
});

show(document.documentElement.dataset.theme);
