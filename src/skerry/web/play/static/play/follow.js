// What happens to a game elsewhere: hearing of it by asking, and telling of it by a sound and in the tab.
//
// It is asked often while an answer is expected, less and less when nothing happens. While nobody looks
// at the page, only if it waits for somebody else's turn, so that its tab can call, or if there is news.

import { ApiError } from "../base/api.js";
import { signal } from "../board/sounds.js";

const TICK_MS = 250; // also the time between two questions while an answer is expected
const QUICK_MS = 2000; // after something has happened
const SLOW_MS = 15000; // after nothing has happened for long
const WATCHED_MS = 60000; // about, where news is told and the page only watches
const GROWTH = 1.1;

export class Follower {
  #pause = QUICK_MS;
  #due = Date.now() + QUICK_MS;
  #hasNews = false; // that nobody has asked for yet
  #fails = false;
  #wake = () => {};

  // `isTold` says whether news is told without asking, so that asking seldom is enough; `plays` whether
  // somebody here plays, for whom nothing may come late.
  // `ask` asks once and says whether there was news; `expects` says whether some is expected soon,
  // `waits` whether it matters to who does not look; `onFail` is called with the first error of several, `onRecover` when an answer comes again.
  constructor({ ask, expects, waits, isTold = () => false, plays = () => true, onFail, onRecover }) {
    Object.assign(this, { ask, expects, waits, isTold, plays, onFail, onRecover });
    // `pageshow` comes also when the browser shows a page again that it had put aside.
    for (const event of ["pageshow", "focus"]) addEventListener(event, () => this.askNow());
    document.addEventListener("visibilitychange", () => this.askNow());
    this.#run();
  }

  // Somebody is here who may have been away; or, where it was told, there is news: then it is asked
  // for even if nobody looks, since it may be the end, or the way to the next game.
  askNow(isNews = false) {
    this.#hasNews ||= isNews;
    this.#pause = QUICK_MS;
    this.#due = 0;
    this.#wake();
  }

  async #run() {
    for (;;) {
      await this.#tick();
      // An answer that is expected is asked for at each tick, but not of a server that cannot answer.
      const isDue = (this.expects() && !this.#fails) || Date.now() >= this.#due;
      const matters = !document.hidden || this.#hasNews || this.waits();
      if (isDue && matters) await this.#askOnce();
    }
  }

  #tick() {
    return new Promise((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, TICK_MS);
    });
  }

  // It never ends: what is not there now, such as a game whose player has signed out, may be there again.
  async #askOnce() {
    this.#due = Infinity; // unless somebody comes back meanwhile
    const hadNews = this.#hasNews;
    this.#hasNews = false;
    try {
      const isNews = await this.ask();
      if (this.isTold()) this.#pause = this.plays() ? SLOW_MS : WATCHED_MS * (0.75 + Math.random() / 2);
      else this.#pause = isNews ? QUICK_MS : Math.min(SLOW_MS, GROWTH * this.#pause);
      if (this.#fails) this.onRecover();
      this.#fails = false;
    } catch (error) {
      const isExpected = error instanceof ApiError;
      if (!this.#fails) (isExpected ? this.onFail : reportError)(error); // once, and not at each question
      this.#hasNews ||= hadNews;
      if (error.status === 404) this.#pause = SLOW_MS;
      else this.#pause = this.#fails ? Math.min(SLOW_MS, GROWTH * this.#pause) : QUICK_MS;
      this.#fails = true;
    } finally {
      if (this.#due === Infinity) this.#due = Date.now() + this.#pause;
    }
  }
}

// What is heard when a game has gone on, besides its stones.

// `before` is what the server had said of the game, null when the page has just come. Whoever looks at
// an earlier turn is called too: `mine` would be said of the turn that is looked at.
export function soundNews(before, now) {
  if (!before || now.version === before.version || now.turn < before.turn) return;
  if (now.over && !before.over) signal(now.outcome ?? "over"); // called off: for nobody
  else if (now.waits_for_you && !before.waits_for_you) signal("turn");
  else if (now.turn > before.turn && before.waits_for_you) signal("end");
}

// The title and the icon of a tab say when it is the turn of who has it open; of a game of two who each
// have a page of their own also for whom it waits, and that it is over.

const icon = document.querySelector('link[rel="icon"]');
const usual = { title: document.title, icon: icon.getAttribute("href") };
const callingIcon = usual.icon.replace(/icon\.svg$/, "icon-turn.svg");

export function showInTab(state) {
  const words = wordsOf(state);
  document.title = words ? `${words} · ${usual.title}` : usual.title;
  const address = state.waits_for_you ? callingIcon : usual.icon;
  // Some browsers fetch an icon again whenever its address is set.
  if (icon.getAttribute("href") !== address) icon.setAttribute("href", address);
}

function wordsOf({ waits_for_you: isMine, apart, over, whose_turn: whose }) {
  if (isMine) return "Your turn";
  if (!apart) return "";
  return over ? "Game over" : whose;
}
