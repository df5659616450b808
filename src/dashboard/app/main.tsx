import './styles.css';
import { isDirect, siteBase } from '../platform/http/connection.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { createQueryClient } from './query-client.ts';
import { router } from './app.tsx';
import { forgetUndo } from '../library/status/undo-steps.ts';
import { createLibraryModule } from '../library/open-library.ts';
import { openAccounts } from '../platform/http/account.ts';
import { newVersion } from '../platform/ui/lazy-part.tsx';
import { journalOfAccount } from '../purchase/journal.ts';

/**
 * Caches the dashboard's files (public/offline.js), so that a reload without a connection still shows what is unlocked.
 * Only in a build for the gateway, and only where the browser allows service workers: https or localhost.
 */
export async function keepPageOffline(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // Without a gateway the page may share its host with other sites.
  if (!import.meta.env.PROD || isDirect || !workers) return;
  const known = (await workers.getRegistration()) !== undefined;
  await workers.register(`${siteBase}/offline.js`);
  const ready = await workers.ready;
  if (known) return;
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const own = files.filter(
    ({ origin, pathname }) =>
      origin === window.location.origin &&
      pathname.startsWith(siteBase) &&
      /^\/(assets\/|theme|favicon)/.test(pathname.slice(siteBase.length)),
  );
  ready.active?.postMessage([...new Set(own.map(({ pathname }) => pathname))]);
}

// Compiled schemas would need eval, which the page's policy forbids.
z.config({ jitless: true });

const client = createQueryClient();
openAccounts(client, [
  createLibraryModule(client),
  journalOfAccount,
  { close: forgetUndo, open: async () => undefined },
]);

// A missing chunk: the part that needs it says so itself (platform/ui/lazy-part.tsx).
window.addEventListener('vite:preloadError', () => newVersion.write(navigator.onLine));

// A failure is harmless: only offline reloads need the cache.
window.addEventListener('load', () => void keepPageOffline().catch(() => undefined));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root.');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
