// Before any schema.
import './zod-config.ts';
import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient as client } from '../platform/http/query-client.ts';
import { type ElsewhereParts, RenderElsewhere } from '../screens/searches/kit/ask/ask-controls.ts';
import { router } from './routes.tsx';
import { clearUndoSteps } from '../records/status/undo-steps.ts';
import { discardUnsaved, saveWhenLeaving } from '../records/saving/unsaved.ts';
import { resetWorkspace } from '../platform/http/workspace.ts';
import { followAccount } from '../platform/http/account.ts';

const SearchElsewhere = lazy(async () => ({ default: (await import('./search-elsewhere.tsx')).SearchElsewhere }));
const renderElsewhere = (parts: ElsewhereParts) => <SearchElsewhere {...parts} />;

followAccount(() => {
  discardUnsaved();
  clearUndoSteps();
  resetWorkspace();
});
saveWhenLeaving();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root.');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RenderElsewhere value={renderElsewhere}>
        <RouterProvider router={router} />
      </RenderElsewhere>
    </QueryClientProvider>
  </StrictMode>,
);
