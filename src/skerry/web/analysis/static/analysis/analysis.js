// The analysis of the position shown: asks for it as long as the switch is on and the page is
// seen, and shows the chances, the best turns, who will own what, and the curve of the game.

import { ApiError, post } from "../base/api.js";
import { formatPercent } from "../base/numbers.js";
import { announce, at, button, element, keepBox, keepSetting, newPageName, readSetting, setText } from "../base/page.js";
import { swatch, toneOf } from "../board/panel.js";

const THINKING_MS = 300;
const IDLE_MS = 1500; // between two questions when only the curve may still grow
const BUSY_MS = 2000;
const LETTERS = "ABC"; // of the best turns, as on the board, whose cells have numbers
const LEAST_NAMED = 0.25; // of the bar: below it there is no room for a name
const MOST_FOLLOWING = 7; // turns shown after the first one of a variation
const RESTING = ["done", "over", "trouble"];

export class Analysis {
  page = newPageName();
  on = false;
  wanted = readSetting("analysis", false); // in this browser, for every game
  state = null;
  number = null; // of the last answer, of the last curve
  curveNumber = null;
  points = [];
  shown = null; // the last answer about the position shown
  turns = []; // the turns in the list
  rows = [1, 2, 3].map((rank) => this.#row(rank));
  boardBefore = null; // the board's drawing while a preview stands in its place
  wake = () => {};

  // `hooks`: goTo(turn), bottom() -> person, enqueue(work); of a game of its own also previewed(words or null),
  // goneOn() when it is no longer as it is shown; and elsewhere address(what) to ask at, rows() of turns in
  // which mistakes are marked, play(turns) in place of a preview of them
  constructor({ game, tones, url, csrf, board, hooks }) {
    Object.assign(this, { game, tones, url, csrf, board, hooks });
    at("advice-list").replaceChildren(...this.rows.map((row) => row.item));
    this.curve = new Curve(at("curve"), hooks.goTo);
    // What changes the room, or the size of what is to stand in it: another window, another font.
    const sizes = new ResizeObserver(() => this.rows.forEach(hideWhatHasNoRoom));
    sizes.observe(at("advice-list"));
    this.rows.forEach(({ buttons }) => buttons.forEach((one) => sizes.observe(one)));
    this.#listen();
  }

  #listen() {
    at("analysis-on").addEventListener("change", () => this.turn(at("analysis-on").checked));
    const showOwners = () => at("board").classList.toggle("shows-owners", at("owners-on").checked);
    keepBox("owners-on", "owners", false, showOwners);
    showOwners();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.on) this.#stop();
      this.wake();
    });
    addEventListener("pagehide", () => this.on && this.#stop());
    addEventListener("pageshow", () => this.wake()); // of a page that was put aside
  }

  get previews() {
    return this.boardBefore !== null;
  }

  // Turn the switch; it stays so in the games to come.
  turn(on) {
    if (on && !this.state?.may_analyse) return;
    this.wanted = on;
    keepSetting("analysis", on);
    this.#switch(on);
  }

  #switch(on) {
    if (on === this.on) return;
    this.on = on;
    at("analysis-on").checked = on;
    at("table").classList.toggle("analyses", on);
    at("analysis-body").hidden = at("evaluation").hidden = !on;
    if (on) {
      this.#forget();
      if (!this.running) this.#run();
    } else {
      this.endPreview();
      this.board.overlay("analysis", "");
      this.#stop();
    }
    this.wake();
  }

  // The page shows another state of the game, or another of its turns.
  follow(state) {
    const before = this.state;
    this.state = state;
    this.boardBefore = null;
    this.#markRows();
    at("analysis").hidden = !state.may_analyse;
    if (this.on !== (state.may_analyse && this.wanted)) return this.#switch(!this.on);
    const same = before && before.viewed === state.viewed && before.version === state.version;
    if (same || !this.on) return undefined;
    this.#forget(before && before.version === state.version);
    return this.wake();
  }

  #forget(keepsCurve = false) {
    this.number = this.shown = null;
    this.asked = null; // an answer that is still to come says what is new beside what is forgotten here
    this.turns = [];
    this.#letPress(false); // the rows are of another position until the list is filled again
    if (!keepsCurve) this.curveNumber = null;
    this.board.overlay("analysis", "");
    this.#showCurve();
    at("analysis").classList.add("is-waiting");
  }

  // ---- asking ----

  async #run() {
    this.running = true;
    while (this.on) {
      const pause = document.hidden ? null : await this.#ask().catch(reportError);
      await new Promise((resolve) => {
        const timer = pause === null ? 0 : setTimeout(resolve, pause);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (!this.on || (this.#isStale() && !document.hidden)) this.wake();
      });
    }
    this.running = false;
  }

  // Whether something else is shown than what was asked about last.
  #isStale() {
    return !this.on || this.asked !== `${this.state.version}/${this.state.viewed}`;
  }

  // Ask once; returns the milliseconds until it is worth while again, null when it never is.
  async #ask() {
    const { viewed, version } = this.state;
    this.asked = `${version}/${viewed}`;
    const body = { version, turn: viewed, page: this.page, known: this.number, curve: this.curveNumber };
    try {
      const answer = await post(this.#address("analysis"), body, this.csrf);
      if (this.#isStale()) return 0;
      this.#take(answer);
      if (answer.phase === "gone on") this.hooks.goneOn?.();
      if (!RESTING.includes(answer.phase)) return THINKING_MS;
      return this.points.some((point) => point.share === null) ? IDLE_MS : null;
    } catch (error) {
      if (!(error instanceof ApiError)) {
        this.#switch(false); // it would fail again and again; another turn, or the switch, begins it anew
        throw error;
      }
      if (this.#isStale()) return 0;
      at("analysis-words").textContent = error.message;
      return error.status === 403 || error.status === 404 ? null : BUSY_MS;
    } finally {
      // Stopped meanwhile: what was on its way may have begun the search again.
      if (document.hidden || !this.on) this.#stop();
    }
  }

  #address(what) {
    return this.hooks.address?.(what) ?? `${this.url}/${what}`;
  }

  #stop() {
    this.curveNumber = this.number = null;
    post(this.#address("analysis/stop"), { page: this.page }, this.csrf, true).catch(() => {});
  }

  // ---- showing ----

  #take(answer) {
    if (answer.curve) {
      this.points = answer.curve;
      this.curveNumber = answer.curve_number;
    }
    at("analysis-words").textContent = answer.words;
    if (!answer.same) {
      this.number = answer.number;
      const settled = RESTING.includes(answer.phase) && this.shown?.phase !== answer.phase;
      this.shown = answer;
      this.#showNumbers();
      if (settled) announce(answer.heading);
    }
    if (answer.curve || !answer.same) this.#showCurve();
  }

  #showNumbers() {
    const { shown } = this;
    at("analysis").classList.remove("is-waiting");
    at("analysis-heading").textContent = shown.heading;
    const speed = shown.speed ? [element("span", "analysis-speed", ` · ${shown.speed}`)] : []; // where there is room
    at("analysis-effort").replaceChildren(...(shown.playouts ? [shown.playouts, ...speed, " ·"] : []));
    at("analysis-scores").replaceChildren(...this.#scores(shown.scores));
    at("owners-switch").hidden = !shown.owners;
    if (shown.owners) at("owners-words").textContent = shown.owners_label;
    this.#showChances(shown.shares);
    if (!this.previews) this.#showTurns(); // what one looks at must not change
  }

  #showTurns() {
    this.turns = this.shown.turns;
    // Rows wait for turns that are still to be found, and for no others.
    const found = RESTING.includes(this.shown.phase) ? this.turns.length : this.rows.length;
    this.rows.forEach((row, k) => { row.item.hidden = k >= found; });
    this.rows.forEach((row, k) => this.#fill(row, this.turns[k]));
    this.#letPress(true);
    this.rows.forEach(hideWhatHasNoRoom); // now, so that nobody meets a row that is cut
    this.board.overlay("analysis", this.shown.owners + this.shown.advice);
  }

  // Not `disabled`, which would take the keyboard away from a row.
  #letPress(may) {
    const buttons = this.rows.flatMap((row) => [row.main, ...row.buttons]);
    buttons.forEach((one) => one.setAttribute("aria-disabled", may ? "false" : "true"));
  }

  #scores(scores) {
    if (scores.length === 0) return [];
    const made = [element("span", "muted", scores[0].label)];
    for (const { title, colour, value } of scores) {
      made.push(element("span", "expected", swatch(this.game, colour), element("span", "for-ears", title), value));
    }
    return made;
  }

  #showChances(shares) {
    const bottom = this.hooks.bottom();
    for (const [id, person] of [["share-top", 1 - bottom], ["share-bottom", bottom]]) {
      const { name, colour, share } = shares[person];
      const place = at(id);
      place.className = `share tone-${toneOf(this.tones, colour)}`;
      place.style.flexGrow = share ?? 0.5;
      const number = share === null ? "" : String(Math.round(100 * share));
      const fits = (share ?? 0.5) >= LEAST_NAMED;
      place.replaceChildren(element("span", "share-name", fits ? `${name} ` : ""), number);
    }
    const meter = at("evaluation");
    const now = Math.round(100 * (shares[bottom].share ?? 0.5));
    meter.setAttribute("aria-valuenow", now);
    const words = shares.filter((one) => one.share !== null).map((one) => `${one.name} ${formatPercent(one.share)}`);
    meter.setAttribute("aria-valuetext", words.join(", ") || "not known yet");
  }

  #showCurve() {
    const bottom = this.hooks.bottom();
    const tones = [1 - bottom, bottom].map((person) => toneOf(this.tones, this.state.persons[person].colour));
    this.curve.show({ points: this.points, viewed: this.state.viewed, person: bottom, tones });
    const rows = this.hooks.rows?.() ?? [...at("turns").children];
    rows.forEach((row, turn) => {
      row?.classList.toggle("is-mistake", Boolean(this.on && this.points[turn]?.mistake));
    });
  }

  // A row of the list, filled again and again so that a click never misses it.
  #row(rank) {
    const parts = ["advice-text", "advice-value", "advice-visits"].map((name) => element("span", name));
    const preview = (k) => () => this.hooks.enqueue(() => this.#preview(rank, k));
    const main = button("advice-main", "", preview(0));
    main.append(element("span", `advice-rank advice-rank-${rank}`, LETTERS[rank - 1]), ...parts);
    const buttons = Array.from({ length: MOST_FOLLOWING }, (_, k) => button("advice-next", "", preview(k + 1)));
    const item = element("li", "advice-row", main, element("div", "advice-following", ...buttons));
    for (const [event, value] of [["pointerenter", rank], ["focusin", rank], ["pointerleave", null], ["focusout", null]]) {
      item.addEventListener(event, () => this.board.pointTo("analysis", value));
    }
    return { item, main, parts, buttons };
  }

  #fill(row, turn) {
    row.item.classList.toggle("is-empty", !turn);
    row.main.disabled = !turn;
    const texts = turn ? [turn.text, turn.value, turn.visits] : ["", "", ""];
    row.parts.forEach((part, k) => setText(part, texts[k]));
    row.main.setAttribute("aria-label", turn ? turn.sentence : "Not known yet");
    row.buttons.forEach((one, k) => {
      const next = turn?.variation[k + 1];
      one.hidden = !next;
      if (!next) return;
      const tone = toneOf(this.tones, next.colour);
      if (one.dataset.tone !== tone || one.dataset.text !== next.shown) {
        Object.assign(one.dataset, { tone, text: next.shown });
        one.replaceChildren(swatch(this.game, next.colour), next.shown);
      }
    });
  }

  // ---- previews ----

  async #preview(rank, k) {
    const line = this.turns[rank - 1]?.variation.slice(0, k + 1) ?? [];
    if (line.length <= k) return;
    const name = `${rank}/${k}`;
    if (this.previewed === name && this.previews) {
      this.endPreview();
      return;
    }
    const turns = line.map((one) => one.text);
    if (this.hooks.play) {
      await this.hooks.play(turns);
      return;
    }
    const begins = !this.previews;
    this.boardBefore ??= this.board.markup; // from here on the list stays what one chose from
    let answer;
    try {
      const { version, viewed } = this.state;
      answer = await post(this.#address("variation"), { version, turn: viewed, turns }, this.csrf);
    } catch (error) {
      if (begins) this.endPreview();
      throw error;
    }
    if (!this.previews) return; // the switch was turned off meanwhile
    this.previewed = name;
    this.board.overlay("analysis", "");
    this.board.show(answer.svg);
    this.#markRows(rank, k);
    this.hooks.previewed?.({ heading: `Looking at ${LETTERS[rank - 1]}: ${line[k].shown}`, text: `${answer.last_turn}. ${answer.heading}` });
  }

  // Show the board again in place of a preview; false when there is none.
  endPreview() {
    if (!this.previews) return false;
    this.board.show(this.boardBefore);
    this.forgetPreview();
    return true;
  }

  // Something else is shown on the board already.
  forgetPreview() {
    if (this.previews) this.hooks.previewed?.(null);
    this.boardBefore = null;
    this.#markRows();
    if (this.on && this.shown) this.#showTurns();
  }

  #markRows(rank = null, k = null) {
    for (const [index, { main, buttons }] of this.rows.entries()) {
      [main, ...buttons].forEach((one, number) => {
        const isShown = index + 1 === rank && number === k;
        one.setAttribute("aria-pressed", isShown ? "true" : "false");
      });
    }
  }
}

