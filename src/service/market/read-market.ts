import type { Market, MarketSelection } from '#contract/market.ts';
import { buildDealPredicates } from '../db/deal-predicates.ts';
import type { IndexFigures, IndexSnapshot } from '../db/page.ts';
import { collectPermalinkFilters, resolvePermalinks } from '../db/permalinks.ts';
import { buildWhere, oneOf } from '../db/predicates.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError } from '../http/http-error.ts';
import type { MarketFigures, Selection } from './compute-market.ts';
import { buildQuestion, buildSelection, type MarketRequest } from './market-question.ts';
import { nameFigures } from './name-figures.ts';
import { nameRecords } from './name-records.ts';

/**
 * Figures about the deals of a search, from the index in memory.
 *
 * @throws HttpError `indexNotReady` while there is no index, and if an import replaced the records in the meantime.
 */
export async function findMarket(
  sql: Sql,
  request: MarketRequest,
  snapshot: IndexSnapshot | undefined,
  today: Date,
): Promise<Market> {
  if (!snapshot) throw new HttpError('indexNotReady');
  const { deals, within } = request;
  const known = await resolvePermalinks(sql, collectPermalinkFilters(deals), snapshot.permalinks);
  // The estimate needs what was reported of earlier periods, so the dates are not part of the search.
  const { date_start: _start, date_end: _end, ...deal } = deals.deal ?? {};
  const answer = await snapshot.readMarket(sql, {
    where: buildWhere(buildDealPredicates(known), { ...deals, deal }),
    leads: within?.leads && oneOf('i.uuid', within.leads),
    question: buildQuestion(request, today, within && toSelection(within, snapshot)),
  });
  const named = answer && (await nameAnswer(sql, answer));
  if (!named) throw new HttpError('indexNotReady');
  return named;
}

function toSelection(within: MarketSelection, { permalinks }: IndexSnapshot): Selection {
  // Ids, which the thread turns into rows. An unknown permalink becomes no row, nor -1, which stands for no place.
  const find = (kind: string) => (permalink: string) => permalinks.ids.get(`${kind} ${permalink}`) ?? -1;
  return buildSelection(within, {
    country: find('locations'),
    industry: find('super_categories'),
    // Found by their ids in the thread.
    leads: () => [],
  });
}

/** The figures with the names of what they count; undefined if an import replaced the records. */
async function nameAnswer(
  sql: Sql,
  { figures, firstIds: first, generation }: IndexFigures<MarketFigures>,
): Promise<Market | undefined> {
  const { window, leads, next_leads, where } = figures;
  const names = await nameRecords(sql, generation, {
    investors: [...(leads?.investors ?? []), ...(leads?.newcomers ?? []), ...(next_leads?.investors ?? [])].map(
      ({ investor }) => investor + first.i,
    ),
    deals: (window?.deals ?? []).map(({ deal }) => deal + first.d),
    locations: (where?.countries ?? []).map(({ country }) => country + first.l),
    industries: (where?.industries ?? []).map((industry) => industry + first.n),
  });
  return (
    names &&
    nameFigures(figures, {
      investor: (row) => names.investor(row + first.i),
      deal: (row) => names.deal(row + first.d),
      location: (row) => names.location(row + first.l),
      industry: (row) => names.industry(row + first.n),
    })
  );
}
