import { useState } from 'react';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { findNew } from './new-rows.ts';
import type { SavedSearch } from '../../search/saved/searches.ts';

/** Asks what is new of saved searches, one after the other; it stops at the first failure, and the rest is not spent. */
export function useFindNew() {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<Error>();
  const find = async (authorization: SpendAuthorization, searches: readonly SavedSearch[]) => {
    setFailure(undefined);
    try {
      for (const saved of searches) {
        setPending(new Set([saved.id]));
        await findNew(authorization, saved);
      }
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    }
    setPending(new Set());
  };
  return { pending, failure, find };
}
