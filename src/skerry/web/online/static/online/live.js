// What the page of a game has besides its board when two people play who each have a page of their
// own: a socket that tells of news, clocks, who is here, and what the other one asks for.

import { get, ignoreRefusal } from "../base/api.js";
import { ask, at, element, setText } from "../base/page.js";
import { Chat } from "./chat/chat.js";
import { Clocks } from "./clocks.js";
import { Socket } from "./socket.js";

const NO_CONNECTION = "No connection. Trying again…";
const ASKS = {
  take_back: ["asks for the last turn back", "You have asked for your last turn back"],
  rematch: ["asks for a rematch", "You have offered a rematch"],
  draw: ["offers a draw", "You have offered a draw"],
};
// Two rows at most, each with its own words: none moves when another one comes or goes.
const ROWS = [["between-words", ["take_back", "rematch"]], ["draw-words", ["draw"]]]; // what is said where

export class Live {
  #clocks = new Clocks((words) => { at("time-words").textContent = words; });
  #here = [false, false];
  #watchers = 0;
  #isCut = false;
  #ratings = [null, null];

  // `hooks`: askNow(isNews), take(state), drawsMore, act(what, more), showSeats.
  constructor(path, hooks) {
    this.hooks = hooks;
    this.socket = new Socket(path, {
      onOpen: () => this.#connect(true),
      onCut: () => this.#connect(false),
      onMessage: (message) => this.#hear(message),
      onPacked: (blob) => this.#take(blob).catch(() => hooks.askNow(true)),
    });
    this.vacation = new Vacation(hooks.act);
    // Only for the two who play.
    this.chat = at("chat") ? new Chat(at("table").dataset.csrf, () => this.#otherName()) : null;
    at("offer-draw")?.addEventListener("click", () => ask(at("draw-ask"), () => hooks.act("offer", { kind: "draw" })));
    at("take-back")?.addEventListener("click", () => ask(at("take-back-ask"), () => hooks.act("take-back", {})));
    at("abort")?.addEventListener("click", () => ask(at("abort-ask"), () => hooks.act("abort", {})));
    for (const kind of Object.keys(ASKS)) {
      for (const button of at(`request-${kind}`)?.children ?? []) {
        button.addEventListener("click", () => this.#answer(kind, "accepts" in button.dataset));
      }
    }
  }

  // Whether the server tells of news by itself.
  get isTold() {
    return this.socket.isOpen;
  }

  get isTimeUp() {
    return this.#clocks.isUp();
  }

  takeClock(clock) {
    const { you } = this.state;
    // Said once more in another turn, the same words are heard once more.
    if (at("time-words") && clock?.running !== you) at("time-words").textContent = "";
    this.#clocks.take(clock, at("time-words") ? you : null);
  }

  // A state has come; `before` is the one until now, null for the first.
  follow(state, before) {
    this.state = state;
    this.takeClock(state.clock);
    this.vacation.follow(state);
    for (const [id, may] of [["offer-draw", state.may_offer_draw], ["take-back", state.may_ask_back], ["abort", state.may_abort]]) {
      if (at(id)) at(id).disabled = !may;
    }
    const began = before && !before.next_game && state.next_game;
    if (began && state.you !== null) location.assign(state.next_game);
    if (before && !before.over && state.over) settle(at("ending"));
    if (state.rated && (!before || before.over !== state.over)) this.#askRatings();
    this.tellReached();
  }

  // Put on a seat what it has besides a name: a clock, and whether its person is here.
  dress(place, person) {
    const { name } = this.state.persons[person];
    const head = place.querySelector(".seat-head");
    const dot = element("span", this.#here[person] ? "here is-here" : "here");
    dot.setAttribute("role", "img");
    dot.setAttribute("aria-label", this.#here[person] ? "is here" : "is not here now");
    dot.title = dot.getAttribute("aria-label");
    head.querySelector(".seat-name").append("\u00a0", dot);
    const rating = this.#ratings[person];
    if (rating) head.querySelector(".seat-role").append(" ", ratingPlace(rating));
    const clock = this.#clocks.placeOf(person, name);
    if (clock) head.append(clock);
  }

  // What is said while the server cannot be reached.
  tellCut() {
    this.#isCut = true;
    this.#showWords();
  }

  // It has answered. While the socket is still cut, what it would tell does not come.
  tellReached() {
    this.socket.openIfUnknown();
    this.#isCut &&= !this.socket.isOpen;
    this.#showWords();
  }

  #connect(isOpen) {
    this.#isCut = !isOpen;
    if (!isOpen) this.#here = [false, false];
    this.#showWords();
    this.hooks.showSeats();
    this.hooks.askNow(isOpen); // what was told while it was cut has not come
    if (isOpen) this.chat?.hear();
  }

  #otherName() {
    return this.state ? this.state.persons[1 - this.state.you].name : "the other player";
  }

  #hear(message) {
    if (message.kind === "echo") this.socket.say({ echo: message.number });
    if (message.kind === "chat") this.chat?.hear(message.afresh);
    if (message.kind === "changed" && message.version > this.state.version) this.hooks.askNow(true);
    if (message.kind !== "present") return;
    this.#here = message.here;
    this.#watchers = message.watchers;
    this.hooks.showSeats();
    this.#showWords();
  }

  // The game has come as it is now. Who wants to see on the board what the colours are after asks for
  // it, as does a browser that cannot unpack.
  async #take(blob) {
    if (this.hooks.drawsMore() || !("DecompressionStream" in window)) return this.hooks.askNow(true);
    const unpacked = blob.stream().pipeThrough(new DecompressionStream("gzip"));
    const fresh = await new Response(unpacked).json();
    return fresh.version > this.state.version && this.hooks.take(fresh);
  }

