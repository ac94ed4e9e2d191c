// The service worker: keeps every file of this version, answers from there, and lets the page say
// when a newer version waits. The build puts VERSION and FILES in front.
/* global VERSION, FILES */

const OURS = 'ludoteca-';
const CACHE = OURS + VERSION;
const DATA = OURS + 'data'; // larger files, fetched when a game needs them; names carry a hash

self.addEventListener('install', (event) => {
  // Names carry a hash, so what the browser has under such a name is right; the rest is asked anew.
  const requests = FILES.map(
    (file) => new Request(file, { cache: file.startsWith('./assets/') ? 'default' : 'reload' }),
  );
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

// Nobody waits until all are claimed. In Firefox that takes until the last worker has a moment for it, which one that
// searches has not for minutes, and as long as this is not over whatever the page fetches has to wait.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((n) => n.startsWith(OURS) && n !== CACHE && n !== DATA).map((n) => caches.delete(n))),
      )
      .then(() => void self.clients.claim()),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const request = event.request;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate' && !url.pathname.endsWith('/licences.txt')) {
    event.respondWith(caches.match('./', { cacheName: CACHE }).then((kept) => kept ?? fetch(request)));
    return;
  }
  const isData = url.pathname.includes('/data/');
  if (!isData && !url.pathname.includes('/assets/') && !FILES.includes('.' + url.pathname)) return; // the API and the like
  event.respondWith(answer(request, isData));
});

async function answer(request, isData) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok && isData) {
    const cache = await caches.open(DATA);
    await cache.put(request, fresh.clone());
  }
  return fresh;
}

// -- notices: {"title", "body", "url", "tag"} from the server, sealed for this browser --

function readNotice(data) {
  try {
    return data.json();
  } catch {
    return {}; // it must be shown all the same: browsers forbid silent ones
  }
}

self.addEventListener('push', (event) => {
  const { title = 'Ludoteca', body = '', url = '', tag = 'ludoteca' } = readNotice(event.data);
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: './icons/icon-192.png', data: { url } }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openGame(event.notification.data?.url ?? ''));
});

/** The window that shows the game, or a new one: what others show stays. Only what stands behind the # is followed. */
async function openGame(url) {
  const { scope } = self.registration;
  const target = new URL(new URL(url, scope).hash, scope).href;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((one) => one.url === target);
  return there ? there.focus() : self.clients.openWindow(target);
}
