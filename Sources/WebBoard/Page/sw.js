// Keeps the page, so that it opens while the server is away. Data is never kept here.

const version = new URL(location.href).searchParams.get("version") ?? "0";
const NAME = `pmd-page-${version}`;

/** The parts of the page lie below their edition, and never change there. */
const isPart = (url) => url.pathname.startsWith("/p-");

self.addEventListener("install", (event) => {
  self.skipWaiting();
  // Where the browser can, it takes them itself, which is much quicker for fifty files.
  event.addRoutes?.({ condition: { urlPattern: { pathname: "/p-*/*" } }, source: { cacheName: NAME } });
});

self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith("pmd-page-") && name !== NAME) await caches.delete(name);
  }
  await self.clients.claim();
}

/** A notification opens its task, in a window that is open where there is one. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showTask(event.notification.data?.task));
});

async function showTask(task) {
  if (!task) return;
  const [open] = await self.clients.matchAll({ type: "window" });
  if (!open) return self.clients.openWindow(`/#/task/${encodeURIComponent(task)}`);
  await open.focus();
  open.postMessage({ task });
}

/** The page names the files that it was loaded from. */
self.addEventListener("message", (event) => {
  if (Array.isArray(event.data?.keep)) event.waitUntil(keepAll(event.data.keep));
});

async function keepAll(paths) {
  const cache = await caches.open(NAME);
  await Promise.all(paths.map(async (path) => {
    if (isData(new URL(path, location.origin)) || (await cache.match(path))) return;
    await cache.add(path).catch(() => {});
  }));
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const isOwn = url.origin === location.origin && event.request.method === "GET";
  // Other addresses may be those of other programs behind the same proxy.
  const isOther = event.request.mode === "navigate" && url.pathname !== "/";
  if (!isOwn || isOther || isData(url) || url.searchParams.has("code")) return;
  event.respondWith(answer(event.request, url));
});

const isData = (url) => url.pathname.startsWith("/api/") || url.pathname === "/sw.js";

/** The server's file if it answers, else the one that was kept. */
async function answer(request, url) {
  const cache = await caches.open(NAME);
  const key = url.pathname;
  const kept = await cache.match(key);
  if (kept && isPart(url)) return kept;
  try {
    const fresh = await fetch(request);
    const isNew = kept?.headers.get("ETag") !== fresh.headers.get("ETag");
    if (fresh.ok && !fresh.redirected && isNew) await cache.put(key, fresh.clone());
    return fresh;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}
