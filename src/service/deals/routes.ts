import type { FastifyInstance } from 'fastify';
import {
  countDeals,
  readCompanyDeals,
  readDeal,
  readInvestorDeals,
  readDealInvestors,
  readPersonDeals,
  searchDeals,
} from '#contract/deals.ts';
import { countDealFacets } from '#contract/facets.ts';
import type { RouteDetails } from '../http/handler.ts';
import { HttpError } from '../http/http-error.ts';
import { parseId } from '../http/validation.ts';
import {
  organizationKinds,
  personKinds,
  precheckIdentifiers,
  precheckPaging,
  pickIdentifier,
} from '../http/lookup-precheck.ts';
import type { ServiceOptions } from '../http/options.ts';
import { describePage } from '../http/response-body.ts';
import { route } from '../http/route.ts';
import { countFacets } from './facets.ts';
import { findDealHistoryIds, findDealInvestors, readDealHistory, readOneDeal } from './lookup.ts';
import { findDealIds, findDeals } from './search.ts';

/** Registers the endpoints that return deals. */
export function registerDeals(api: FastifyInstance, options: ServiceOptions): void {
  const details: RouteDetails<typeof searchDeals> = {
    isLightSearch: () => true,
    findIds: ({ body, db, snapshot }) => findDealIds(db, body, snapshot),
  };
  route(api, options, searchDeals, details, async ({ body, db, snapshot }) => {
    const found = await findDeals(db, body, snapshot);
    return describePage(body, found, { deals: found.records });
  });
  route(api, options, readDeal, async ({ params, db }) => {
    const deal = await readOneDeal(db, parseId(params.id, 'invalidDealId'));
    if (!deal) throw new HttpError('dealNotFound');
    return { data: { deal }, rows: 1 };
  });
  route(api, options, readDealInvestors, async ({ params, db }) => {
    const investors = await findDealInvestors(db, parseId(params.id, 'invalidDealId'));
    if (!investors) throw new HttpError('dealNotFound');
    return { data: investors, rows: investors.investors.length + investors.angel_investors.length };
  });
  registerHistories(api, options);
}

function registerHistories(api: FastifyInstance, options: ServiceOptions): void {
  const histories = [
    [readCompanyDeals, 'companies', organizationKinds, 'company'],
    [readInvestorDeals, 'investors', organizationKinds, 'investor'],
    [readPersonDeals, 'people', personKinds, 'person'],
  ] as const;
  for (const [endpoint, table, kinds, resource] of histories) {
    route(
      api,
      options,
      endpoint,
      {
        checkQuery: (query) => {
          precheckIdentifiers(query, kinds);
          precheckPaging(query);
        },
        findIds: async ({ query: { page, page_size, ...identifiers }, db, snapshot }) =>
          findDealHistoryIds(db, table, pickIdentifier(identifiers), { page, page_size, snapshot }),
      },
      async ({ query: { page, page_size, ...identifiers }, db, snapshot }) => {
        const identifier = pickIdentifier(identifiers);
        const found = await readDealHistory(db, table, identifier, { page, page_size, snapshot });
        if (!found) {
          const details = { identifier_type: identifier.kind, identifier_value: identifier.value };
          if (resource === 'person') throw new HttpError('dealPersonNotFound', details);
          throw new HttpError('dealOwnerNotFound', { ...details, resource });
        }
        const { records: deals, total } = found;
        return { data: { deals }, rows: deals.length, total, page, pageSize: page_size };
      },
    );
  }
}

/** Registers the free counts of a search for deals, in total and by facet, under /account. */
export function registerDealCounts(account: FastifyInstance, options: ServiceOptions): void {
  route(account, options, countDeals, async ({ body, db, snapshot }) => {
    const { total } = await findDeals(db, { ...body, page: 0, page_size: 1 }, snapshot);
    return { data: { total }, rows: 1 };
  });
  route(account, options, countDealFacets, async ({ body, db, snapshot }) => ({
    data: { facets: await countFacets(db, body, snapshot) },
    rows: 1,
  }));
}
