// Caches the page for offline use. It serves and caches only the files on this list: no data, and
// no files of another program behind the same proxy. It does not have a key.

/** The path of the page without its last slash; empty at the root. All pages of a host share its caches. */
const BASE = new URL(".", self.location).pathname.replace(/\/$/, "");
const PREFIX = `pmd-page${BASE}:`; // No path of a board contains a colon, so no other board's caches match.

// The server fills in both. A browser that detects a change in this file installs the new page.
const NAME = PREFIX + "EDITION";
const SHELL = ["SHELL"].map((path) => BASE + path);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  // If supported, the browser takes the parts from the cache without starting this worker.
  event.addRoutes?.({ condition: { urlPattern: { pathname: `${BASE}/${"EDITION"}/*` } }, source: { cacheName: NAME } });
  event.waitUntil(keepAll());
});

/** Caches the complete list or nothing, so that a new page never gets parts of an old one. */
async function keepAll() {
  const answers = await Promise.all(SHELL.map((path) => fetch(path, { credentials: "omit", redirect: "error" })));
  // A proxy that asks for a password does not give out the page.
  const all = answers.every((answer) => answer.ok) ? answers : await Promise.all(SHELL.map((path) => fetch(path, { redirect: "error" })));
  if (!all.every((answer) => answer.ok)) throw new Error("the page is incomplete");
  const cache = await caches.open(NAME);
  await Promise.all(all.map((answer, index) => cache.put(SHELL[index], answer)));
}

self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
  }
  await self.clients.claim();
}

/** A notification opens its task, in an existing window if there is one. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showTask(event.notification.data?.task));
});

async function showTask(task) {
  if (!task) return;
  const [open] = await self.clients.matchAll({ type: "window" });
  if (!open) return self.clients.openWindow(`${BASE}/#/task/${encodeURIComponent(task)}`);
  await open.focus();
  open.postMessage({ task });
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  // The page's own address has the filters.
  const isPlain = !url.search || url.pathname === `${BASE}/`;
  const isListed = url.origin === location.origin && isPlain && SHELL.includes(url.pathname);
  if (isListed && event.request.method === "GET") event.respondWith(answer(event.request, url.pathname));
});

/** Returns the cached file, or the server's if the browser has removed it. */
async function answer(request, path) {
  const cache = await caches.open(NAME);
  return (await cache.match(path)) ?? fetch(request);
}
