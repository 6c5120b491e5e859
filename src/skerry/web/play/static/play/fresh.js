// Parts of a page as the server has them now, in place of those that are shown; its title and icon too.

import { onNews } from "../correspondence/waiting.js";

// Show them anew whenever something has happened in one's games, and when somebody comes back to the page:
// time has passed, and games that concern nobody else may have gone on in another window.
export function keepFresh(ids) {
  onNews(({ isNews }) => isNews && refresh(ids));
  document.addEventListener("visibilitychange", () => document.hidden || refresh(ids));
  addEventListener("pageshow", ({ persisted }) => persisted && refresh(ids));
}

async function refresh(ids) {
  let text;
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!response.ok) return;
    text = await response.text();
  } catch {
    return; // without a connection the page stays as it is
  }
  const fresh = new DOMParser().parseFromString(text, "text/html");
  if ("kept" in fresh.documentElement.dataset) return; // an old copy
  for (const id of ids) replace(document.getElementById(id), fresh.getElementById(id));
  document.title = fresh.title;
  const [icon, other] = [document, fresh].map((one) => one.querySelector('link[rel="icon"]'));
  if (icon.getAttribute("href") !== other.getAttribute("href")) icon.setAttribute("href", other.getAttribute("href"));
}

// Whoever is at a link with the keyboard stays there, if it is still there.
function replace(place, fresh) {
  if (!place || !fresh) return;
  const address = place.contains(document.activeElement) && document.activeElement.getAttribute("href");
  place.innerHTML = fresh.innerHTML;
  if (address) [...place.querySelectorAll("a")].find((one) => one.getAttribute("href") === address)?.focus();
}
