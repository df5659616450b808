import { type SyncState, useSyncState } from '../../library/records/sync-state.ts';
import { formatCount } from '../../platform/format.ts';

/** Whether the workspace of the gateway has what this browser has; nothing where the gateway keeps none. */
export function WorkspaceLine() {
  const state = useSyncState();
  if (state.kind === 'off') return null;
  return (
    <p className="text-ink-2">
      <span className="font-semibold text-ink">Workspace:</span> {describeSync(state)}
      {state.kind === 'sending' && (
        <progress
          aria-label="Records sent to the workspace"
          className="mt-1 block w-full max-w-xs"
          value={state.entries}
          max={state.total}
        />
      )}
    </p>
  );
}

function describeSync(state: SyncState): string {
  switch (state.kind) {
    case 'off':
      return '';
    case 'starting':
      return 'connecting to the gateway.';
    case 'receiving':
      return `receiving from the gateway, ${formatCount(state.entries, 'entry', 'entries')} so far.`;
    case 'sending':
      return `sending to the gateway, ${state.entries.toLocaleString('en-US')} of ${formatCount(state.total, 'entry', 'entries')}.`;
    case 'waiting':
      return state.changes === 0
        ? 'the gateway cannot be reached. Retrying.'
        : `the gateway cannot be reached. ${formatCount(state.changes, 'change')} will be sent later.`;
    case 'rejected':
      return 'the gateway no longer accepts the key of this browser. Your data here is kept. Ask an owner for an invitation.';
    case 'synced':
      return 'up to date. All browsers with a key of this account share it.';
  }
}
