// The page in place of one that was not kept: which ones were.

import { at, element } from "../base/page.js";
import { momentWords, reloadOnceThere } from "../base/start.js";

// As the service worker names them.
const PAGES = "skerry-pages ";
const KEPT_AT = "Skerry-Kept";

async function keptPages() {
  const name = (await caches.keys()).find((one) => one.startsWith(PAGES));
  if (!name) return [];
  const pages = await caches.open(name);
  const found = (await pages.keys()).map(async ({ url }) => {
    const page = await pages.match(url, { ignoreVary: true });
    const { title } = new DOMParser().parseFromString(await page.text(), "text/html");
    return { url, title: title.replace(/^\(\d+\) | · Skerry$/g, ""), at: Number(page.headers.get(KEPT_AT)) };
  });
  return (await Promise.all(found)).sort((one, other) => other.at - one.at);
}

function row({ url, title, at: time }) {
  const link = element("a", "experiment", element("span", "experiment-name", title), element("span", "experiment-date", momentWords(time)));
  link.href = url;
  return element("li", "", link);
}

at("again").addEventListener("click", () => location.reload());
reloadOnceThere();
const pages = globalThis.caches ? await keptPages() : [];
at("kept-list").replaceChildren(...pages.map(row));
at("kept").hidden = pages.length === 0;
