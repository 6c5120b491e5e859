// Opens the pages visited last when the server cannot be reached. While it answers, every page is the
// server's: nothing old is ever shown in its place, and what it refuses stays refused.

const FOLDER = "{{ folder }}"; // of this version's style sheets and scripts
const OFFLINE = "{% url 'offline' %}"; // in place of a page that was not kept
const PREFIX = "skerry-";
const PAGES = `${PREFIX}pages ${FOLDER}`;
const ASSETS = `${PREFIX}assets ${FOLDER}`;
const KEPT_AT = "Skerry-Kept"; // header of a page that was kept: when, in milliseconds
const NOT_KEPT = "Skerry-Keep"; // header of a page that is for nobody else at this browser
const MOST_PAGES = 20;
const ASSET = /["'](\/static\/[\w-]+\/[^"'?#]+)["']/g; // an address in a page
const GONE = [404, 410];

addEventListener("install", (event) => event.waitUntil(setUp()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function setUp() {
  const answer = await fetch(OFFLINE, { cache: "reload" });
  if (!isPage(answer)) throw new Error("The page to be shown offline did not come.");
  const assets = await caches.open(ASSETS);
  await keepAssets(assetsOf(await answer.clone().text()));
  await assets.put(OFFLINE, answer);
  await skipWaiting();
}

// From now on this version alone: what earlier ones have kept needs style sheets that are gone.
async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== PAGES && name !== ASSETS);
  await Promise.all(old.map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable(); // pages need not wait for this worker to start
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(event));
  else if (pathname.startsWith(FOLDER)) event.respondWith(openAsset(request));
});

// A page asks to be kept that has come without this worker, or has changed its address.
addEventListener("message", (event) => {
  if (event.data?.keep) event.waitUntil(fetchAndKeep(event.data.keep));
});

// A notification that a page has shown by this worker, as phones want it, leads to its game.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.openWindow(event.notification.data.url));
});

async function openPage(event) {
  const address = addressOf(event.request.url);
  let answer;
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await find(PAGES, address)) ?? offline();
  }
  if (isPage(answer)) event.waitUntil(keep(address, answer.clone()));
  else if (GONE.includes(answer.status)) event.waitUntil(forget(address));
  return answer;
}

async function openAsset(request) {
  return (await find(ASSETS, request.url)) ?? fetch(request);
}

async function offline() {
  const page = await find(ASSETS, OFFLINE);
  return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error();
}

// Nothing where the browser's storage fails: what the server answers is shown all the same.
function find(cacheName, address) {
  return caches.match(address, { cacheName, ignoreVary: true }).catch(() => undefined);
}

// Without what only the page itself reads of it.
function addressOf(url) {
  return url.split("#")[0];
}

// A whole page of this site, as it was asked for: no refusal, no other address, no file.
function isPage(answer) {
  const kind = answer.headers.get("Content-Type") ?? "";
  const isWhole = answer.status === 200 && answer.type === "basic" && !answer.redirected;
  if (answer.headers.get(NOT_KEPT) === "no") return false;
  return isWhole && kind.startsWith("text/html") && !answer.headers.has("Content-Disposition");
}

function assetsOf(text) {
  return new Set([...text.matchAll(ASSET)].map(([, address]) => address));
}

async function fetchAndKeep(address) {
  if (new URL(address).origin !== location.origin) return;
  try {
    const answer = await fetch(addressOf(address), { redirect: "manual" });
    if (isPage(answer)) await keep(addressOf(address), answer);
  } catch {
    // No connection: then it stays as it was kept.
  }
}

async function keep(address, answer) {
  const text = await answer.text();
  const assets = assetsOf(text);
  // Else it is of another version, or of another site that has been at this address.
  if (![...assets].some((one) => one.startsWith(FOLDER))) return;
  await keepAssets(assets);
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // it is text now
  const now = Date.now();
  headers.set(KEPT_AT, now);
  const pages = await caches.open(PAGES);
  // The page says when it was kept; see start.js.
  const marked = text.replace("<html ", `<html data-kept="${now}" `);
  await pages.put(address, new Response(marked, { headers }));
  await forgetOldest(pages);
}

async function keepAssets(addresses) {
  const assets = await caches.open(ASSETS);
  const own = [...addresses].filter((one) => one.startsWith(FOLDER));
  const missing = [];
  for (const one of own) if (!(await assets.match(one))) missing.push(one);
  await assets.addAll(missing);
}

async function forget(address) {
  const pages = await caches.open(PAGES);
  await pages.delete(address, { ignoreVary: true });
}

async function forgetOldest(pages) {
  const kept = await Promise.all(
    (await pages.keys()).map(async (request) => {
      const page = await pages.match(request, { ignoreVary: true });
      return { request, at: Number(page?.headers.get(KEPT_AT)) };
    }),
  );
  kept.sort((one, other) => other.at - one.at);
  for (const { request } of kept.slice(MOST_PAGES)) await pages.delete(request, { ignoreVary: true });
}
