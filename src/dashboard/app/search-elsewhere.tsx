import type { SearchScreen } from '#contract/filters.ts';
import type { ElsewhereParts } from '../screens/searches/kit/ask/ask-controls.ts';
import { SentenceSearch } from '../screens/searches/kit/filters/sentence-search.tsx';
import type { Resource } from '../screens/searches/kit/resource/resource.ts';

const resources: Readonly<Record<SearchScreen, () => Promise<Resource>>> = {
  deals: async () => (await import('../screens/searches/deals/deals.ts')).deals,
  companies: async () => (await import('../screens/searches/companies/companies.ts')).companies,
  investors: async () => (await import('../screens/searches/investors/investors.ts')).investors,
  people: async () => (await import('../screens/searches/people/people.ts')).people,
};

/** Searches a sentence that is about another screen than the one it was written on. */
export const SearchElsewhere = (parts: ElsewhereParts) => (
  <SentenceSearch {...parts} loadResource={resources[parts.name]} />
);
