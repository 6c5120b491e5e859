// The wait for the rules to be compiled: a bar that grows until the engine is ready.

import { ApiError, get } from "./api.js";
import { at, pause } from "./page.js";

export const PREPARING_MS = 1000; // between two questions
const EXPECTED_S = 90; // what the bar reckons with

// Do something as soon as the engine is ready; where the server refuses, try again.
export async function whenReady(work) {
  for (;;) {
    try {
      const engine = await get("/api/engine");
      at("preparing-bar").value = 100 * (1 - Math.exp(-engine.seconds / EXPECTED_S));
      if (engine.ready) return await work();
      at("preparing").classList.add("is-slow");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    await pause(PREPARING_MS);
  }
}
