import { useEffect } from 'react';
import { storedResults } from '../../library/records/records.ts';
import { useSyncState } from '../../library/records/sync-state.ts';
import { type SharedLink, setShareLink } from '../../platform/share-link.ts';
import { sharedQuery } from '../fetch/fetch-results.ts';
import type { SearchResultPages } from '../fetch/search-results.ts';
import type { Search } from '../form/use-search.ts';
import { hashText } from '../../platform/hash-text.ts';

/** In a workspace, a link to this screen includes its rows: the workspace keeps them as they are now. */
export function useShareLink({ resource, isShared, loadedAt }: Search, results: SearchResultPages): void {
  const isKept = useSyncState().kind !== 'off';
  useEffect(() => {
    if (!isKept) return undefined;
    return setShareLink((): SharedLink => {
      const { href } = window.location;
      if (isShared) return { url: href, hasRows: true };
      const shared = hashText(JSON.stringify([resource.name, results]));
      storedResults.add([{ id: JSON.stringify(sharedQuery(resource, shared).queryKey), data: results }], loadedAt);
      return { url: `${href}${href.includes('?') ? '&' : '?'}shared=${shared}`, hasRows: true };
    });
  }, [resource, results, isShared, loadedAt, isKept]);
}
