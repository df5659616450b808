import type { FastifyInstance } from 'fastify';
import { lookUpCompanies, readCompany, searchCompanies } from '#contract/companies.ts';
import { Refusal } from '../http/errors.ts';
import { organizationKinds, refuseIdentifiers, toIdentifier } from '../http/identifier-query.ts';
import type { ServiceOptions } from '../http/options.ts';
import { route } from '../http/route.ts';
import { refuseSearch } from '../http/search-query.ts';
import { findCompanyMatches, readOneCompany } from './lookup.ts';
import { findCompanies } from './search.ts';

/** The endpoints that return companies. */
export function registerCompanies(api: FastifyInstance, options: ServiceOptions): void {
  route(api, options, searchCompanies, async ({ body, db }) => {
    const { companies, total, ignored, rankedBy } = await findCompanies(db, body, options.relevance);
    return {
      data: { companies },
      rows: companies.length,
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
    readCompany,
    async ({ query, db }) => {
      const company = await readOneCompany(db, toIdentifier(query));
      if (!company)
        throw new Refusal(404, 'COMPANY_NOT_FOUND', 'No company matches.', { help: 'Nothing was charged.' });
      return { data: { company }, rows: 1 };
    },
    { refuseEarly: (query) => refuseIdentifiers(query, organizationKinds) },
  );
  route(
    api,
    options,
    lookUpCompanies,
    async ({ query, db }) => {
      const companies = await findCompanyMatches(db, query);
      return { data: { companies }, rows: companies.length };
    },
    {
      refuseEarly: (query) =>
        refuseSearch(query, { path: '/company/search', kinds: ['domain', 'linkedin', 'crunchbase'], single: true }),
    },
  );
}
