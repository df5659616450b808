import { z } from 'zod';
import { searchCompanies } from './companies.ts';
import { countEndpoint } from './endpoint.ts';

/** How many companies in a search by meaning are strong matches, at least related, and close enough to be results. */
const matchCounts = z.strictObject({ strong: z.int(), related: z.int(), results: z.int() });
export type MatchCounts = z.infer<typeof matchCounts>;

/**
 * POST /account/matches: counts the companies in a search with `search_query` by band (`relevanceBands`); free. Its
 * body is that of POST /companies; page, order and `min_relevance` have no effect. Only our own service has it.
 */
export const countCompanyMatches = countEndpoint('countCompanyMatches', 'POST', '/matches', {
  summary: 'Count companies by how well they match a description',
  body: searchCompanies.body,
  data: z.strictObject({ matches: matchCounts }),
});
