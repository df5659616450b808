import { useSyncState } from '../../library/records/sync-state.ts';
import { formatDayOf } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import type { Search } from '../form/use-search.ts';

/** Says that the rows are those of a shared link, or why they are not here. */
export function SharedNotice({ search }: { readonly search: Search }) {
  const { results, loadedAt, leaveShared } = search;
  const { kind } = useSyncState();
  if (results) {
    return (
      <Notice
        title={`Shared rows, as loaded on ${formatDayOf(new Date(loadedAt).toISOString())}`}
        actions={<Button onClick={leaveShared}>Go to the search</Button>}
      />
    );
  }
  if (kind === 'starting' || kind === 'receiving') return <Notice title="Loading the shared rows" />;
  if (kind === 'waiting') {
    return <Notice title="The gateway cannot be reached">The shared rows appear when it can be reached again.</Notice>;
  }
  return (
    <Notice title="The shared rows are not in your workspace">
      The filters of the link are set. Press Search to load the results.
    </Notice>
  );
}
