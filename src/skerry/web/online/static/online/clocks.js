// The clocks of a game, as the server told them, counted down between its answers.

import { element, setText } from "../base/page.js";

const TICK_MS = 100;
const TENTHS_BELOW = 10; // seconds
const LOW_BELOW = 20; // seconds of all the time that is left
const LOW_DAYS_BELOW = 4 * 3600; // the same where turns take days
const DAY = 86_400;
const two = (number) => String(number).padStart(2, "0");

// Such as "2 d 4 h", "1:05:09", "4:32" and "0:09.4"; it never shows a moment that is not there any more.
export function formatTime(seconds) {
  if (seconds >= DAY) return `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / 3600)} h`;
  if (seconds < TENTHS_BELOW) return `0:0${(Math.floor(Math.max(0, seconds) * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

const HOUR = 3600;
// Seconds left of which whoever listens is told; below half of what a turn or a game has.
const MOMENTS = [60, 20, 10];
const LAST_MOMENT = 5; // where none of these is
const DAYS_MOMENTS = [4 * HOUR, HOUR]; // where turns take days

function momentsOf(control) {
  if (control.kind === "correspondence") return DAYS_MOMENTS;
  const whole = control.seconds + (control.periods ?? 0) * (control.period_seconds ?? 0);
  const fitting = MOMENTS.filter((moment) => moment <= whole / 2);
  return fitting.length ? fitting : [LAST_MOMENT];
}

function wordsOf(seconds) {
  const [number, unit] = seconds >= HOUR ? [seconds / HOUR, "hour"] : seconds >= 60 ? [seconds / 60, "minute"] : [seconds, "second"];
  return `Less than ${number === 1 ? `${unit === "hour" ? "an" : "a"} ${unit}` : `${number} ${unit}s`} left.`;
}

// Tells whoever listens that their own time runs low, without chatter: what was told is told again
// only after there has been twice as much time once more.
export class LowTime {
  #told = new Set(); // moments
  #stage = null; // periods of byo-yomi that were told of

  // `tell` is called with words.
  constructor(tell) {
    this.tell = tell;
  }

  // The time that is left to who listens, while it runs: in main time or a period, periods after
  // that, and in all.
  follow(control, { periods, rest }) {
    for (const moment of this.#told) if (rest > 2 * moment) this.#told.delete(moment);
    const due = momentsOf(control).filter((moment) => rest > 0 && rest <= moment);
    const isNew = due.some((moment) => !this.#told.has(moment));
    for (const moment of due) this.#told.add(moment);
    const words = this.#stageWords(control, periods);
    if (isNew) this.tell(wordsOf(Math.min(...due)));
    else if (words) this.tell(words);
  }

  // That the main time is over, and that the last period has begun.
  #stageWords(control, periods) {
    if (control.kind !== "byoyomi" || periods >= control.periods) return "";
    const stage = periods === 0 ? "last" : "periods";
    if (this.#stage === stage || this.#stage === "last") return "";
    this.#stage = stage;
    const each = `${control.period_seconds} seconds`;
    return stage === "last" ? `Your last period has begun: ${each}.` : `Your main time is over: ${periods + 1} periods of ${each} are left.`;
  }
}

export class Clocks {
  #clock = null;
  #you = null;
  #told = 0; // when, by the page's own steady clock
  #places = [0, 1].map(() => {
    const place = element("span", "clock", element("b", ""), element("small", ""));
    place.setAttribute("role", "timer"); // said when it is looked at, not each second
    return place;
  });

  // `tell` is called with words when the time of who listens runs low.
  constructor(tell) {
    this.low = new LowTime(tell);
    setInterval(() => this.#clock && this.#clock.running !== null && this.#show(), TICK_MS);
  }

  // `you`: the person who listens, null for none.
  take(clock, you) {
    this.#clock = clock ?? null;
    this.#you = you;
    this.#told = performance.now();
    if (this.#clock) this.#show();
  }

  // Whether by this page's reckoning somebody's time is up; the server decides.
  isUp() {
    const running = this.#clock?.running ?? null;
    return running !== null && this.#left(running).rest <= 0;
  }

  // The clock of a person, for a place at its seat; null without one.
  placeOf(person, name) {
    if (!this.#clock) return null;
    this.#places[person].setAttribute("aria-label", `Clock of ${name}`);
    this.#places[person].title = this.#clock.words;
    return this.#places[person];
  }

  #left(person) {
    let { seconds, periods } = this.#clock.left[person];
    const each = this.#clock.control.period_seconds ?? 0;
    if (person === this.#clock.running) seconds -= (performance.now() - this.#told) / 1000;
    while (seconds <= 0 && periods > 0) {
      seconds += each;
      periods -= 1;
    }
    return { seconds, periods, rest: seconds + periods * each };
  }

  #show() {
    for (const person of [0, 1]) {
      const place = this.#places[person];
      const left = this.#left(person);
      const { seconds, periods, rest } = left;
      if (person === this.#you && person === this.#clock.running) this.low.follow(this.#clock.control, left);
      const low = this.#clock.control.kind === "correspondence" ? LOW_DAYS_BELOW : LOW_BELOW;
      place.classList.toggle("is-running", person === this.#clock.running);
      place.classList.toggle("is-low", rest < low);
      setText(place.firstChild, formatTime(seconds));
      setText(place.lastChild, this.#note(person, periods));
    }
  }

  #note(person, periods) {
    if (this.#clock.away[person]) return "on vacation";
    if (this.#clock.control.kind !== "byoyomi") return "";
    return `+ ${periods} × ${this.#clock.control.period_seconds} s`;
  }
}
