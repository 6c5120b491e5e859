// Everything around the board: seats, turns, replay, bar. Each function shows plain data.

import * as compose from "./compose.js";

export function element(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  if (text) made.textContent = text;
  return made;
}

export function swatch(game, colour) {
  const made = element("span", colour ? `swatch swatch-${game}-${colour}` : "swatch swatch-none");
  made.setAttribute("aria-hidden", "true");
  return made;
}

// The tone of a colour, by those of both; "none" where nobody has one yet.
export function toneOf(tones, colour) {
  return colour ? tones[colour - 1] : "none";
}

// One person's seat: colour, name, how that colour stands.
export function showSeat(place, game, state, person) {
  const who = state.persons[person];
  const standing = state.standings.find((one) => one.person === person);
  const acts = state.to_act === person;
  place.classList.toggle("acts", acts);
  place.classList.toggle("has-won", state.winner === person);
  const head = element("div", "seat-head");
  const name = element("span", "seat-name");
  const isMe = state.apart && state.you === person;
  name.append(element("span", isMe ? "seat-own" : "", who.name));
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
  head.append(swatch(game, who.colour), name, role);
  const lines = element("dl", "seat-lines");
  for (const { label, value, explains } of standing ? standing.lines : []) {
    const line = element("div", explains ? "seat-line explains" : "seat-line");
    line.append(element("dt", "", label), element("dd", "", value));
    lines.append(line);
  }
  place.replaceChildren(head, lines);
}

function doingOf(state, person) {
  if (state.winner === person) return "wins";
  if (state.to_act !== person) return "";
  return state.thinking ? "thinking" : "to move";
}

function thinkingDots() {
  const dots = element("span", "dots");
  dots.setAttribute("aria-hidden", "true");
  dots.append(element("i", ""), element("i", ""), element("i", ""));
  return dots;
}

// The list of turns; clicking one shows the board after it.
export function showTurns(list, game, state, onTurn) {
  if (list.childElementCount !== state.turns.length + 1 || list.dataset.version !== String(state.version)) {
    list.dataset.version = state.version;
    const start = turnRow(0, "Start", null, game, "Start of the game", onTurn);
    list.replaceChildren(
      start,
      ...state.turns.map((turn) =>
        turnRow(turn.number, turn.text, turn.colour, game, turn.sentence, onTurn),
      ),
    );
  }
  [...list.children].forEach((row, number) => {
    const shown = number === state.viewed;
    row.classList.toggle("is-shown", shown);
    const button = row.firstElementChild;
    button.tabIndex = shown ? 0 : -1;
    if (shown) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    if (shown) scrollWithin(list.parentElement, row);
  });
}

// The whole list is one stop of the Tab key; within it the arrows go up and down.
export function walkTurns(list) {
  list.addEventListener("keydown", (event) => {
    const row = event.target.closest(".turn");
    const next = { ArrowUp: row?.previousElementSibling, ArrowDown: row?.nextElementSibling }[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    next?.firstElementChild.focus();
  });
  list.addEventListener("focusin", (event) => {
    for (const button of list.querySelectorAll(".turn-button")) button.tabIndex = button === event.target ? 0 : -1;
  });
  new ResizeObserver(() => {
    const shown = list.querySelector(".is-shown");
    if (shown) scrollWithin(list.parentElement, shown);
  }).observe(list.parentElement);
}

function turnRow(number, text, colour, game, sentence, onTurn) {
  const row = element("li", "turn");
  const button = element("button", "turn-button");
  button.type = "button";
  button.setAttribute("aria-label", number ? `Turn ${number}: ${sentence}` : sentence);
  const label = element("span", "turn-number", number ? String(number) : "");
  button.append(label, number ? swatch(game, colour) : "", element("span", "turn-text", text));
  button.addEventListener("click", () => onTurn(number));
  row.append(button);
  return row;
}

// Scroll the list alone (it is what rows are placed in): scrollIntoView would move the page under the player's finger.
function scrollWithin(space, row) {
  const top = row.offsetTop;
  if (top < space.scrollTop || top + row.offsetHeight > space.scrollTop + space.clientHeight) {
    space.scrollTop = top - space.clientHeight / 2;
  }
}

export function showReplay(parts, state, slider) {
  parts.slider.max = state.turn;
  parts.slider.value = slider;
  parts.slider.setAttribute("aria-valuetext", `Turn ${state.viewed} of ${state.turn}`);
  parts.first.disabled = parts.back.disabled = state.viewed === 0;
  parts.latest.disabled = parts.forward.disabled = state.viewed === state.turn;
}

// What the bar offers for the turn being composed, and what the board marks.
export function showComposed({ game, board, composer, showLegal, onWord }) {
  const { turn } = composer;
  showWords(document.getElementById("words"), game, turn ? compose.words(turn) : [], onWord);
  document.getElementById("clear").disabled = !turn || turn.actions.length === 0;
  board.mark(compose.marks(turn, showLegal));
}

// Actions that are words: swap, pass, the choice of a side.
function showWords(place, game, offers, onWord) {
  const buttons = offers.map((offer) => {
    const button = element("button", offer.text === "swap" ? "swap" : "");
    button.type = "button";
    if (offer.colour) {
      button.classList.add("side-button");
      button.append(swatch(game, offer.colour));
    }
    button.append(offer.label);
    button.addEventListener("click", () => onWord(offer.text));
    return button;
  });
  place.replaceChildren(...buttons);
}
