import { z } from 'zod';
import { searchCompanies } from '#contract/companies.ts';
import { searchDeals } from '#contract/deals.ts';
import { searchInvestors } from '#contract/investors.ts';
import { readMarket } from '#contract/market.ts';
import { searchPeople } from '#contract/people.ts';
import { parseJson } from '#contract/json.ts';
import { saveFile } from '../../platform/ui/copy-and-save.tsx';
import type { SavedSearch } from '#contract/workspace/saved-searches.ts';
import {
  addSearch,
  searchDefinition,
  chooseFreeSearchName,
  readColumns,
  type SearchDefinition,
} from '../searches/kit/saved/searches.tsx';

const searchesFile = z.object({
  format: z.literal('fundscope-searches'),
  version: z.literal(1),
  searches: z.array(z.unknown()),
});

const bodies: Record<SearchDefinition['screen'], z.ZodType> = {
  deals: searchDeals.body,
  companies: searchCompanies.body,
  investors: searchInvestors.body,
  people: searchPeople.body,
  market: readMarket.body,
};

/** Searches as a JSON file, without key, rows or figures. */
export function formatSearchesFile(searches: readonly SavedSearch[]): string {
  const plain = searches.map((saved) => searchDefinition.parse({ ...saved, columns: readColumns(saved) }));
  return `${JSON.stringify({ format: 'fundscope-searches', version: 1, searches: plain }, null, 2)}\n`;
}

/** The outcome of an import. */
type ImportedSearches = { readonly added: number; readonly skipped: number };

/** Adds the searches of a file; undefined when the text is no such file. */
export function importSearches(text: string): ImportedSearches | undefined {
  const read = searchesFile.safeParse(parseJson(text));
  if (!read.success) return undefined;
  let added = 0;
  for (const one of read.data.searches) {
    const parsed = searchDefinition.safeParse(one).data;
    // Skips what the service would reject.
    if (!parsed || !bodies[parsed.screen].safeParse(parsed.body).success) continue;
    addSearch({ ...parsed, name: chooseFreeSearchName(parsed.name) });
    added += 1;
  }
  return { added, skipped: read.data.searches.length - added };
}

/** Saves searches as a file. */
export const saveSearchesFile = (name: string, searches: readonly SavedSearch[]): void =>
  saveFile(`${name}.json`, new Blob([formatSearchesFile(searches)], { type: 'application/json' }));
