/*
 * The service worker: what the page can still show without a connection.
 *
 * How it works. Files under /assets/ have their hash in the name and never change: they are kept once they were loaded.
 * A replay, and what is printed on the cards, is asked for at the house and kept; without a connection the kept one is
 * shown. A page is always asked for at the house; without a connection a replay that was opened before is shown by the
 * page as it was last, and whatever else was wanted by /offline.html.
 *
 * A push message of the house is shown as a notification, one for each table; pressing it leads to that table.
 *
 * What must stay true: nothing that changes is taken from here while the house answers, so nobody ever plays with an
 * old page; of each kind only so many are kept, the oldest go first; nothing of a table that is being played is kept.
 */

const SHELL = "bottega-shell";
const ASSETS = "bottega-assets";
const REPLAYS = "bottega-replays";
const FIRST = ["/", "/offline.html", "/offline.css", "/offline.js", "/icon.svg"];
const MOST = { [ASSETS]: 200, [REPLAYS]: 30 };
const REPLAY = /^\/api\/tables\/[\w-]+\/replay$/;

self.addEventListener("install", (event) => {
  event.waitUntil(prepare());
  self.skipWaiting();
});

/** The page and whatever its first lines ask for: then it can be shown as soon as we are there. */
async function prepare() {
  const shell = await caches.open(SHELL);
  await shell.addAll(FIRST);
  const text = await (await shell.match("/")).text();
  await (await caches.open(ASSETS)).addAll([...new Set(text.match(/\/assets\/[\w.-]+/g))]);
}

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** The page tells what it had loaded before we were there. */
self.addEventListener("message", (event) => {
  const loaded = (event.data?.keep ?? []).map((url) => new URL(url, location.href));
  const ours = loaded.filter((url) => url.origin === location.origin && kindOf(url));
  event.waitUntil(Promise.all(ours.map((url) => keepOnce(url, kindOf(url)))));
});

async function keepOnce(url, kind) {
  if (await kept(url, kind)) return;
  await fromHouse(new Request(url), kind).catch(() => {}); // it is tried again when it is loaded the next time
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, url));
  else if (kindOf(url) === ASSETS) event.respondWith(kept(request, ASSETS).then((found) => found ?? fromHouse(request, ASSETS)));
  else if (kindOf(url)) event.respondWith(fromHouse(request, kindOf(url)).catch(() => orFail(kept(request, kindOf(url)))));
  else if (FIRST.includes(url.pathname)) event.respondWith(fetch(request).catch(() => orFail(kept(request, SHELL))));
});

function kindOf({ pathname }) {
  if (pathname.startsWith("/assets/")) return ASSETS;
  if (REPLAY.test(pathname)) return REPLAYS;
  return pathname === "/api/games.json" ? SHELL : null;
}

async function page(request, url) {
  try {
    const answer = await fetch(request);
    if (answer.ok && url.pathname === "/") await keep("/", answer.clone(), SHELL);
    return answer;
  } catch {
    const [, id] = /^\/replay\/([\w-]+)\/?$/.exec(url.pathname) ?? [];
    const opened = id && (await kept(`/api/tables/${id}/replay`, REPLAYS));
    return orFail(kept(opened ? "/" : "/offline.html", SHELL));
  }
}

async function fromHouse(request, kind) {
  const answer = await fetch(request);
  if (answer.ok) await keep(request, answer.clone(), kind);
  return answer;
}

async function keep(request, answer, kind) {
  const cache = await caches.open(kind);
  await cache.put(request, answer); // in place of the former one, at once and only if all of it has arrived
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - (MOST[kind] ?? all.length))).map((each) => cache.delete(each)));
}

async function kept(request, kind) {
  return (await caches.open(kind)).match(request);
}

async function orFail(found) {
  return (await found) ?? Response.error();
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data)));

/** Whatever it says, something is shown: browsers take the permission away from those who stay silent. */
async function show(data) {
  let told = {};
  try {
    told = data?.json() ?? {};
  } catch {
    // Not of our house, or of another version.
  }
  const table = /^[\w-]+$/.test(told.table ?? "") ? told.table : "";
  self.navigator.setAppBadge?.().catch(() => {});
  await self.registration.showNotification(String(told.title ?? "Bottega"), {
    body: String(told.text ?? ""),
    tag: `bottega-${table}`,
    icon: "/icon.svg",
    data: table ? `/table/${table}` : "/",
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.data ?? "/"));
});

/** Show the window that is at the table already, or another one. */
async function visit(path) {
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}
