import type { QueryClient } from '@tanstack/react-query';
import type { Permalink } from '../lookups/permalink.ts';
import { findDoubtful } from '../lookups/proof.ts';
import type { Filter } from '../query/filter.ts';
import type { Question } from '../query/search-query.ts';

type LookedUp = { readonly key: string; readonly field: 'location' | 'industry' };

/** The filters whose values a free look-up proves. */
const toLookedUp = (filters: readonly Filter[]): LookedUp[] =>
  filters.flatMap(({ kind, ...rest }): LookedUp[] => {
    const key = 'key' in rest ? rest.key : '';
    if (kind === 'places') return [{ key, field: 'location' }];
    return kind === 'industries' ? [{ key, field: 'industry' }] : [];
  });

const readValues = (question: Question, key: string) => question[key] as readonly Permalink[];

/** The places and industries of a question that the look-ups do not know. */
export async function findAllDoubtful(
  client: QueryClient,
  filters: readonly Filter[],
  question: Question,
): Promise<Permalink[]> {
  const found = toLookedUp(filters).map(({ key, field }) => findDoubtful(client, field, readValues(question, key)));
  return (await Promise.all(found)).flat();
}

/** The question without some of its places and industries. */
export function toWithoutValues(filters: readonly Filter[], question: Question, out: readonly Permalink[]): Question {
  const kept = toLookedUp(filters).map(({ key }) => [
    key,
    readValues(question, key).filter(({ permalink }) => !out.some((one) => one.permalink === permalink)),
  ]);
  return { ...question, ...Object.fromEntries(kept) };
}
