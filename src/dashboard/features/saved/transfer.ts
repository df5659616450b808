import { z } from 'zod';
import { searchCompanies } from '#contract/companies.ts';
import { searchDeals } from '#contract/deals.ts';
import { searchInvestors } from '#contract/investors.ts';
import { searchPeople } from '#contract/people.ts';
import { addSearch, search, chooseFreeName, type Search } from '../../search/saved/searches.ts';

const file = z.object({
  format: z.literal('fundscope-searches'),
  version: z.literal(1),
  searches: z.array(z.unknown()),
});

const bodies: Record<Search['screen'], z.ZodType> = {
  deals: searchDeals.body,
  companies: searchCompanies.body,
  investors: searchInvestors.body,
  people: searchPeople.body,
};

/** Searches as the text of a file; no key, no rows and no figures are in it. */
export function buildExport(searches: readonly Search[]): string {
  const plain = searches.map((one) => search.parse(one));
  return `${JSON.stringify({ format: 'fundscope-searches', version: 1, searches: plain }, null, 2)}\n`;
}

/** How an import went. */
export type Imported = { readonly added: number; readonly refused: number };

/** Adds the searches of a file beside those that are kept; undefined when the text is no such file. */
export function importSearches(text: string): Imported | undefined {
  const read = file.safeParse(toJson(text));
  if (!read.success) return undefined;
  let added = 0;
  for (const one of read.data.searches) {
    const sound = search.safeParse(one).data;
    // What the service would refuse is not taken in.
    if (!sound || !bodies[sound.screen].safeParse(sound.body).success) continue;
    addSearch({ ...sound, name: chooseFreeName(sound.name) });
    added += 1;
  }
  return { added, refused: read.data.searches.length - added };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Hands searches to the person as a file. */
export function saveExport(name: string, searches: readonly Search[]): void {
  const url = URL.createObjectURL(new Blob([buildExport(searches)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.json`;
  link.click();
  // At once would be before some browsers have read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
