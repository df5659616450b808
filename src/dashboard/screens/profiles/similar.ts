import { relevanceBands } from '#contract/relevance.ts';
import type { CompanyRecord } from '../../records/records.ts';
import type { Figures } from '../searches/kit/resource/resource.ts';

type Described = Pick<CompanyRecord, 'id' | 'short_description' | 'long_description' | 'industries'>;

const commonWords = new Set(
  'a an and are as at be by for from in into is it its of on or our that the their this to using via we with platform company solution software'.split(
    ' ',
  ),
);

/** The words of a description and the industries of a company, each once. */
function collectTerms({ short_description: short, long_description: long, industries }: Described): Set<string> {
  const words = `${short ?? ''} ${long ?? ''}`.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return new Set([
    ...words.filter((word) => !commonWords.has(word)),
    ...(industries ?? []).flatMap(({ permalink }) => (permalink === null ? [] : [`#${permalink}`])),
  ]);
}

/**
 * The ids of the companies most like a company, best first: by the words of their descriptions and by their industries,
 * where a rare one says more than a frequent one. Left out are companies with less than a tenth in common, and those with
 * less than a third of what the closest one has.
 */
export function rankSimilar(company: Described, others: Iterable<Described>, max: number): string[] {
  const wanted = collectTerms(company);
  const candidates: { readonly id: string; readonly terms: Set<string> }[] = [];
  const counts = new Map<string, number>();
  for (const other of others) {
    if (other.id === company.id) continue;
    const terms = collectTerms(other);
    candidates.push({ id: other.id, terms });
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const weigh = (terms: Iterable<string>) =>
    [...terms].reduce((sum, term) => sum + Math.log(1 + candidates.length / (counts.get(term) ?? 1)), 0);
  const whole = weigh(wanted);
  const ranked = candidates
    .map(({ id, terms }) => {
      const shared = weigh([...wanted].filter((term) => terms.has(term)));
      return { id, share: shared === 0 ? 0 : shared / Math.sqrt(whole * weigh(terms)) };
    })
    .toSorted((one, other) => other.share - one.share || one.id.localeCompare(other.id));
  const least = Math.max(0.1, (ranked[0]?.share ?? 0) / 3);
  return ranked
    .filter(({ share }) => share >= least)
    .slice(0, max)
    .map(({ id }) => id);
}

/** The results of a search by meaning that are at least related; all of a service that says no similarity. */
export const withoutWeak = (ids: readonly string[], figures: Readonly<Record<string, Figures>>): readonly string[] =>
  ids.filter((id) => {
    const similarity = figures[id]?.['similarity'];
    return typeof similarity !== 'number' || similarity >= relevanceBands.related;
  });
