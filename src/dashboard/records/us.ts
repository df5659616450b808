import { queryOptions } from '@tanstack/react-query';
import { changeUs, type OurRecord, readUs } from '#contract/workspace/us.ts';
import { queryClient } from '../platform/http/query-client.ts';
import { callWorkspace, useWorkspaceQuery, workspaceKey } from '../platform/http/workspace.ts';
import { createUnsaved } from './saving/unsaved.ts';

const storedUs = queryOptions({
  queryKey: workspaceKey('us'),
  queryFn: async ({ signal }): Promise<readonly OurRecord[]> =>
    (await callWorkspace(readUs, { query: undefined, signal })).us,
});

/** A record that becomes ours, or is no longer. */
type UsChange = { readonly add: OurRecord } | { readonly remove: OurRecord };

const isSame = (one: OurRecord, other: OurRecord): boolean => one.kind === other.kind && one.id === other.id;

function applyChange(us: readonly OurRecord[], change: UsChange): readonly OurRecord[] {
  if ('remove' in change) return us.filter((one) => !isSame(one, change.remove));
  return us.some((one) => isSame(one, change.add)) ? us : [...us, change.add];
}

const unsavedUs = createUnsaved<UsChange>({
  async send(changes, options) {
    // What a colleague changed a moment ago stays; a page that is being left cannot wait for it.
    const isLeaving = document.visibilityState === 'hidden';
    const before = isLeaving
      ? (queryClient.getQueryData(storedUs.queryKey) ?? [])
      : await queryClient.query({ ...storedUs, staleTime: 0 });
    const { us } = await callWorkspace(changeUs, { body: { us: [...changes.reduce(applyChange, before)] } }, options);
    return () => queryClient.setQueryData(storedUs.queryKey, us);
  },
  countNext: (changes) => changes.length,
});

const nobody: readonly OurRecord[] = [];

/** Our fund, partners and portfolio, from which routes begin; `isLoading` until they are read. */
export function useUs(): { readonly us: readonly OurRecord[]; readonly isLoading: boolean } {
  const { data = nobody, isLoading } = useWorkspaceQuery(storedUs);
  return { us: unsavedUs.use().reduce(applyChange, data), isLoading };
}

/** Replaces those of a kind; shown at once. */
export function chooseOurs(kind: OurRecord['kind'], before: readonly OurRecord[], after: readonly OurRecord[]): void {
  const own = before.filter((one) => one.kind === kind);
  for (const one of own) if (!after.some((other) => isSame(one, other))) unsavedUs.add({ remove: one });
  for (const one of after) if (!own.some((other) => isSame(one, other))) unsavedUs.add({ add: one });
}
