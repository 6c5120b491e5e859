// Parts of a page as the server has them now, in place of those that are shown; its title and icon too.

import { onNews } from "../correspondence/waiting.js";

// Rounds stay open or shut as they were, and whoever is at a link with the keyboard stays there.
export function replace(place, html) {
  const address = place.contains(document.activeElement) && document.activeElement.getAttribute("href");
  const rounds = new Map([...place.querySelectorAll("[data-round]")].map((one) => [one.dataset.round, one.open]));
  place.innerHTML = html;
  for (const one of place.querySelectorAll("[data-round]")) one.open = rounds.get(one.dataset.round) ?? one.open;
  if (address) [...place.querySelectorAll("a")].find((one) => one.getAttribute("href") === address)?.focus();
}

// Show them anew whenever something has happened in one's games, and when somebody comes back to the page:
// time has passed, and games that concern nobody else may have gone on in another window.
function keepFresh(ids) {
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
  for (const id of ids) {
    const [place, other] = [document, fresh].map((one) => one.getElementById(id));
    if (place && other) replace(place, other.innerHTML);
  }
  document.title = fresh.title;
  const [icon, other] = [document, fresh].map((one) => one.querySelector('link[rel="icon"]'));
  if (icon.getAttribute("href") !== other.getAttribute("href")) icon.setAttribute("href", other.getAttribute("href"));
}

const page = document.querySelector("[data-fresh]"); // which names its parts; others use this script as well
if (page) keepFresh(page.dataset.fresh.split(" "));
