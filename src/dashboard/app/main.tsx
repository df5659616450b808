import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { createQueryClient } from './query-client.ts';
import { router } from './app.tsx';
import { forgetUndo } from '../library/status/undo-steps.ts';
import { keepPageOffline } from './keep-offline.ts';
import { createLibraryModule } from '../library/open-library.ts';
import { openAccounts } from '../platform/http/account.ts';
import { newVersion } from '../platform/ui/lazy-part.tsx';
import { journalOfAccount } from '../purchase/journal.ts';

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
