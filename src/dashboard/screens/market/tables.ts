import { fewestDeals, type Market } from '#contract/market.ts';
import { facetStages } from '#contract/facets.ts';
import { formatGrouped } from '../../platform/format.ts';
import type { CellFormat } from '../searches/kit/table/grid-column.ts';
import type { BlockTable } from './block-table.ts';
import { writeClockBasis } from './clock-sentence.ts';
import type { MarketUrl } from './market-url.ts';
import { formatCohort, formatDays, formatPeriodOf } from './period-names.ts';
import { formatStage, type MarketStage } from './stages.ts';

type Column = readonly [head: string, format?: CellFormat];
const toTable = (title: string, basis: string, columns: readonly Column[], rows: BlockTable['rows']): BlockTable => ({
  title,
  basis,
  heads: columns.map(([head]) => head),
  formats: columns.map(([, format]) => format),
  rows,
});

const formatOf = (isCount: boolean): CellFormat => (isCount ? 'count' : 'usd');

/** The clock: what each period has, what is expected of it, and its stages. */
export function buildClockTable(market: Market, { measure, period }: MarketUrl): BlockTable {
  const { clock, within, known_on: knownOn } = market;
  const periods = clock?.periods ?? [];
  const stages = facetStages.filter((stage) => periods.some((one) => one.stages.some((part) => part.stage === stage)));
  const format = formatOf(measure === 'deals');
  const readStage = (parts: readonly { stage: MarketStage; value: number }[], stage: MarketStage) =>
    parts.find((part) => part.stage === stage)?.value ?? 0;
  return toTable(
    { deals: 'Deals', amount: 'Amount raised', median: 'Median round' }[measure].concat(` by ${period}`),
    clock ? writeClockBasis(clock, { deals: within, knownOn, kind: period }) : '',
    [
      [period === 'quarter' ? 'Quarter' : 'Month'],
      ['Reported', format],
      ['Expected', format],
      ['Expected from', format],
      ['Expected to', format],
      ['Year before, same age', format],
      ...stages.map((stage) => [formatStage(stage), format] as const),
    ],
    periods.map((one) => [
      `${formatPeriodOf(one.start, period)}${one.is_running ? ' to date' : ''}`,
      one.value,
      one.expected?.value ?? null,
      one.expected?.low ?? null,
      one.expected?.high ?? null,
      one.year_before,
      ...stages.map((stage) => readStage(one.stages, stage)),
    ]),
  );
}

/** The figures of round sizes by name, and how a value of each is formatted in files. */
export const sizeFigureNames = {
  amount: 'Amount',
  valuation: 'Valuation',
  step_up: 'Step-up',
  months: 'Months between rounds',
} as const;
const sizeFormats = { amount: 'usd', valuation: 'usd', step_up: 'ratio', months: 'count' } as const;
const sizeNouns = {
  amount: 'amounts, USD',
  valuation: 'valuations, USD',
  step_up: 'valuations against that of the round before',
  months: 'months since the round before',
} as const;

/** Round sizes by stage in the recent window. */
export function buildSizesTable(market: Market, { figure }: MarketUrl): BlockTable {
  const stages = market.sizes?.recent ?? [];
  const deals = stages.reduce((sum, one) => sum + one.deals, 0);
  const format = sizeFormats[figure];
  return toTable(
    figure === 'amount' ? 'Round sizes' : `Round sizes: ${sizeFigureNames[figure].toLowerCase()}`,
    `n ${formatGrouped(deals)} deals announced ${formatDays(market.recent.start, market.recent.end)}. Percentiles of disclosed ${sizeNouns[figure]}; none below ${fewestDeals}. Change: median against the year before at the same age.`,
    [
      ['Stage'],
      ['Deals', 'count'],
      ['Undisclosed', 'share'],
      ['p10', format],
      ['p25', format],
      ['Median', format],
      ['p75', format],
      ['p90', format],
      ['Change', 'share'],
    ],
    stages.map(({ stage, deals: all, disclosed, percentiles, change }) => [
      formatStage(stage),
      all,
      all === 0 ? null : (all - disclosed) / all,
      percentiles?.p10 ?? null,
      percentiles?.p25 ?? null,
      percentiles?.median ?? null,
      percentiles?.p75 ?? null,
      percentiles?.p90 ?? null,
      change,
    ]),
  );
}

/** Graduation by cohort. */
export function buildGraduationTable(market: Market, { stage }: MarketUrl): BlockTable {
  const { cohorts = [], all } = market.graduation ?? {};
  const months = all?.cells.map((cell) => cell.months) ?? [];
  const span = cohorts[0] && `, ${formatCohort(cohorts[0].start)} to ${formatCohort(cohorts.at(-1)?.start ?? '')}`;
  return toTable(
    `Graduation: ${formatStage(stage)} to a later stage`,
    `n ${formatGrouped(all?.companies ?? 0)} first ${formatStage(stage)} rounds${span ?? ''}. A company counts once; shares by Kaplan and Meier, none below ${fewestDeals} companies. Closed: reported as closed, not silence.`,
    [
      [`${formatStage(stage)} in`],
      ['Companies', 'count'],
      ...months.map((month) => [`${month} months`, 'share'] as const),
      ['Raised', 'count'],
      ['Closed', 'count'],
    ],
    cohorts.map(({ start, companies, cells, raised, closed }) => [
      formatCohort(start),
      companies,
      ...cells.map(({ share }) => share),
      raised,
      closed,
    ]),
  );
}

