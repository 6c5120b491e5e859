// The token by which the server knows that a request comes from one of its pages. It changes when
// somebody signs in, in whichever tab; so the one that the page came with is only used where there is no cookie.

import { readCookie } from "./cookies.js";

const COOKIE = "skerry_csrf";
const FIELD = "csrfmiddlewaretoken";

export function currentToken(otherwise) {
  return readCookie(COOKIE) || otherwise;
}

// Before whatever else listens to it, and before it is sent.
document.addEventListener("submit", (event) => {
  const field = event.target.elements.namedItem(FIELD);
  if (field) field.value = currentToken(field.value);
}, { capture: true });
