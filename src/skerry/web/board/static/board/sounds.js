// What is heard: sounds that the browser makes itself, quiet ones, and none before the first click or
// key. Key S and the switch in the settings turn them off, for all pages of this browser.

import { keepSetting, listenToKeys, readSetting, toast } from "../base/page.js";

const SETTING = "sound";
const LOUDNESS = 0.22;
const AFTER_STONES = 0.16; // seconds from the last stone to what it means
const IDLE_MS = 4000; // without a sound the device is let go
const MOST_STONES = 24; // that are heard of one turn

// Notes of { tone: Hz, at: seconds from the start, lasts: seconds, share: of the loudness }.
const note = (tone, at = 0, lasts = 0.35, share = 0.5) => ({ tone, at, lasts, share });
const SIGNALS = {
  end: [note(196, 0, 0.12, 0.55)],
  turn: [note(523.25, 0, 0.3, 0.35), note(783.99, 0.11, 0.4, 0.35)],
  won: [note(523.25), note(659.25, 0.13), note(783.99, 0.26), note(1046.5, 0.39, 0.7)],
  lost: [note(392, 0, 0.4), note(329.63, 0.18, 0.4), note(261.63, 0.36, 0.7)],
  over: [note(392, 0, 0.4), note(523.25, 0.18, 0.6)],
};

let context = null; // made at the first click or key
let noise = null; // a tenth of a second of it, which every click on wood begins with
let free = 0; // when the last stone is heard, in the context's seconds
let idle = 0; // timer that lets the device go

const isOn = () => readSetting(SETTING, true);

const box = document.getElementById("sound-on"); // a page may have none
if (box) {
  box.checked = isOn();
  box.addEventListener("change", () => turn(box.checked));
}
for (const event of ["click", "keydown"]) addEventListener(event, ({ isTrusted }) => isTrusted && wake(), { capture: true });
listenToKeys((key) => (key === "s" ? toggle : null));

function toggle() {
  turn(!isOn());
  if (box) box.checked = isOn();
  toast(isOn() ? "Sounds are on" : "Sounds are off");
}

function turn(on) {
  keepSetting(SETTING, on);
  if (on) return wake();
  context?.close(); // with all that was still to come
  context = null;
  free = 0;
  return clearTimeout(idle);
}

// Browsers give sound only to pages that somebody has touched; a modifier key alone is no touch.
function wake() {
  if (!isOn() || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  rouse();
}

function rouse() {
  if (context.state === "suspended") context.resume();
  clearTimeout(idle);
  idle = setTimeout(() => context.suspend(), IDLE_MS);
}

// When the next sound may begin, null when there is to be none.
function start() {
  if (!context || !isOn()) return null;
  rouse();
  return Math.max(context.currentTime + 0.01, free);
}

// What has changed on the board: stones, `gap` milliseconds apart; a piece that has gone elsewhere;
// what was turned over, or taken off the board.
export function soundChanges({ placed, gone, turned }, hasMoved, gap) {
  const stones = placed.length || (hasMoved ? 1 : 0);
  const begin = stones + gone + turned ? start() : null;
  if (begin === null) return;
  free = begin;
  for (let k = 0; k < Math.min(stones, gap ? MOST_STONES : 1); k += 1) {
    free = begin + (k * gap) / 1000;
    knock(free, 1150 * (1 + 0.05 * ((k * 7) % 3)), 1);
  }
  if (turned) {
    knock(free + 0.05, 820, 0.7);
    knock(free + 0.12, 1320, 0.7);
  } else if (gone && !stones) knock(free, 520, 0.7);
}

// What the stones mean: "end" of a turn, one's own "turn", a game "won", "lost" or "over".
export function signal(name) {
  const now = start();
  if (now === null) return;
  const begin = free > context.currentTime ? now + AFTER_STONES : now;
  for (const { tone, at, lasts, share } of SIGNALS[name]) ring(tone, begin + at, lasts, share);
}

// A stone on wood: a breath of noise around a tone, over in a moment.
function knock(at, tone, share) {
  noise ??= makeNoise();
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const body = new BiquadFilterNode(context, { type: "bandpass", frequency: tone, Q: 3.2 });
  source.connect(body).connect(fading(at, 0.002, 0.07, 1.9 * share));
  source.start(at);
  ring(tone / 3.4, at, 0.075, 0.6 * share, "triangle");
}

function ring(tone, at, lasts, share, type = "sine") {
  const source = new OscillatorNode(context, { type, frequency: tone });
  source.connect(fading(at, 0.008, lasts, share));
  source.start(at);
  source.stop(at + lasts + 0.05);
}

// A way to the loudspeaker that opens within `opens` seconds and has closed after `lasts`.
function fading(at, opens, lasts, share) {
  const way = new GainNode(context, { gain: 0 });
  way.gain.setValueAtTime(0, at);
  way.gain.linearRampToValueAtTime(LOUDNESS * share, at + opens);
  way.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  way.connect(context.destination);
  return way;
}

function makeNoise() {
  const buffer = new AudioBuffer({ length: context.sampleRate / 10, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let k = 0; k < samples.length; k += 1) samples[k] = 2 * Math.random() - 1;
  return buffer;
}
