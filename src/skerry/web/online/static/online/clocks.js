// The clocks of a game, as the server told them, counted down between its answers.

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

export class Clocks {
  #clock = null;
  #told = 0; // when, by the page's own steady clock
  #places = [0, 1].map(() => {
    const place = document.createElement("span");
    place.className = "clock";
    place.setAttribute("role", "timer"); // said when it is looked at, not each second
    place.append(document.createElement("b"), document.createElement("small"));
    return place;
  });

  constructor() {
    setInterval(() => this.#clock && this.#clock.running !== null && this.#show(), TICK_MS);
  }

  take(clock) {
    this.#clock = clock ?? null;
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
      const { seconds, periods, rest } = this.#left(person);
      const low = this.#clock.control.kind === "correspondence" ? LOW_DAYS_BELOW : LOW_BELOW;
      place.classList.toggle("is-running", person === this.#clock.running);
      place.classList.toggle("is-low", rest < low);
      write(place.firstChild, formatTime(seconds));
      write(place.lastChild, this.#note(person, periods));
    }
  }

  #note(person, periods) {
    if (this.#clock.away[person]) return "on vacation";
    if (this.#clock.control.kind !== "byoyomi") return "";
    return `+ ${periods} × ${this.#clock.control.period_seconds} s`;
  }
}

function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}
