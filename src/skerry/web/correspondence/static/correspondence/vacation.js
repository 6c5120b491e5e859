// Vacation in a game by correspondence: who is away, and the button by which one goes and comes back.

import { ask, at } from "../base/page.js";

// What has just come on a page takes no click for a moment: that was meant for what was there before.

const SETTLE_MS = 700;

export function settle(place) {
  place.inert = true;
  setTimeout(() => { place.inert = false; }, SETTLE_MS);
}

const HOUR = 3600;
const DAY = 24 * HOUR;

export class Vacation {
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
