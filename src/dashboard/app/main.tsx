import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { createQueryClient } from '../platform/http/query-client.ts';
import { router } from './app.tsx';
import { forgetUndo } from '../library/status/marks.ts';
import { createLibraryModule } from '../library/records/open-library.ts';
import { keepPageOffline } from './offline.ts';
import { openAccounts } from '../platform/http/open-account.ts';
import { journalOfAccount } from '../purchase/journal.ts';
import './styles.css';

// Compiled schemas would need eval, which the page's policy forbids.
z.config({ jitless: true });

const client = createQueryClient();
openAccounts(client, [
  createLibraryModule(client),
  journalOfAccount,
  { close: forgetUndo, open: async () => undefined },
]);

// Without it everything works as long as there is a connection.
window.addEventListener('load', () => void keepPageOffline().catch(() => undefined));

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the dashboard.');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
