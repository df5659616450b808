import type { FastifyInstance } from 'fastify';
import {
  readCompanyDeals,
  readDeal,
  readInvestorDeals,
  readLineup,
  readPersonDeals,
  searchDeals,
} from '#contract/deals.ts';
import { uuid } from '#contract/scalars.ts';
import { Refusal } from '../http/errors.ts';
import {
  organizationKinds,
  personKinds,
  refuseIdentifiers,
  refusePaging,
  toIdentifier,
} from '../http/identifier-query.ts';
import type { ServiceOptions } from '../http/options.ts';
import { route } from '../http/route.ts';
import { readDealLineup, readHistory, readOneDeal } from './lookup.ts';
import { toDeal } from './row.ts';
import { findDeals } from './search.ts';

/** The endpoints that return deals. */
export function registerDeals(api: FastifyInstance, options: ServiceOptions): void {
  route(api, options, searchDeals, async ({ body, db }) => {
    const { deals, total, ignored } = await findDeals(db, body);
    return { data: { deals }, rows: deals.length, total, page: body.page, pageSize: body.page_size, ignored };
  });
  route(api, options, readDeal, async ({ params, db }) => {
    const deal = await readOneDeal(db, toDealId(params.id));
    if (!deal) throw dealNotFound();
    return { data: { deal }, rows: 1 };
  });
  route(api, options, readLineup, async ({ params, db }) => {
    const lineup = await readDealLineup(db, toDealId(params.id));
    if (!lineup) throw dealNotFound();
    return { data: lineup, rows: lineup.investors.length + lineup.angel_investors.length };
  });
  registerHistories(api, options);
}

function registerHistories(api: FastifyInstance, options: ServiceOptions): void {
  const histories = [
    [readCompanyDeals, 'companies', organizationKinds, 'company'],
    [readInvestorDeals, 'investors', organizationKinds, 'firm'],
    [readPersonDeals, 'people', personKinds, 'person'],
  ] as const;
  for (const [endpoint, table, kinds, what] of histories) {
    route(
      api,
      options,
      endpoint,
      async ({ query: { page, page_size, ...identifiers }, db }) => {
        const identifier = toIdentifier(identifiers);
        const found = await readHistory(db, table, identifier, { page, page_size });
        if (!found) {
          throw new Refusal(404, table === 'people' ? 'PERSON_NOT_FOUND' : 'NOT_FOUND', `No ${what} matches.`, {
            identifier_type: identifier.kind,
            identifier_value: identifier.value,
          });
        }
        const deals = found.rows.map(toDeal);
        return { data: { deals }, rows: deals.length, total: found.total, page, pageSize: page_size };
      },
      {
        refuseEarly: (query) => {
          refuseIdentifiers(query, kinds);
          refusePaging(query);
        },
      },
    );
  }
}

function toDealId(given: string): string {
  const id = uuid.safeParse(given);
  if (id.success) return id.data;
  throw new Refusal(400, 'INVALID_DEAL_ID', 'The deal id is not a uuid.', {
    help: 'Give the id as POST /deals shows it.',
  });
}

const dealNotFound = () =>
  new Refusal(404, 'DEAL_NOT_FOUND', 'No deal has this id.', { help: 'Give the id as POST /deals shows it.' });
