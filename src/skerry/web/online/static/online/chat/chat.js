// The chat of a game's two players: lines that come by themselves, a line to write, and ways not to
// read. Texts are put into the page as texts alone.

import { get, ignoreRefusal, post, timeLimit } from "../../base/api.js";
import { ask, at, button, element, keepBox, keepSetting, newTurnId, postUntilAnswered, readSetting, setText } from "../../base/page.js";
import { browserStorage } from "../../base/storage.js";

// One line of a chat, as the page shows it.

const DAY_MS = 86_400_000;
const FLAG = "M6 21V4h11l-2 4 2 4H6";

// `onReport` is called when its reader wants to report it.
function lineOf({ mine, text, hidden, moment, reported }, name, onReport) {
  const said = element("span", hidden ? "chat-words muted" : "chat-words", hidden ? "Removed by whoever runs this site." : text);
  said.dir = "auto";
  const who = element("b", "chat-who", mine ? "You" : name);
  who.dir = "auto";
  const more = element("span", "chat-more", timeOf(moment));
  if (!mine && !hidden) more.append(" ", reported ? element("small", "muted", "reported") : reportButton(text, onReport));
  return element("p", mine ? "chat-line is-mine" : "chat-line", who, " ", said, " ", more);
}

function timeOf(moment) {
  const date = new Date(1000 * moment);
  const isOld = Date.now() - date > DAY_MS;
  const made = element("time", "muted", isOld
    ? date.toLocaleDateString("en-GB", { day: "numeric", month: "short" })
    : date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }));
  made.dateTime = date.toISOString();
  made.title = date.toLocaleString("en-GB");
  return made;
}

function reportButton(text, onReport) {
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("class", "icon");
  icon.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(icon.namespaceURI, "path");
  path.setAttribute("d", FLAG);
  icon.append(path);
  const made = button("quiet chat-report", icon, onReport, `Report: ${text}`);
  made.title = "Report this line";
  return made;
}

// How far a chat was read in this browser, of the games that were read last.

const KEY = "skerry-chat-seen";
const MOST = 100; // games

function all() {
  const kept = browserStorage.readJson(KEY);
  return Array.isArray(kept) ? kept : [];
}

// The number of the last line that was read; 0 for none.
function readSeen(game) {
  return all().find(([id]) => id === game)?.[1] ?? 0;
}

function keepSeen(game, number) {
  const others = all().filter(([id]) => id !== game);
  browserStorage.writeJson(KEY, [[game, number], ...others].slice(0, MOST));
}

const EMPTY = "Only the two of you read this.";
const OFF = "Chat is off in this browser, in all games.";
const BESIDE = "(min-width: 500px) and (min-aspect-ratio: 1/1) and (min-height: 561px)"; // the board
const ROOMY = "(min-height: 1040px)"; // for the turns and the chat
const NEAR = 40; // pixels from the end of the lines, within which new ones are followed

export class Chat {
  #last = 0; // number of the latest line that was asked for
  #hasLoaded = false; // all lines that there were when the page came, or was told to begin anew
  #unread = new Set(); // numbers of lines of the other one
  #asking = Promise.resolve();
  #isSending = false;
  #isAtEnd = true; // new lines are followed

