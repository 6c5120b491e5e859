// Talking to the server: JSON both ways, every refusal an ApiError with the server's sentence.

export class ApiError extends Error {
  constructor(sentence, status, preparing) {
    super(sentence);
    this.status = status;
    this.preparing = preparing;
  }
}

async function answer(request) {
  let response;
  try {
    response = await request;
  } catch {
    throw new ApiError("The server does not answer; is it still running?", 0, false);
  }
  let body;
  try {
    body = await response.json();
  } catch {
    throw new ApiError("The server's answer cannot be read.", response.status, false);
  }
  if (!response.ok) {
    throw new ApiError(body.error, response.status, Boolean(body.preparing));
  }
  return body;
}

export function get(url) {
  return answer(fetch(url, { headers: { Accept: "application/json" } }));
}

export function post(url, body, token) {
  return answer(
    fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify(body),
    }),
  );
}
