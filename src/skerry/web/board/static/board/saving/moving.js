// Files that take a while to make: a bar shows that they are being made, and they can be given up.
// Who stops waiting ends the request, and with it the work of the server.

import { at } from "../../base/page.js";

let making = null; // the AbortController of what is being made

function follow() {
  for (const link of document.querySelectorAll("[data-moving]")) link.search = at("share-dark").checked ? "?theme=dark" : "";
}

function show(words, isAtWork = false) {
  at("making").hidden = !words;
  at("making-words").textContent = words;
  at("making-bar").hidden = !isAtWork;
  at("making-stop").textContent = isAtWork ? "Cancel" : "Close";
}

async function make(link) {
  making?.abort();
  const own = new AbortController();
  making = own;
  show(`Making the ${link.textContent}…`, true);
  let words = "";
  try {
    const response = await fetch(link.href, { signal: own.signal });
    if (response.ok) save(await response.blob(), nameIn(response));
    else words = await sentenceIn(response);
  } catch (error) {
    if (own.signal.aborted) return;
    words = "The server does not answer; try again.";
  }
  if (making === own) show(words);
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

for (const link of document.querySelectorAll("[data-made]")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    make(link);
  });
}
at("making-stop").addEventListener("click", () => {
  making?.abort();
  making = null;
  show("");
});
at("share-dark").addEventListener("change", follow);
follow(); // a browser may have kept the switch over a reload
