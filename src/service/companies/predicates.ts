import type { CompanySearchFilters } from '#contract/companies.ts';
import { buildCompanyPredicates, roundPredicates } from '../db/deal-predicates.ts';
import type { ResolvedPermalinks } from '../db/permalinks.ts';
import { anyOf, oneOf, type FilterPredicates, related, throughRelation } from '../db/predicates.ts';

/** Without identifiers, which are joined with OR, and search_query, which ranks. */
type AndFilters = Pick<CompanySearchFilters, 'latest_deal' | 'investors'> & {
  company?: Omit<NonNullable<CompanySearchFilters['company']>, 'search_query' | 'min_relevance'> | undefined;
};

const anyRound = throughRelation('dealsOfCompany', roundPredicates);

/** The predicate of every filter of POST /companies, over a company (contract 1.2). */
export const buildCompanySearchPredicates = (known: ResolvedPermalinks): FilterPredicates<AndFilters> => ({
  company: buildCompanyPredicates(known),
  latest_deal: throughRelation('latestDealOfCompany', roundPredicates),
  // In any round, or directly on the company where a source names its investors without the round.
  investors: {
    investor_ids: (ids) => anyOf(anyRound.investor_ids(ids), related('investorsOfCompany', oneOf('i.uuid', ids))),
    people_ids: (ids) => anyOf(anyRound.people_ids(ids), related('angelsOfCompany', oneOf('p.uuid', ids))),
  },
});
