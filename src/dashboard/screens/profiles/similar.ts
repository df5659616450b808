import type { CompanyRecord } from '../../records/records.ts';

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
 * where a rare one says more than a frequent one. Companies with less than a tenth in common are left out.
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
  return candidates
    .map(({ id, terms }) => {
      const shared = weigh([...wanted].filter((term) => terms.has(term)));
      return { id, share: shared === 0 ? 0 : shared / Math.sqrt(whole * weigh(terms)) };
    })
    .filter(({ share }) => share >= 0.1)
    .toSorted((one, other) => other.share - one.share || one.id.localeCompare(other.id))
    .slice(0, max)
    .map(({ id }) => id);
}
