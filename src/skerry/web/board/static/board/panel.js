// The two seats beside a board, and how a colour looks in words around it.

import { at, element } from "../base/page.js";

export function swatch(game, colour) {
  const made = element("span", colour ? `swatch swatch-${game}-${colour}` : "swatch swatch-none");
  made.setAttribute("aria-hidden", "true");
  return made;
}

// The tone of a colour, by those of both; "none" where nobody has one yet.
export function toneOf(tones, colour) {
  return colour ? tones[colour - 1] : "none";
}

// Both seats, the lower one for the person at the `bottom`; `dress(place, person)` adds to one.
export function showSeats(game, state, bottom = 0, dress = () => {}) {
  for (const [id, person] of [["seat-bottom", bottom], ["seat-top", 1 - bottom]]) {
    showSeat(at(id), game, state, person);
    dress(at(id), person);
  }
}

// One person's seat: colour, name, how that colour stands.
function showSeat(place, game, state, person) {
  const who = state.persons[person];
  const standing = state.standings.find((one) => one.person === person);
  const acts = state.to_act === person;
  place.classList.toggle("acts", acts);
  place.classList.toggle("has-won", state.winner === person);
  const isMe = state.apart && state.you === person;
  const name = element("span", "seat-name", element("span", isMe ? "seat-own" : "", who.name));
  if (isMe) {
    const short = element("span", "seat-short", "You");
    short.ariaHidden = "true"; // where there is no room for both, see game.css
    name.append(" ", element("span", "seat-you", "(you)"), short);
  }
  if (state.apart) place.setAttribute("aria-label", isMe ? `${who.name} (you)` : who.name);
  if (who.level) name.append(" ", element("span", "seat-level", who.level));
  const role = element("span", "seat-role", standing ? standing.title : who.part);
  const doing = standing ? doingOf(state, person) : "";
  if (doing) role.append(element("span", "seat-doing", ` · ${doing}`));
  if (acts && state.thinking) role.append(thinkingDots());
  const lines = (standing?.lines ?? []).map(({ label, value, explains }) =>
    element("div", explains ? "seat-line explains" : "seat-line", element("dt", "", label), element("dd", "", value)));
  place.replaceChildren(element("div", "seat-head", swatch(game, who.colour), name, role), element("dl", "seat-lines", ...lines));
}

function doingOf(state, person) {
  if (state.winner === person) return "wins";
  if (state.to_act !== person) return "";
  return state.thinking ? "thinking" : "to move";
}

function thinkingDots() {
  const dots = element("span", "dots", element("i", ""), element("i", ""), element("i", ""));
  dots.setAttribute("aria-hidden", "true");
  return dots;
}
