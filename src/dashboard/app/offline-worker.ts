import { PrecacheController } from 'workbox-precaching/PrecacheController.js';

declare const self: ServiceWorkerGlobalScope;

/** The cache of the worker before this one; its presence means that worker may serve wrong files. */
const formerCache = 'fundscope';

/** What the content type of a file must contain, by the ending of its name. */
const types = new Map([
  ['js', 'javascript'],
  ['css', 'text/css'],
  ['woff2', 'font'],
  ['svg', 'image/svg'],
]);

/**
 * Only a response of the expected type is stored, so that a login page in front of the gateway never replaces a file.
 */
async function checkFile(request: Request, response: Response): Promise<Response | undefined> {
  if (response.status !== 200 || response.redirected) return undefined;
  const { pathname } = new URL(request.url);
  const type = types.get(/\.(\w+)$/.exec(pathname)?.[1] ?? '');
  if (type !== undefined) return response.headers.get('content-type')?.includes(type) ? response : undefined;
  // A login page is HTML too, but only the page of this build names its script.
  const text = await response.clone().text();
  return text.includes(import.meta.env.FUNDSCOPE_ENTRY) ? response : undefined;
}

const files = new PrecacheController({
  plugins: [{ cacheWillUpdate: ({ request, response }) => checkFile(request, response) }],
});
files.addToCacheList(import.meta.env.FUNDSCOPE_FILES);

/** The page as it is stored; relative, because the gateway may stand below the path of a proxy. */
const page = './';

/** Addresses that are no pages of the dashboard: the API, the pages of the gateway itself, files. */
const notPages = /^\/(?:api|account|workspace|assets|docs|metrics|healthz)(?:\/|$)|\.[^/]*$/;

const readStored = (url: string): Promise<Response | undefined> => files.matchPrecache(url).catch(() => undefined);

/** The newest page while there is a connection, else the stored one. */
async function readPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await readStored(page);
    if (stored) return stored;
    throw error;
  }
}

self.addEventListener('install', (event) => {
  void files.install(event);
  event.waitUntil(caches.delete(formerCache).then((existed) => (existed ? self.skipWaiting() : undefined)));
});

self.addEventListener('activate', (event) => {
  void files.activate(event);
  event.waitUntil(Promise.all([caches.delete(formerCache), self.clients.claim()]));
});

// A page names a file of its build. The worker of the same build takes over; another offers the page an update.
self.addEventListener('message', ({ data, source }) => {
  if (files.getCacheKeyForURL(String(data)) !== undefined) void self.skipWaiting();
  else source?.postMessage('update', {});
});

// Nothing is stored here, so that no response waits for the cache or fails with it.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const path = request.url.slice(self.registration.scope.length - 1).split(/[?#]/, 1)[0] ?? '';
  if (request.mode === 'navigate') {
    if (!notPages.test(path)) event.respondWith(readPage(request));
  } else if (files.getCacheKeyForURL(request.url) !== undefined) {
    event.respondWith(readStored(request.url).then((stored) => stored ?? fetch(request)));
  }
});
