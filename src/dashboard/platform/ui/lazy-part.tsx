import { lazy } from 'react';
import { createState } from '../state.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Whether the gateway serves a newer build than the one of this tab. */
export const newVersion = createState(false);

export const newVersionTitle = 'A new version is ready';

/** A component in a chunk of its own, like React's `lazy`. Where its chunk is missing it says so, and the rest stays. */
export const lazyPart: typeof lazy = (load) => lazy(() => load().catch(() => ({ default: MissingPart as never })));

/** Stands where a chunk could not be loaded: an upgrade removed it, or there is no connection. */
export function MissingPart() {
  return (
    <Notice
      look="warn"
      urgent
      title={navigator.onLine ? newVersionTitle : 'This part could not load'}
      actions={<Button onClick={() => window.location.reload()}>Reload</Button>}
    >
      {navigator.onLine ? 'This part opens after a reload. What you typed stays until then.' : 'Check your connection.'}
    </Notice>
  );
}
