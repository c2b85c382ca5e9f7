// Shows a notice where the server cannot be reached. It keeps that notice and its style, and nothing else: pages of a
// table hold what one seat may know, and are never kept.

const KEPT = "arbitro-notice";
const NOTICE = "/offline";
const STYLE = "{{style}}";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .delete(KEPT)
      .then(() => caches.open(KEPT))
      .then((cache) => cache.addAll([new Request(NOTICE, { credentials: "omit" }), new Request(STYLE, { credentials: "omit" })]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(NOTICE)));
  } else if (request.url.endsWith(STYLE)) {
    event.respondWith(fetch(request).catch(() => caches.match(STYLE)));
  }
});
