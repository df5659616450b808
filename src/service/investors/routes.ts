import type { FastifyInstance } from 'fastify';
import {
  countInvestors,
  countEachInvestors,
  lookUpInvestors,
  readInvestor,
  searchInvestors,
} from '#contract/investors.ts';
import type { Endpoint, ParsedBodyOf } from '#contract/endpoint.ts';
import type { HandlerContext } from '../http/handler.ts';
import { HttpError } from '../http/http-error.ts';
import { byNameOrIdentifier, byOrganization, pickIdentifier } from '../http/lookup-precheck.ts';
import type { ServiceOptions } from '../http/options.ts';
import { describePage } from '../http/response-body.ts';
import { route } from '../http/route.ts';
import { findInvestorMatches, readOneInvestor } from './lookup.ts';
import { findInvestorIds, findInvestors } from './search.ts';

/** Registers the endpoints that return investors. */
export function registerInvestors(api: FastifyInstance, options: ServiceOptions): void {
  route(
    api,
    options,
    searchInvestors,
    {
      isLightSearch: ({ company_investments }) => company_investments === undefined,
      findIds: ({ body, now, db, snapshot }) =>
        findInvestorIds(db, body, now, { relevance: options.relevance, snapshot }),
    },
    async ({ body, now, db, snapshot }) => {
      const found = await findInvestors(db, body, now, { relevance: options.relevance, snapshot });
      return describePage(body, found, { investors: found.records });
    },
  );
  route(api, options, readInvestor, byOrganization, async ({ query, now, db }) => {
    const investor = await readOneInvestor(db, pickIdentifier(query), now);
    if (!investor) throw new HttpError('investorNotFound');
    return { data: { investor }, rows: 1 };
  });
  route(api, options, lookUpInvestors, byNameOrIdentifier('investor'), async ({ query, db, snapshot }) => {
    const investors = await findInvestorMatches(db, query, snapshot);
    return { data: { investors }, rows: investors.length };
  });
}

/** Registers the free total of a search for investors, under /account. */
export function registerInvestorCount(account: FastifyInstance, options: ServiceOptions): void {
  const { relevance } = options;
  const count = async (
    body: ParsedBodyOf<typeof searchInvestors>,
    { now, db, snapshot }: Pick<HandlerContext<Endpoint>, 'db' | 'now' | 'snapshot'>,
  ) => (await findInvestors(db, { ...body, page: 0, page_size: 1 }, now, { relevance, snapshot })).total;
  route(account, options, countInvestors, async ({ body, ...context }) => ({
    data: { total: await count(body, context) },
    rows: 1,
  }));
  route(account, options, countEachInvestors, async ({ body: { searches }, ...context }) => {
    const totals: number[] = [];
    for (const search of searches) totals.push(await count(search, context));
    return { data: { totals }, rows: 1 };
  });
}
