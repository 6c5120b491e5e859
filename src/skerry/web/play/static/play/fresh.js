// Parts of a page as the server has them now, in place of those that are shown; its title and icon too.

import { onNews } from "../correspondence/waiting.js";

const NEW_MS = 700; // in which what has just changed takes no click: that was meant for what was there before
const shown = new WeakMap(); // of a place, what the server has sent for it last
const timers = new WeakMap();

// Rounds stay open or shut as they were, and whoever is at one, a link or a button with the keyboard stays there.
export function replace(place, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html; // the page writes some marks otherwise than the server does
  const text = withoutTokens(fresh.innerHTML);
  if (text === (shown.get(place) ?? withoutTokens(place.innerHTML))) return;
  const active = place.contains(document.activeElement) ? doneBy(document.activeElement) : "";
  const rounds = new Map([...place.querySelectorAll("[data-round]")].map((one) => [one.dataset.round, one.open]));
  place.replaceChildren(fresh.content);
  shown.set(place, text);
  for (const one of place.querySelectorAll("[data-round]")) one.open = rounds.get(one.dataset.round) ?? one.open;
  if (active) [...place.querySelectorAll("a, button, summary")].find((one) => doneBy(one) === active)?.focus();
  place.classList.add("is-new");
  clearTimeout(timers.get(place));
  timers.set(place, setTimeout(() => place.classList.remove("is-new"), NEW_MS));
}

// The tokens of forms are others each time; what is sent has the cookie's.
function withoutTokens(html) {
  return html.replace(/(name="csrfmiddlewaretoken" value=")[^"]*/g, "$1");
}

// What a link or a button does, or which round a heading opens, the same wherever it stands; "" for
// anything else. A button may stand outside its form.
function doneBy(place) {
  const { form } = place;
  if (place.matches("summary")) return `round ${place.closest("[data-round]")?.dataset.round}`;
  if (place.matches("button") && form) return `${form.getAttribute("action")} ${place.value} ${place.textContent.trim()}`;
  return place.getAttribute("href") ?? "";
}

// Show them anew whenever something has happened in one's games, and when somebody comes back to the page:
// time has passed, and games that concern nobody else may have gone on in another window.
function keepFresh(ids) {
  onNews(({ isNews }) => isNews && refresh(ids));
  document.addEventListener("visibilitychange", () => document.hidden || refresh(ids));
  addEventListener("pageshow", ({ persisted }) => persisted && refresh(ids));
}

let asked = 0; // how many times
let latest = 0; // of the answers that are shown: one that comes late shows nothing older

async function refresh(ids) {
  const number = (asked += 1);
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
  if (number < latest) return;
  latest = number;
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