// Of the turns that follow, one line is shown: those beyond it are not for the Tab key either.
function hideWhatHasNoRoom({ buttons }) {
  const room = buttons[0].parentElement;
  for (const one of buttons) {
    const below = one.offsetTop + one.offsetHeight > room.offsetTop + room.clientHeight + 1;
    const beside = one.offsetLeft + one.offsetWidth > room.offsetLeft + room.clientWidth + 1;
    one.classList.toggle("has-no-room", below || beside);
  }
}

// ---- the chances over a whole game: a picture that is also a slider through its turns ----

const SVG = "http://www.w3.org/2000/svg";
const EDGE = 7; // pixels left free at all sides, for marks

function shape(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

export class Curve {
  points = []; // { share of person 0 or null, mistake, words }
  viewed = 0;
  person = 0; // whose chance grows upwards
  tones = ["none", "none"]; // of the one above, of the one below

  // `onTurn` is called with the turn that was clicked.
  constructor(place, onTurn) {
    this.place = place;
    this.svg = shape("svg", { class: "curve-svg", role: "slider", tabindex: "0", "aria-label": "Turn, with the chances after it" });
    place.replaceChildren(this.svg);
    this.svg.addEventListener("click", (event) => {
      const turn = this.#turnAt(event.clientX);
      if (turn !== null) onTurn(turn);
    });
    this.svg.addEventListener("pointermove", (event) => this.#showTitle(event));
    new ResizeObserver(() => this.#draw()).observe(place);
  }

  show({ points, viewed, person, tones }) {
    Object.assign(this, { points, viewed, person, tones });
    this.#draw();
  }

  #turnAt(x) {
    const box = this.svg.getBoundingClientRect();
    if (this.points.length === 0) return null;
    const last = this.points.length - 1;
    const share = (x - box.left - EDGE) / Math.max(1, box.width - 2 * EDGE);
    return Math.max(0, Math.min(last, Math.round(share * last)));
  }

  #showTitle(event) {
    const turn = this.#turnAt(event.clientX);
    if (turn === null || turn === this.titled) return;
    this.titled = turn;
    this.title?.remove();
    this.title = shape("title", {}, this.points[turn].words);
    this.svg.prepend(this.title);
  }

  #draw() {
    const { width, height } = this.place.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    const last = this.points.length - 1;
    const x = (turn) => EDGE + (last > 0 ? turn / last : 0.5) * (width - 2 * EDGE);
    const up = (share) => (this.person === 0 ? share : 1 - share);
    const y = (share) => EDGE + (1 - up(share)) * (height - 2 * EDGE);
    const parts = [];
    const [top, bottom] = [EDGE, height - EDGE];
    for (const run of runs(this.points)) {
      const line = run.map((turn) => `${x(turn)} ${y(this.points[turn].share)}`).join("L");
      if (run.length === 1) {
        parts.push(shape("circle", { class: "curve-point", cx: x(run[0]), cy: y(this.points[run[0]].share), r: 2.4 }));
        continue;
      }
      const [start, end] = [x(run[0]), x(run[run.length - 1])];
      parts.push(shape("path", { class: `tone-${this.tones[0]}`, d: `M${line}L${end} ${top}H${start}Z` }));
      parts.push(shape("path", { class: `tone-${this.tones[1]}`, d: `M${line}L${end} ${bottom}H${start}Z` }));
      parts.push(shape("path", { class: "curve-line", d: `M${line}` }));
    }
    const middle = (top + bottom) / 2;
    parts.push(shape("path", { class: "curve-half", d: `M${EDGE} ${middle}H${width - EDGE}` }));
    this.points.forEach((point, turn) => {
      if (point.mistake) parts.push(...mistakeMark(x(turn), y(point.share), top, bottom));
    });
    const here = this.points[this.viewed];
    if (here) {
      parts.push(shape("path", { class: "curve-here", d: `M${x(this.viewed)} ${top - 4}V${bottom + 4}` }));
      if (here.share !== null) {
        parts.push(shape("circle", { class: "curve-dot", cx: x(this.viewed), cy: y(here.share), r: 4.5 }));
      }
    }
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.title = this.titled = undefined;
    this.svg.replaceChildren(...parts);
    this.svg.setAttribute("aria-valuemin", 0);
    this.svg.setAttribute("aria-valuemax", Math.max(0, last));
    this.svg.setAttribute("aria-valuenow", this.viewed);
    this.svg.setAttribute("aria-valuetext", here ? here.words : "");
  }
}

// The turns of which the chances are known, in runs without a gap.
function runs(points) {
  const found = [];
  points.forEach((point, turn) => {
    if (point.share === null) return;
    const last = found[found.length - 1];
    if (last && last[last.length - 1] === turn - 1) last.push(turn);
    else found.push([turn]);
  });
  return found;
}

// A mark that says "?" where a turn lost much; it stays within the picture.
function mistakeMark(x, y, top, bottom) {
  const cy = Math.max(top + 6, Math.min(bottom - 6, y));
  return [
    shape("circle", { class: "curve-mistake", cx: x, cy, r: 6.5 }),
    shape("text", { class: "curve-mistake-sign", x, y: cy }, "?"),
  ];
}