  async #askRatings() {
    const told = await get(at("table").dataset.ratings).catch(ignoreRefusal);
    if (!told) return; // the game goes on without
    this.#ratings = told.persons;
    this.hooks.showSeats();
  }

  showRematch() {
    const { you, next_game: next, may_offer_rematch: may, offers } = this.state;
    at("rematch").textContent = next ? "Next game" : "Rematch";
    at("rematch").hidden = you === null && !next;
    at("rematch").disabled = !next && (!may || offers.rematch === you);
    at("other-colour").hidden = true;
  }

  // What somebody has asked for, in a sentence; "" for nothing.
  #wordsOf(kind) {
    const { offers, you, persons } = this.state;
    const [theirs, mine] = ASKS[kind];
    if (offers[kind] === null) return "";
    return offers[kind] === you ? `${mine}.` : `${persons[offers[kind]].name} ${theirs}.`;
  }

  #showWords() {
    for (const [id, kinds] of ROWS) {
      const place = at(id);
      if (!place) continue; // this game cannot be drawn
      const asked = kinds.map((kind) => this.#wordsOf(kind)).find(Boolean) ?? "";
      const said = id === "draw-words" ? asked : this.#isCut ? NO_CONNECTION : asked || this.#quietWords();
      setText(place, said);
    }
    for (const kind of Object.keys(ASKS)) this.#showAnswers(kind);
  }

  #quietWords() {
    const kind = this.state.rated ? "Rated game" : "";
    return [kind, this.vacation.words || watching(this.#watchers)].filter(Boolean).join(" · ");
  }

  // The buttons of a kind of request: while it stands, and can be answered.
  #showAnswers(kind) {
    const buttons = at(`request-${kind}`);
    if (!buttons) return;
    const by = this.state.offers[kind];
    const isMine = by === this.state.you;
    const isShown = by !== null && !this.#isCut;
    if (isShown && (buttons.hidden || buttons.dataset.by !== String(by))) settle(buttons);
    buttons.hidden = !isShown;
    if (by === null) return;
    buttons.dataset.by = by;
    for (const button of buttons.children) button.hidden = isMine !== "withdraws" in button.dataset;
  }

  // The answer names what was shown when the button was pressed: nothing else is agreed to.
  #answer(kind, accepted) {
    this.hooks.act("answer", { kind, by: Number(at(`request-${kind}`).dataset.by), accepted });
  }
}

function ratingPlace({ text, words, gain }) {
  const place = element("span", "seat-rating", gain ? `${text} (${gain})` : text);
  place.title = words;
  return place;
}

function watching(number) {
  if (number === 0) return "";
  return number === 1 ? "1 person is watching" : `${number} people are watching`;
}

// What has just come on a page takes no click for a moment: that was meant for what was there before.
const SETTLE_MS = 700;

function settle(place) {
  place.inert = true;
  setTimeout(() => { place.inert = false; }, SETTLE_MS);
}

// ---- vacation in a game by correspondence: who is away, and the button by which one goes and comes back ----

const HOUR = 3600;
const DAY = 24 * HOUR;

class Vacation {
  #wasAway = null;

  // `act(what, more)` does something in the game.
  constructor(act) {
    at("vacation")?.addEventListener("click", () => {
      if (this.#isAway(this.state.you)) act("vacation", { away: false });
      else ask(at("vacation-ask"), () => act("vacation", { away: true }));
    });
  }

  // A state has come.
  follow(state) {
    this.state = state;
    const { you, over, clock } = state;
    const button = at("vacation");
    if (!button) return;
    const isAway = this.#isAway(you);
    const left = clock.vacation_left[you];
    button.disabled = over || (!isAway && left <= 0);
    button.textContent = isAway ? "End vacation" : "Vacation";
    button.title = over ? "The game is over" : left > 0 ? `${inWords(left)} of vacation left in this game` : "No vacation is left in this game";
    at("vacation-left").textContent = inWords(left);
    if (this.#wasAway !== null && this.#wasAway !== isAway) settle(at("days"));
    this.#wasAway = isAway;
  }

  // Who is away, in a sentence; "" when nobody is.
  get words() {
    const { you, over, persons } = this.state;
    if (over) return "";
    if (you !== null && this.#isAway(you)) return `You are on vacation, until ${this.#end(you)} at the latest.`;
    const other = [0, 1].find((person) => this.#isAway(person));
    if (other === undefined) return "";
    return `${persons[other].name} is on vacation, until ${this.#end(other)} at the latest.`;
  }

  #isAway(person) {
    return Boolean(this.state.clock?.away[person]);
  }

  #end(person) {
    const end = new Date(Date.now() + 1000 * this.state.clock.vacation_left[person]);
    return end.toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  }
}

// Such as "14 days" and "6 days 5 hours", rounded to hours.
function inWords(seconds) {
  const hours = Math.max(1, Math.round(seconds / HOUR));
  const parts = [[Math.floor((hours * HOUR) / DAY), "day"], [hours % 24, "hour"]].filter(([number]) => number);
  return parts.map(([number, name]) => `${number} ${name}${number === 1 ? "" : "s"}`).join(" ");
}
