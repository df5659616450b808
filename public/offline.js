// Keeps the dashboard itself on this device, so that owned rows show without a connection. It never touches the API:
// whatever may cost goes past it to the network.
const store = 'fundscope';
/** The path below which the site stands; this file stands right in it. */
const base = self.location.pathname.replace(/\/offline\.js$/, '');
const page = `${base}/`;

/** The newest page where there is a connection, else the one kept; a new build takes the files of the old one away. */
async function readPage(request) {
  const cache = await caches.open(store);
  const kept = await cache.match(page);
  try {
    const answer = await fetch(request);
    if (!answer.ok) return answer;
    const [old, next] = [await kept?.clone().text(), await answer.clone().text()];
    if (old !== undefined && old !== next) for (const name of await cache.keys()) await cache.delete(name);
    await cache.put(page, answer.clone());
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** A file named by its content: once kept, never asked for again. */
async function readFile(request) {
  const cache = await caches.open(store);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
// The first visit loads its files before this worker can see them: the page names them.
self.addEventListener('message', (event) => event.waitUntil(keepFirst(event.data)));

async function keepFirst(files) {
  const cache = await caches.open(store);
  // The gateway gives the page only to those who ask for one.
  await cache.add(new Request(page, { headers: { Accept: 'text/html' } }));
  await cache.addAll(files);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  const path = pathname.startsWith(base) ? pathname.slice(base.length) : '';
  // Pages of the gateway itself are not the dashboard and must not replace it.
  if (/^\/(docs|openapi\.json|metrics|healthz)(\/|$)/.test(path)) return;
  if (request.mode === 'navigate') event.respondWith(readPage(request));
  else if (path.startsWith('/assets/') || path === '/early.js' || path === '/favicon.svg')
    event.respondWith(readFile(request));
});
