// Talking to the server: JSON both ways, every refusal an ApiError with the server's sentence.

import { currentToken } from "./token.js";

export class ApiError extends Error {
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

async function answer(request) {
  let response;
  try {
    response = await request;
  } catch {
    throw new ApiError("The server does not answer; is it still running?", 0);
  }
  let body;
  try {
    body = await response.json();
  } catch {
    throw new ApiError("The server's answer cannot be read.", response.status);
  }
  if (!response.ok) throw new ApiError(body?.error ?? `The server refuses it (${response.status}).`, response.status);
  return body;
}

export function get(url) {
  return answer(fetch(url, { headers: { Accept: "application/json" } }));
}

// `keepalive`: it is sent even while the page closes.
export function post(url, body, token, keepalive = false) {
  return answer(
    fetch(url, {
      method: "POST",
      keepalive,
      headers: { "Content-Type": "application/json", "X-CSRFToken": currentToken(token) },
      body: JSON.stringify(body),
    }),
  );
}
