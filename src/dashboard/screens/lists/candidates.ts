import { useMutation, useQueries } from '@tanstack/react-query';
import { useHasWorkspace } from '../../platform/http/workspace.ts';
import { decodeNameKey } from '../../records/lists/identifier.ts';
import { freeNames, unlockedCompanies } from '../../records/records.ts';
import { unlockByIds } from '../../records/unlock.ts';
import type { SpendAuthorization } from '../../spending/spend-authorization.ts';
import { useFreeLoad } from '../../spending/use-free-load.ts';
import { unnamed } from '../searches/kit/lookups/known-names.ts';
import type { NameOption } from '../searches/kit/lookups/name-choice.tsx';
import { nameSearchResults } from '../searches/kit/lookups/record-search.ts';
import { formatPlaceName } from '../searches/kit/record/facts.tsx';

/** A company that a line may mean, with what tells it apart: its domain and, where it is unlocked, its place. */
export function describeCandidate(id: string): NameOption {
  const company = unlockedCompanies.read(id);
  const free = freeNames.read(id);
  const remark = [company?.domain ?? free?.remark, formatPlaceName(company?.location)].filter(Boolean).join(', ');
  return { key: id, name: company?.name ?? free?.name ?? unnamed.company, remark };
}

/** Reads what tells the candidates of lines apart: their names, and where that is free their records. */
export function useCandidates(keys: readonly string[], candidates: readonly string[]): void {
  const enabled = useHasWorkspace();
  const names = keys.flatMap((key) => decodeNameKey(key) ?? []);
  useQueries({ queries: names.map((name) => ({ ...nameSearchResults('company', name), enabled })) });
  const locked = unlockedCompanies.missing(candidates);
  const { mutate } = useMutation({
    mutationFn: (authorization: SpendAuthorization) => unlockByIds(authorization, { companies: locked }),
  });
  useFreeLoad(names.length > 0 && locked.length > 0 ? names.join('\n') : undefined, mutate);
}
