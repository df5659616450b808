import type { FastifyInstance } from 'fastify';
import { lookUpInvestors, readInvestor, searchInvestors } from '#contract/investors.ts';
import { Refusal } from '../http/errors.ts';
import { organizationKinds, refuseIdentifiers, toIdentifier } from '../http/identifier-query.ts';
import type { ServiceOptions } from '../http/options.ts';
import { route } from '../http/route.ts';
import { refuseSearch } from '../http/search-query.ts';
import { findInvestorMatches, readOneInvestor } from './lookup.ts';
import { findInvestors } from './search.ts';

/** The endpoints that return investment firms. */
export function registerInvestors(api: FastifyInstance, options: ServiceOptions): void {
  route(api, options, searchInvestors, async ({ body, now, db }) => {
    const { investors, total, ignored, rankedBy } = await findInvestors(db, body, now, options.relevance);
    return {
      data: { investors },
      rows: investors.length,
      total,
      page: body.page,
      pageSize: body.page_size,
      ignored,
      rankedBy,
    };
  });
  route(
    api,
    options,
    readInvestor,
    async ({ query, now, db }) => {
      const investor = await readOneInvestor(db, toIdentifier(query), now);
      if (!investor) throw new Refusal(404, 'INVESTOR_NOT_FOUND', 'No firm matches.', { help: 'Nothing was charged.' });
      return { data: { investor }, rows: 1 };
    },
    { refuseEarly: (query) => refuseIdentifiers(query, organizationKinds) },
  );
  route(
    api,
    options,
    lookUpInvestors,
    async ({ query, db }) => {
      const investors = await findInvestorMatches(db, query);
      return { data: { investors }, rows: investors.length };
    },
    {
      refuseEarly: (query) =>
        refuseSearch(query, { path: '/investor/search', kinds: ['domain', 'linkedin', 'crunchbase'], single: false }),
    },
  );
}
