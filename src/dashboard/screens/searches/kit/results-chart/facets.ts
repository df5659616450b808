import { type DealFacets, listStageRounds, sizeBounds } from '#contract/facets.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { formatRoundKey } from '#contract/rounds.ts';
import { stageGroups } from '../../../../platform/rounds.ts';
import { findPeriod, formatPeriodName, listPeriodDays } from '../charts/periods.ts';
import { sizeBands } from '../charts/classes.ts';
import type { Permalink } from '../lookups/permalink.ts';
import type { SearchQuery } from '../query/search-query.ts';

/** A value that narrows a search, with how many records it leaves; a chosen one widens it again. */
export type FacetValue = {
  readonly name: string;
  readonly count: number;
  readonly isChosen: boolean;
  /** What a press changes of the query. */
  readonly change: Partial<SearchQuery>;
};
export type FacetGroup = { readonly label: string; readonly values: readonly FacetValue[] };

/** The most places, industries and months in the list; chosen ones are always there. */
export const maxValues = 8;

/** The values that narrow a query, counted each without its own filter. Groups without a value are absent. */
export function listFacets(query: SearchQuery, counts: Partial<DealFacets>): FacetGroup[] {
  const groups = [
    { label: 'Stage', values: listStages(query, counts.rounds ?? []) },
    { label: 'Country', values: listPlaces(query, counts.locations ?? []) },
    { label: 'Industry', values: listIndustries(query, counts.industries ?? []) },
    { label: 'Size', values: listSizes(query, counts.sizes ?? []) },
    { label: 'Month', values: listMonths(query, counts.months ?? []) },
  ];
  return groups.filter(({ values }) => values.length > 0);
}

export const everyStage = [...stageGroups, { name: 'Other rounds', rounds: listStageRounds('OTHER') }];

function listStages({ round = [] }: SearchQuery, counted: NonNullable<DealFacets['rounds']>): FacetValue[] {
  const deals = new Map(counted.map(({ deals: count, ...one }) => [formatRoundKey(one), count]));
  const chosen = new Set(round.map(formatRoundKey));
  return everyStage.flatMap(({ name, rounds }) => {
    const isChosen = rounds.every((one) => chosen.has(formatRoundKey(one)));
    const count = rounds.reduce((sum, one) => sum + (deals.get(formatRoundKey(one)) ?? 0), 0);
    return count === 0 && !isChosen
      ? []
      : [{ name, count, isChosen, change: { round: isChosen ? without(round, rounds) : [...rounds] } }];
  });
}

const without = (all: readonly FinancingFilter[], removed: readonly FinancingFilter[]): FinancingFilter[] => {
  const keys = new Set(removed.map(formatRoundKey));
  return all.filter((one) => !keys.has(formatRoundKey(one)));
};

type Counted = { readonly value: Permalink; readonly deals: number };

/** The most frequent values of a filter of permalinks, and the chosen ones. */
function listPermalinks(
  key: 'location' | 'industry',
  chosen: readonly Permalink[],
  counted: readonly Counted[],
): FacetValue[] {
  const isChosen = ({ permalink }: Permalink) => chosen.some((one) => one.permalink === permalink);
  const shown = counted.filter(({ value }, at) => at < maxValues || isChosen(value));
  return shown.map(({ value, deals }) => ({
    name: value.name,
    count: deals,
    isChosen: isChosen(value),
    change: {
      [key]: isChosen(value) ? chosen.filter(({ permalink }) => permalink !== value.permalink) : [value],
    },
  }));
}

const listPlaces = ({ location = [] }: SearchQuery, counted: NonNullable<DealFacets['locations']>): FacetValue[] =>
  listPermalinks(
    'location',
    location,
    counted
      .filter(({ location_type: type }) => type === 'COUNTRY')
      .map(({ deals, location_type: kind, ...one }) => ({ deals, value: { ...one, kind } })),
  );

const listIndustries = ({ industry = [] }: SearchQuery, counted: NonNullable<DealFacets['industries']>): FacetValue[] =>
  listPermalinks(
    'industry',
    industry,
    counted.map(({ deals, industry_type: kind, ...one }) => ({ deals, value: { ...one, kind } })),
  );

/** Bands of whole dollars; undisclosed amounts match no bound. */
function listSizes({ min, max }: SearchQuery, counted: NonNullable<DealFacets['sizes']>): FacetValue[] {
  return counted.flatMap(({ min: from, deals }) => {
    if (from === null) return [];
    const next = sizeBounds[sizeBounds.findIndex((bound) => bound === from) + 1];
    const until = next === undefined ? undefined : next - 1;
    const isChosen = min === from && max === until;
    const change = isChosen ? { min: undefined, max: undefined } : { min: from, max: until };
    return [{ name: sizeBands.find(([bound]) => bound === from)?.[1] ?? '', count: deals, isChosen, change }];
  });
}

function listMonths({ from, to }: SearchQuery, counted: NonNullable<DealFacets['months']>): FacetValue[] {
  const sums = new Map<string, number>();
  for (const { month, deals } of counted) if (month !== null) sums.set(month, (sums.get(month) ?? 0) + deals);
  const newest = [...sums].toSorted(([one], [other]) => other.localeCompare(one));
  return newest.flatMap(([month, deals], at) => {
    const period = findPeriod(`${month}-01`, 'month');
    const [first, last] = listPeriodDays(period, 'month');
    const isChosen = from === first && to === last;
    if (at >= maxValues && !isChosen) return [];
    const change = isChosen ? { from: undefined, to: undefined } : { from: first, to: last };
    return [{ name: formatPeriodName(period, 'month'), count: deals, isChosen, change }];
  });
}
