import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { createQueryClient } from './query-client.ts';
import { createScreens } from './screens.ts';
import { CurrentScreen } from './shell/current-screen.tsx';
import { Shell } from './shell/shell.tsx';
import { clearUndoSteps } from '../library/status/undo-steps.ts';
import { keepPageOffline } from './keep-offline.ts';
import { createLibraryModule } from '../library/open-library.ts';
import { openAccounts } from '../platform/http/account.ts';
import { readPageAddress, watchBrowserHistory } from '../platform/url/address.ts';
import { preloadScreen, setScreens } from '../platform/url/screen-code.ts';
import { watchScrolling } from '../platform/url/scroll-places.ts';
import { newVersion } from '../platform/ui/lazy-part.tsx';
import { journalOfAccount } from '../purchase/journal.ts';

// Compiled schemas would need eval, which the page's policy forbids.
z.config({ jitless: true });

const client = createQueryClient();
openAccounts(client, [
  createLibraryModule(client),
  journalOfAccount,
  { close: clearUndoSteps, open: async () => undefined },
]);

setScreens(createScreens(client));
watchBrowserHistory();
watchScrolling();

// A missing chunk: the part that needs it says so itself (platform/ui/lazy-part.tsx).
window.addEventListener('vite:preloadError', () => newVersion.write(navigator.onLine));

// A failure is harmless: only offline reloads need the cache.
window.addEventListener('load', () => void keepPageOffline().catch(() => undefined));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root.');

const renderer = createRoot(root);
const dashboard = (
  <StrictMode>
    <QueryClientProvider client={client}>
      <Shell>
        <CurrentScreen />
      </Shell>
    </QueryClientProvider>
  </StrictMode>
);

/** How long a screen that loads is covered by what document/frame.js shows, in milliseconds. */
const screenTimeout = 1500;
const isSlow = new Promise((done) => setTimeout(done, screenTimeout));
void Promise.race([preloadScreen(readPageAddress().path), isSlow]).then(() => renderer.render(dashboard));
