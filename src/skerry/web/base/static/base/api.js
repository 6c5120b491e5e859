// Talking to the server: JSON both ways, every refusal an ApiError with the server's sentence.

import { readCookie } from "./storage.js";

// The token by which the server knows that a request comes from one of its pages. It changes when
// somebody signs in, in whichever tab; so the one that the page came with is only used where there is no cookie.

const COOKIE = "skerry_csrf";
const FIELD = "csrfmiddlewaretoken";

function currentToken(otherwise) {
  return readCookie(COOKIE) || otherwise;
}

// Before whatever else listens to it, and before it is sent.
document.addEventListener("submit", (event) => {
  const field = event.target.elements.namedItem(FIELD);
  if (field) field.value = currentToken(field.value);
}, { capture: true });

// A form that is sent leads to another page. Until that comes a second click sends nothing: it would
// begin a second game, or wait for one while the first one's clock runs.

const SENT_MS = 5000; // after which it can be sent again, where no page has come
const sent = new Set();

// After whatever else listens to it, and may send it in its own way.
addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
  if (sent.has(form)) event.preventDefault();
  sent.add(form);
  setTimeout(() => sent.delete(form), SENT_MS);
});
addEventListener("pageshow", () => sent.clear()); // somebody has come back to the page

export class ApiError extends Error {
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

// As what `catch` calls: what may be refused is asked for again later, or not missed. All else is an error.
export function ignoreRefusal(error) {
  if (!(error instanceof ApiError)) throw error;
}

async function answer(request, signal) {
  let response;
  let body;
  const lost = () => new ApiError("The server does not answer; is it still running?", 0);
  try {
    response = await request;
  } catch {
    throw lost();
  }
  try {
    body = await response.json();
  } catch {
    if (signal?.aborted) throw lost(); // its head came, and then nothing more
    throw new ApiError("The server's answer cannot be read.", response.status);
  }
  if (!response.ok) throw new ApiError(body?.error ?? `The server refuses it (${response.status}).`, response.status);
  return body;
}

// A line that dies silently, as in a tunnel, is told by nobody: what is asked for again anyhow gets
// so long to be answered. A browser without `AbortSignal.timeout` waits as long as the system does.
const ANSWER_MS = 8000;

export function timeLimit() {
  return globalThis.AbortSignal?.timeout?.(ANSWER_MS);
}

// `signal` ends the request, as if nobody answered; so it is with `post`.
export function get(url, signal = undefined) {
  return answer(fetch(url, { signal, headers: { Accept: "application/json" } }), signal);
}

// `keepalive`: it is sent even while the page closes.
export function post(url, body, token, keepalive = false, signal = undefined) {
  return answer(
    fetch(url, {
      method: "POST",
      keepalive,
      signal,
      headers: { "Content-Type": "application/json", "X-CSRFToken": currentToken(token) },
      body: JSON.stringify(body),
    }),
    signal,
  );
}
