// One line of a chat, as the page shows it.

import { element } from "../../board/panel.js";

const DAY_MS = 86_400_000;
const FLAG = "M6 21V4h11l-2 4 2 4H6";

// `onReport` is called when its reader wants to report it.
export function lineOf({ mine, text, hidden, moment, reported }, name, onReport) {
  const line = element("p", mine ? "chat-line is-mine" : "chat-line");
  const said = element("span", hidden ? "chat-words muted" : "chat-words", hidden ? "Removed by whoever runs this site." : text);
  said.dir = "auto";
  const who = element("b", "chat-who", mine ? "You" : name);
  who.dir = "auto";
  const more = element("span", "chat-more");
  more.append(timeOf(moment));
  if (!mine && !hidden) more.append(" ", reported ? element("small", "muted", "reported") : reportButton(text, onReport));
  line.append(who, " ", said, " ", more);
  return line;
}

function timeOf(moment) {
  const date = new Date(1000 * moment);
  const isOld = Date.now() - date > DAY_MS;
  const made = element("time", "muted", isOld
    ? date.toLocaleDateString("en-GB", { day: "numeric", month: "short" })
    : date.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }));
  made.dateTime = date.toISOString();
  made.title = date.toLocaleString("en-GB");
  return made;
}

function reportButton(text, onReport) {
  const button = element("button", "quiet chat-report");
  button.type = "button";
  button.title = "Report this line";
  button.setAttribute("aria-label", `Report: ${text}`);
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("class", "icon");
  icon.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(icon.namespaceURI, "path");
  path.setAttribute("d", FLAG);
  icon.append(path);
  button.append(icon);
  button.addEventListener("click", onReport);
  return button;
}