/** Companies whose age is that at which the middle half of their peers raised. */
export function buildWindowTable(market: Market, { stage }: MarketUrl): BlockTable {
  const found = market.window;
  const span = found?.months
    ? ` The middle half of those that raised did so ${found.months.from.toFixed(0)} to ${found.months.to.toFixed(0)} months after their ${formatStage(stage)} round.`
    : '';
  return toTable(
    'In the window',
    `${formatGrouped(found?.companies.length ?? 0)} of ${formatGrouped(found?.total ?? 0)} companies, those nearest to the median first.${span} Companies as they are today.`,
    [['Company'], ['Last round', 'day'], ['Months since', 'count'], ['Raised', 'usd']],
    found?.companies.map(({ company, date, months, raised }) => [company.name, date, months, raised]) ?? [],
  );
}

/** The name of a country or industry; the rest where there is none. */
export const formatTablePlace = (place: { readonly name: string } | null): string => place?.name ?? 'Other';

/** Deals by country and industry. */
export function buildWhereTable(market: Market, { where }: MarketUrl): BlockTable {
  const { industries = [], countries = [], all = [], deals = 0 } = market.where ?? {};
  const read = (cell: (typeof all)[number]) =>
    where === 'deals' ? cell.deals : where === 'amount' ? cell.amount : findChange(cell, 'deals');
  const format: CellFormat = where === 'change' ? 'share' : formatOf(where === 'deals');
  return toTable(
    'Where the activity is',
    `n ${formatGrouped(deals)} deals announced ${formatDays(market.recent.start, market.recent.end)}, first country and first industry of each company. Change against the year before at the same age; left out where either has under ${fewestDeals} deals.`,
    [['Country'], ...industries.map((one) => [formatTablePlace(one), format] as const), ['All', format]],
    [
      ...countries.map(({ country, cells, all: row }) => [formatTablePlace(country), ...cells.map(read), read(row)]),
      ['All', ...all.map(read), read(sumOf(all))],
    ],
  );
}

type PlaceCell = NonNullable<Market['where']>['all'][number];

/** The sum of cells. */
export const sumOf = (cells: readonly PlaceCell[]): PlaceCell =>
  cells.reduce(
    (sum, one) => ({
      deals: sum.deals + one.deals,
      amount: sum.amount + one.amount,
      deals_before: addKnown(sum.deals_before, one.deals_before),
      amount_before: addKnown(sum.amount_before, one.amount_before),
    }),
    { deals: 0, amount: 0, deals_before: 0, amount_before: 0 },
  );

const addKnown = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

/** The change of a cell against the year before; null where either has too few deals. */
export function findChange(cell: PlaceCell, of: 'deals' | 'amount'): number | null {
  if (Math.min(cell.deals, cell.deals_before ?? 0) < fewestDeals) return null;
  const [now, before] = of === 'deals' ? [cell.deals, cell.deals_before] : [cell.amount, cell.amount_before];
  return before === null || before === 0 ? null : now / before - 1;
}

type Lead = NonNullable<Market['leads']>['investors'][number];

/** The change of an investor's led rounds; null for too few. */
export const findLeadChange = ({ led, led_before: before }: Lead): number | null =>
  before === null || Math.min(led, before) < fewestDeals ? null : led / before - 1;

/** Who leads: the investors, then the newcomers. */
export function buildLeadsTable(market: Market, { leads: order }: MarketUrl): BlockTable {
  const { deals = 0, with_lead: withLead = 0 } = market.leads ?? {};
  const { investors, newcomers } = sortLeads(market, order);
  const line = (lead: Lead, isNew: boolean) => [
    lead.investor.name,
    lead.led,
    lead.led_before,
    findLeadChange(lead),
    lead.amount,
    lead.typical,
    lead.first,
    isNew ? 'New' : null,
  ];
  return toTable(
    'Who leads',
    `n ${formatGrouped(withLead)} of ${formatGrouped(deals)} deals name a lead, ${formatDays(market.recent.start, market.recent.end)}. Change: against the year before at the same age; few: under ${fewestDeals}. Typical: median round led.`,
    [
      ['Investor'],
      ['Led', 'count'],
      ['Year before', 'count'],
      ['Change', 'share'],
      ['Amount of rounds', 'usd'],
      ['Typical', 'usd'],
      ['First', 'day'],
      ['Newcomer'],
    ],
    [...investors.map((lead) => line(lead, false)), ...newcomers.map((lead) => line(lead, true))],
  );
}

/** Leads by the number or the amount of the rounds that they led. */
export function sortLeads({ leads }: Market, order: MarketUrl['leads']) {
  const sort = (some: readonly Lead[]) =>
    some.toSorted((one, other) => (order === 'led' ? other.led - one.led : other.amount - one.amount));
  return { investors: sort(leads?.investors ?? []), newcomers: sort(leads?.newcomers ?? []) };
}
