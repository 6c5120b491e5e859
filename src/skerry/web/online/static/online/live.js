// What the page of a game has besides its board when two people play who each have a page of their
// own: a socket that tells of news, clocks, who is here, and what the other one asks for.

import { ApiError, get } from "../base/api.js";
import { announce, ask, at } from "../base/page.js";
import { element } from "../board/panel.js";
import { Chat } from "./chat/chat.js";
import { Clocks } from "./clocks.js";
import { settle } from "./settling.js";
import { Socket } from "./socket.js";
import { Vacation } from "../correspondence/vacation.js";

const NO_CONNECTION = "No connection. Trying again…";
const ASKS = {
  draw: ["offers a draw", "You have offered a draw"],
  take_back: ["asks to take the last turn back", "You have asked to take your last turn back"],
  rematch: ["asks for a rematch", "You have offered a rematch"],
};

export class Live {
  #clocks = new Clocks();
  #here = [false, false];
  #watchers = 0;
  #isCut = false;
  #asked = ""; // what the buttons answer now
  #ratings = [null, null];

  // `hooks`: askNow, take(state), drawsMore, act(what, more), showSeats.
  constructor(path, hooks) {
    this.hooks = hooks;
    this.socket = new Socket(path, {
      onOpen: () => this.#connect(true),
      onCut: () => this.#connect(false),
      onMessage: (message) => this.#hear(message),
      onPacked: (blob) => this.#take(blob).catch(hooks.askNow),
    });
    this.vacation = new Vacation(hooks.act);
    // Only for the two who play.
    this.chat = at("chat") ? new Chat(at("table").dataset.csrf, () => this.#otherName()) : null;
    at("offer-draw").addEventListener("click", () => hooks.act("offer", { kind: "draw" }));
    at("abort").addEventListener("click", () => ask(at("abort-ask"), () => hooks.act("abort", {})));
    at("accept").addEventListener("click", () => this.#answer(true));
    at("decline").addEventListener("click", () => this.#answer(false));
  }

  // Whether the server tells of news by itself.
  get isTold() {
    return this.socket.isOpen;
  }

  get isTimeUp() {
    return this.#clocks.isUp();
  }

  takeClock(clock) {
    this.#clocks.take(clock);
  }

  // A state has come; `before` is the one until now, null for the first.
  follow(state, before) {
    this.state = state;
    this.takeClock(state.clock);
    this.vacation.follow(state);
    at("offer-draw").disabled = !state.may_offer_draw;
    at("take-back").disabled = !state.may_ask_back;
    at("abort").disabled = !state.may_abort;
    const began = before && !before.next_game && state.next_game;
    if (began && state.you !== null) location.assign(state.next_game);
    if (before && !before.over && state.over) settle(at("ending"));
    if (state.rated && (!before || before.over !== state.over)) this.#askRatings();
    this.#showWords();
  }

  // Put on a seat what it has besides a name: a clock, and whether its person is here.
  dress(place, person) {
    const { name } = this.state.persons[person];
    const head = place.querySelector(".seat-head");
    const dot = element("span", this.#here[person] ? "here is-here" : "here");
    dot.setAttribute("role", "img");
    dot.setAttribute("aria-label", this.#here[person] ? "is here" : "is not here now");
    dot.title = dot.getAttribute("aria-label");
    head.querySelector(".seat-name").append(" ", dot);
    const rating = this.#ratings[person];
    if (rating) head.querySelector(".seat-role").append(" ", ratingPlace(rating));
    const clock = this.#clocks.placeOf(person, name);
    if (clock) head.append(clock);
  }

  // What is said while a turn cannot be sent.
  tellCut() {
    this.#isCut = true;
    this.#showWords();
  }

  #connect(isOpen) {
    this.#isCut = !isOpen;
    if (!isOpen) this.#here = [false, false];
    this.#showWords();
    this.hooks.showSeats();
    this.hooks.askNow();
    if (isOpen) this.chat?.hear();
  }

  #otherName() {
    return this.state ? this.state.persons[1 - this.state.you].name : "the other player";
  }

  #hear(message) {
    if (message.kind === "echo") this.socket.say({ echo: message.number });
    if (message.kind === "chat") this.chat?.hear(message.afresh);
    if (message.kind === "changed" && message.version > this.state.version) this.hooks.askNow();
    if (message.kind !== "present") return;
    this.#here = message.here;
    this.#watchers = message.watchers;
    this.hooks.showSeats();
    this.#showWords();
  }

  // The game has come as it is now. Who wants to see on the board what the colours are after asks for
  // it, as does a browser that cannot unpack.
  async #take(blob) {
    if (this.hooks.drawsMore() || !("DecompressionStream" in window)) return this.hooks.askNow();
    const unpacked = blob.stream().pipeThrough(new DecompressionStream("gzip"));
    const fresh = await new Response(unpacked).json();
    return fresh.version > this.state.version && this.hooks.take(fresh);
  }

  async #askRatings() {
    try {
      this.#ratings = (await get(at("table").dataset.ratings)).persons;
    } catch (error) {
      if (error instanceof ApiError) return; // the game goes on without
      throw error;
    }
    this.hooks.showSeats();
  }

  showRematch() {
    const { you, next_game: next, may_offer_rematch: may, offers } = this.state;
    at("rematch").textContent = next ? "Next game" : "Rematch";
    at("rematch").hidden = you === null && !next;
    at("rematch").disabled = !next && (!may || offers.rematch === you);
    at("other-colour").hidden = true;
  }

  // What somebody has asked for, the other one's first; null for nothing.
  #offer() {
    const { offers, you, persons } = this.state;
    const made = Object.keys(ASKS).filter((kind) => offers[kind] !== null);
    const kind = made.find((one) => offers[one] !== you) ?? made[0];
    if (!kind) return null;
    const isMine = offers[kind] === you;
    const [theirs, mine] = ASKS[kind];
    return { kind, isMine, words: isMine ? `${mine}.` : `${persons[offers[kind]].name} ${theirs}.` };
  }

  #showWords() {
    const offer = this.#offer();
    const words = at("between-words");
    const said = this.#isCut ? NO_CONNECTION : offer ? offer.words : this.#quietWords();
    if (words.textContent !== said) words.textContent = said;
    this.#showAnswers(this.#isCut || this.state.you === null ? null : offer);
  }

  #quietWords() {
    const kind = this.state.rated ? "Rated game" : "";
    return [kind, this.vacation.words || watching(this.#watchers)].filter(Boolean).join(" · ");
  }

  #showAnswers(offer) {
    const may = { accept: offer && !offer.isMine, decline: offer && (!offer.isMine || offer.kind !== "draw") };
    for (const [id, is] of Object.entries(may)) at(id).hidden = !is;
    at("decline").textContent = offer?.isMine ? "Withdraw" : "Decline";
    const asked = offer ? `${offer.kind} ${offer.isMine}` : "";
    if (asked && asked !== this.#asked) settle(at("between-buttons"));
    this.#asked = asked;
  }

  #answer(accepted) {
    const offer = this.#offer();
    if (offer) this.hooks.act("answer", { kind: offer.kind, accepted });
    else announce("It has been answered already.");
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
