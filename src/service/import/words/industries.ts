import { createIndustryResolver } from '../../lookups/resolve.ts';
import { readTaxonomy } from '../../lookups/taxonomy.ts';

/** Industries by permalink, the first word's first; and the words that mean none of ours. */
export type ReadIndustries = { industries: string[]; unknown: string[] };

/** Finds our industries for a source's words; `own` are the source's words that ours do not know, to permalinks or null for none. */
export function openIndustryReader(own: Record<string, string | null> = {}): (words: string[]) => ReadIndustries {
  const resolver = createIndustryResolver(readTaxonomy());
  const known = new Map<string, string | null | undefined>(
    Object.entries(own).map(([word, meaning]) => [word.toLowerCase(), meaning]),
  );
  const find = (word: string) => {
    const key = word.trim().toLowerCase();
    if (!known.has(key)) known.set(key, (resolver.industry(word) ?? resolver.superCategory(word))?.permalink);
    return known.get(key);
  };
  return (words) => {
    const found = words.map((word) => ({ word, permalink: find(word) }));
    return {
      industries: [
        ...new Set(found.map(({ permalink }) => permalink).filter((permalink) => typeof permalink === 'string')),
      ],
      unknown: found.filter(({ permalink }) => permalink === undefined).map(({ word }) => word),
    };
  };
}
