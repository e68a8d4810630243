// The service worker: answers from what was stored when it was installed, so that the page works offline. The build
// puts VERSION and FILES before this.

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES))
      .then(() => skipWaiting()),
  );
});

addEventListener('activate', (event) => {
  const outdated = async () => {
    // Other pages of the same host have caches, too.
    const older = (await caches.keys()).filter((name) => name.startsWith('kernelcast-') && name !== VERSION);
    for (const name of older) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(outdated());
});

addEventListener('fetch', (event) => {
  const stored = caches.open(VERSION).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(stored.then((found) => found ?? fetch(event.request)));
});
