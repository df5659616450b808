import type { FastifyInstance } from 'fastify';
import {
  countCompanies,
  countEachCompanies,
  lookUpCompanies,
  readCompany,
  searchCompanies,
} from '#contract/companies.ts';
import { countCompanyMatches } from '#contract/matches.ts';
import type { Endpoint, ParsedBodyOf } from '#contract/endpoint.ts';
import type { HandlerContext, RouteDetails } from '../http/handler.ts';
import { HttpError } from '../http/http-error.ts';
import { byNameOrIdentifier, byOrganization, pickIdentifier } from '../http/lookup-precheck.ts';
import type { ServiceOptions } from '../http/options.ts';
import { describePage } from '../http/response-body.ts';
import { route } from '../http/route.ts';
import { findCompanyMatches, readOneCompany } from './lookup.ts';
import { buildRelevanceQuery, countByBand, findCompanies, findCompanyIds } from './search.ts';

const hasNoText = (body: Parameters<typeof buildRelevanceQuery>[0]) => buildRelevanceQuery(body) === undefined;

/** Registers the endpoints that return companies. */
export function registerCompanies(api: FastifyInstance, options: ServiceOptions): void {
  const details: RouteDetails<typeof searchCompanies> = {
    isLightSearch: hasNoText,
    findIds: ({ body, db, snapshot }) => findCompanyIds(db, body, { relevance: options.relevance, snapshot }),
  };
  route(api, options, searchCompanies, details, async ({ body, db, snapshot }) => {
    const found = await findCompanies(db, body, { relevance: options.relevance, snapshot });
    return describePage(body, found, { companies: found.records });
  });
  route(api, options, readCompany, byOrganization, async ({ query, db }) => {
    const company = await readOneCompany(db, pickIdentifier(query));
    if (!company) throw new HttpError('companyNotFound');
    return { data: { company }, rows: 1 };
  });
  route(api, options, lookUpCompanies, byNameOrIdentifier('company'), async ({ query, db, snapshot }) => {
    const companies = await findCompanyMatches(db, query, snapshot);
    return { data: { companies }, rows: companies.length };
  });
}

/** Registers the free counts of a search, in total and by how well companies match its text, under /account. */
export function registerCompanyCounts(account: FastifyInstance, options: ServiceOptions): void {
  const { relevance } = options;
  const count = async (
    body: ParsedBodyOf<typeof searchCompanies>,
    { db, snapshot }: Pick<HandlerContext<Endpoint>, 'db' | 'snapshot'>,
  ) => (await findCompanies(db, { ...body, page: 0, page_size: 1 }, { relevance, snapshot })).total;
  route(account, options, countCompanies, async ({ body, ...context }) => ({
    data: { total: await count(body, context) },
    rows: 1,
  }));
  route(account, options, countEachCompanies, async ({ body: { searches }, ...context }) => {
    const totals: number[] = [];
    for (const search of searches) totals.push(await count(search, context));
    return { data: { totals }, rows: 1 };
  });
  route(account, options, countCompanyMatches, async ({ body, db, snapshot }) => ({
    data: { matches: await countByBand(db, body, { relevance, snapshot }) },
    rows: 1,
  }));
}
