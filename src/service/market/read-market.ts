import type { Market, MarketSelection, readMarket } from '#contract/market.ts';
import type { ParsedBodyOf } from '#contract/endpoint.ts';
import { buildDealPredicates } from '../db/deal-predicates.ts';
import type { IndexFigures, IndexSnapshot } from '../db/page.ts';
import { collectPermalinkFilters, resolvePermalinks } from '../db/permalinks.ts';
import { buildWhere, oneOf } from '../db/predicates.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError } from '../http/http-error.ts';
import type { MarketFigures, MarketQuestion, Selection } from './compute-market.ts';
import { toDayNumber } from './deal-table.ts';
import { nameRecords } from './name-records.ts';

type MarketRequest = ParsedBodyOf<typeof readMarket>;

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
  const { date_start, date_end, ...deal } = deals.deal ?? {};
  const question: MarketQuestion = {
    ...request,
    days: { start: toDay(date_start), end: toDay(date_end) },
    knownOn: Math.min(toDay(request.known_on) ?? Infinity, toDayNumber(today.toISOString().slice(0, 10))),
    selection: within && toSelection(within, snapshot),
  };
  const answer = await snapshot.readMarket(sql, {
    where: buildWhere(buildDealPredicates(known), { ...deals, deal }),
    leads: within?.leads && oneOf('i.uuid', within.leads),
    question: pickQuestion(question),
  });
  const named = answer && (await nameFigures(sql, answer));
  if (!named) throw new HttpError('indexNotReady');
  return named;
}

const toDay = (day: string | undefined): number | undefined => (day === undefined ? undefined : toDayNumber(day));

/** A message to the thread has only what it needs. */
const pickQuestion = ({
  blocks,
  days,
  knownOn,
  period,
  measure,
  figure,
  stage,
  selection,
}: MarketQuestion): MarketQuestion => ({ blocks, days, knownOn, period, measure, figure, stage, selection });

function toSelection(
  { date_start, date_end, stages, cells, leads, cohort }: MarketSelection,
  { permalinks }: IndexSnapshot,
): Selection {
  // Ids, which the thread turns into rows; an unknown permalink has the id 0, which no record has.
  const find = (kind: string, permalink: string | undefined) =>
    permalink === undefined ? undefined : (permalinks.ids.get(`${kind} ${permalink}`) ?? 0);
  return {
    start: toDay(date_start),
    end: toDay(date_end),
    stages,
    cells: cells?.map(({ country, industry }) => ({
      country: find('locations', country),
      industry: find('super_categories', industry),
    })),
    leads: leads && [],
    cohort: cohort && { stage: cohort.stage, start: toDayNumber(cohort.start) },
  };
}

/** The figures with the names of what they count; undefined if an import replaced the records. */
async function nameFigures(
  sql: Sql,
  { figures: found, firstIds: first, generation }: IndexFigures<MarketFigures>,
): Promise<Market | undefined> {
  const { window, leads, next_leads, where, ...figures } = found;
  const names = await nameRecords(sql, generation, {
    investors: [...(leads?.investors ?? []), ...(leads?.newcomers ?? []), ...(next_leads?.investors ?? [])].map(
      ({ investor }) => investor + first.i,
    ),
    deals: (window?.deals ?? []).map(({ deal }) => deal + first.d),
    locations: (where?.countries ?? []).map(({ country }) => country + first.l),
    industries: (where?.industries ?? []).map((industry) => industry + first.n),
  });
  if (!names) return undefined;
  const nameInvestor = <T extends { readonly investor: number }>({ investor, ...rest }: T) => ({
    ...rest,
    investor: names.investor(investor + first.i),
  });
  return {
    ...figures,
    ...(window && {
      window: {
        months: window.months,
        curve: window.curve,
        total: window.total,
        companies: window.deals.map(({ deal, months }) => ({ ...names.deal(deal + first.d), months })),
      },
    }),
    ...(leads && {
      leads: { ...leads, investors: leads.investors.map(nameInvestor), newcomers: leads.newcomers.map(nameInvestor) },
    }),
    ...(next_leads && { next_leads: { ...next_leads, investors: next_leads.investors.map(nameInvestor) } }),
    ...(where && {
      where: {
        ...where,
        industries: where.industries.map((industry) => names.industry(industry + first.n)),
        countries: where.countries.map(({ country, ...row }) => ({
          country: names.location(country + first.l),
          ...row,
        })),
      },
    }),
  };
}