  // `other()`: the name of the other player.
  constructor(csrf, other) {
    Object.assign(this, { csrf, other, place: at("chat"), lines: at("chat-lines") });
    this.url = this.place.dataset.url;
    this.game = this.place.dataset.gameId;
    this.seen = readSeen(this.game);
    this.isMuted = false;
    keepBox("chat-on", "chat", true, () => this.#turn());
    at("chat-button").addEventListener("click", () => {
      keepSetting("chat-open", this.place.hidden);
      this.open(this.place.hidden);
    });
    at("chat-mute").addEventListener("click", () => this.#askMute());
    at("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    at("chat-text").addEventListener("keydown", ({ key }) => key === "Escape" && at("chat-button").focus());
    for (const what of ["visibilitychange", "focus"]) addEventListener(what, () => this.#read());
    this.lines.addEventListener("scroll", () => { this.#isAtEnd = this.#isNearEnd(); });
    // A phone that is turned, or its keyboard, leaves other room.
    new ResizeObserver(() => this.#isAtEnd && this.#scrollDown()).observe(this.lines);
    const wasOpen = readSetting("chat-open", matchMedia(ROOMY).matches);
    if (matchMedia(BESIDE).matches && this.isOn && wasOpen) this.#show(true);
    this.#showState();
    this.hear();
  }

  get isOn() {
    return at("chat-on").checked;
  }

  // Show it or not; who opens it can write at once, but for a finger, whose keyboard would cover the lines.
  open(isOpen) {
    this.#show(isOpen);
    if (!isOpen) return;
    this.place.scrollIntoView({ block: "nearest" });
    if (matchMedia("(hover: hover)").matches) (this.isOn ? at("chat-text") : at("chat-on")).focus();
  }

  // There is something to read; `afresh`: not only more than before.
  hear(afresh = false) {
    if (!this.isOn) return;
    if (afresh) [this.#last, this.#hasLoaded] = [0, false];
    this.#asking = this.#asking.then(() => this.#ask()).catch(reportError);
  }

  async #ask() {
    const after = this.#last;
    const told = await get(`${this.url}?after=${after}`, timeLimit()).catch(ignoreRefusal);
    if (!told) return; // with the next news, or when the socket is open again
    if (after !== this.#last || !this.isOn) return;
    if (after === 0) this.#forget();
    // Whoever listens hears what comes from now on, be it the first line of all.
    this.lines.setAttribute("aria-live", this.#hasLoaded ? "polite" : "off");
    this.#hasLoaded = true;
    this.#last = told.last;
    this.isMuted = told.muted;
    this.#add(told.lines);
    this.#showState();
  }

  #forget() {
    this.lines.replaceChildren();
    this.#unread.clear();
  }

  #add(lines) {
    const isAtEnd = this.#isNearEnd();
    this.lines.append(...lines.map((one) => lineOf(one, this.other(), () => this.#askReport(one))));
    for (const one of lines) if (!one.mine && !one.hidden && one.number > this.seen) this.#unread.add(one.number);
    if (isAtEnd || lines.some((one) => one.mine)) this.#scrollDown();
    this.#read();
  }

  #isNearEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.lines;
    return scrollHeight - scrollTop - clientHeight < NEAR;
  }

  #scrollDown() {
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  // What is in sight is read.
  #read() {
    if (!this.place.hidden && !document.hidden && this.isOn && this.#last > this.seen) {
      this.seen = this.#last;
      keepSeen(this.game, this.seen);
    }
    for (const number of this.#unread) if (number <= this.seen) this.#unread.delete(number);
    this.#count();
  }

  #count() {
    const number = this.#unread.size;
    at("chat-unread").textContent = number > 9 ? "9+" : number;
    at("chat-unread").hidden = number === 0;
    const words = number === 0 ? "Chat" : number === 1 ? "Chat, 1 new line" : `Chat, ${number} new lines`;
    at("chat-button").setAttribute("aria-label", words);
    at("chat-button").title = `${words} (C)`;
  }

  #show(isOpen) {
    this.place.hidden = !isOpen;
    at("table").classList.toggle("chats", isOpen);
    at("chat-button").setAttribute("aria-expanded", isOpen);
    if (isOpen) this.#scrollDown();
    this.#read();
  }

  // On or off, in all pages of this browser from then on.
  #turn() {
    this.#forget();
    this.#count();
    this.#showState();
    this.hear(true);
  }

  #showState(said = "") {
    const isEmpty = this.lines.childElementCount === 0;
    const muted = this.isMuted ? `You do not read what ${this.other()} writes, in any game.` : "";
    const words = said || (this.isOn ? muted || (isEmpty ? EMPTY : "") : OFF);
    setText(at("chat-said"), words);
    this.place.classList.toggle("is-off", !this.isOn);
    at("chat-mute").textContent = this.isMuted ? "Unmute" : "Mute";
    at("chat-mute").title = this.isMuted ? `Read again what ${this.other()} writes` : `Read nothing that ${this.other()} writes, in any game`;
  }

  async #send() {
    const box = at("chat-text");
    const text = box.value.trim();
    if (!text || this.#isSending) return;
    this.#isSending = true;
    try {
      await postUntilAnswered(this.url, { text, id: newTurnId() }, this.csrf, () => this.#showState("No connection. Trying again…"));
      if (box.value.trim() === text) box.value = "";
      this.#showState();
      this.hear();
    } catch (error) {
      this.#complain(error);
    } finally {
      this.#isSending = false;
    }
  }

  #askMute() {
    if (this.isMuted) return this.#mute(false);
    at("chat-mute-name").textContent = this.other();
    return ask(at("chat-mute-ask"), () => this.#mute(true));
  }

  async #mute(muted) {
    try {
      ({ muted: this.isMuted } = await post(`${this.url}/mute`, { muted }, this.csrf));
      this.hear(true);
    } catch (error) {
      this.#complain(error);
    }
  }

  #askReport(line) {
    at("chat-report-line").textContent = line.text;
    ask(at("chat-report-ask"), () => this.#report(line));
  }

  async #report({ number }) {
    try {
      await post(`${this.url}/report`, { line: number }, this.csrf);
      this.lines.focus(); // the button that had it goes
      this.hear(true);
    } catch (error) {
      this.#complain(error);
    }
  }

  #complain(error) {
    ignoreRefusal(error);
    this.#showState(error.message);
  }
}
