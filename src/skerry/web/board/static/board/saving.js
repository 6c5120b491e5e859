// What a page lets one take along: text for the clipboard, and moving pictures.
//
// Text comes from the dialog of a page whose field "share-text" can be selected.

import { get } from "../base/api.js";
import { at, onPlainClick, pause, setText } from "../base/page.js";

export const BY_HAND = "This browser leaves copying to you: the text is selected.";

// Raises an error where no page may copy; the text is selected then.
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copySelected(text)) throw new Error("nothing lets us copy");
  }
}

// Where a page is not served safely, browsers let it copy only what is selected, if that.
function copySelected(text) {
  const field = at("share-text");
  field.value = text;
  field.hidden = false;
  field.select();
  return document.execCommand("copy");
}

// Files that take a while to make: a bar shows how far they are, and they can be given up.
// Who stops waiting ends the request, and with it the work of the server.

const ASK_AGAIN = 500; // milliseconds

let making = null; // the AbortController of what is being made

function chooseTheme() {
  for (const link of document.querySelectorAll("[data-moving]")) link.search = at("share-dark").checked ? "?theme=dark" : "";
}

function show(words, isAtWork = false) {
  at("making").hidden = !words;
  at("making-words").textContent = words;
  at("making-bar").hidden = !isAtWork;
  showSteps(null, null);
  at("making-stop").textContent = isAtWork ? "Cancel" : "Close";
}

// The bar moves to and fro as long as nobody knows how far it is. It is not read out at each step,
// but whoever goes to it hears the steps.
function showSteps(done, count) {
  const bar = at("making-bar");
  const words = count ? `${done} of ${count}` : "";
  at("making-steps").textContent = words;
  if (count) {
    bar.max = count;
    bar.value = done;
    bar.setAttribute("aria-valuetext", words);
  } else {
    bar.removeAttribute("value");
    bar.removeAttribute("aria-valuetext");
  }
}

async function follow(link, own) {
  const url = new URL(link.href);
  url.searchParams.set("progress", "");
  while (making === own) {
    await pause(ASK_AGAIN);
    if (making !== own) return;
    const found = await get(url).catch(() => null); // the answer to what was asked for says what is wrong
    if (making !== own || !found) continue;
    const words = found.waits ? "Waiting for files that are made before…" : `Making the ${link.textContent}…`;
    setText(at("making-words"), words);
    if (found.count) showSteps(found.done, found.count);
  }
}

async function make(link) {
  making?.abort();
  const own = new AbortController();
  making = own;
  show(`Making the ${link.textContent}…`, true);
  follow(link, own);
  let words = "";
  try {
    const response = await fetch(link.href, { signal: own.signal });
    if (response.ok) save(await response.blob(), nameIn(response));
    else words = await sentenceIn(response);
  } catch {
    if (own.signal.aborted) return;
    words = "The server does not answer; try again.";
  }
  if (making !== own) return;
  making = null;
  show(words);
}

function nameIn(response) {
  return response.headers.get("Content-Disposition")?.match(/filename="([^"]+)"/)?.[1] ?? "";
}

// What the page says that came in place of the file.
async function sentenceIn(response) {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.querySelector("h1 + p")?.textContent.trim() || "The file cannot be made now; try again.";
}

function save(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

for (const link of document.querySelectorAll("[data-made]")) onPlainClick(link, () => make(link));
at("making-stop").addEventListener("click", () => {
  making?.abort();
  making = null;
  show("");
});
at("share-dark").addEventListener("change", chooseTheme);
chooseTheme(); // a browser may have kept the switch over a reload
