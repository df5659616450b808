import { formatRaised, formatTotalRaised } from '../searches/kit/record/amounts.ts';
import { formatIndustries, formatPlace } from '../searches/kit/record/facts.tsx';
import { searchCompanies } from '#contract/companies.ts';
import { searchInvestors } from '#contract/investors.ts';
import {
  type CompanyRecord,
  type InvestorRecord,
  unlockedCompanies,
  unlockedInvestors,
} from '../../records/records.ts';
import { describeBusiness } from '../../platform/about-company.ts';
import {
  capitalize,
  formatEmployees,
  formatGrouped,
  formatMoney,
  formatShortDay,
  toDay,
} from '../../platform/format.ts';
import { formatCountedType, formatRoundType } from '../../platform/rounds.ts';
import type { ComparedKind } from '../searches/kit/record/compare-button.tsx';
import type { DealMatches } from '../searches/kit/record/deal-matches.ts';
import { unnamed, readKnownName } from '../searches/kit/lookups/known-names.ts';

/** A cell of a comparison. */
export type ComparedCell =
  | {
      readonly kind: 'figure';
      readonly text: string;
      /** The length of its bar, 0 to 1, on the scale that all cells of its row share. */
      readonly share: number;
    }
  | { readonly kind: 'text'; readonly text: string }
  /** Why there is no figure or, aligned as text, no text. */
  | { readonly kind: 'unknown'; readonly text: string; readonly isText?: true }
  /** The record is locked. */
  | { readonly kind: 'blank' };

/** One measure of all compared records. */
export type ComparedRow = { readonly name: string; readonly cells: readonly ComparedCell[] };

/** Rows under one heading, with what they are based on. */
export type ComparedSection = {
  readonly title: string;
  readonly basis?: string;
  readonly rows: readonly ComparedRow[];
};

/** A fact of a record, read for one row. */
type ComparedMeasure<R> =
  | {
      readonly name: string;
      readonly figure: (row: R) => number | null;
      readonly toText: (figure: number) => string;
      /** The end of the axis, where that is not the largest figure. */
      readonly full?: number;
      /** Shown where there is no figure; never 0. */
      readonly missing?: string | ((row: R) => string);
    }
  | { readonly name: string; readonly text: (row: R) => string | null };

/** The cells of a measure: all bars of a row begin at zero and end at the same figure. */
export function buildComparedRow<R>(measure: ComparedMeasure<R>, records: readonly (R | undefined)[]): ComparedRow {
  const { name } = measure;
  if ('text' in measure) {
    return { name, cells: records.map((record) => (record ? formatTextCell(measure.text(record)) : blank)) };
  }
  const { figure, toText, full, missing = 'Unknown' } = measure;
  const figures = records.map((record) => record && figure(record));
  const max = full ?? Math.max(0, ...figures.filter((one) => typeof one === 'number'));
  const cells = records.map((record, at): ComparedCell => {
    const one = figures[at];
    if (record === undefined || one === undefined) return blank;
    if (one === null) return { kind: 'unknown', text: typeof missing === 'string' ? missing : missing(record) };
    return { kind: 'figure', text: toText(one), share: max > 0 ? Math.min(1, one / max) : 0 };
  });
  return { name, cells };
}

const blank: ComparedCell = { kind: 'blank' };

const formatTextCell = (text: string | null): ComparedCell =>
  text === null || text === '' ? { kind: 'unknown', text: 'Unknown', isText: true } : { kind: 'text', text };

/** One of an investor's most frequent industries, locations or rounds. */
type TopValue = { readonly name: string | null; readonly count: number | null };

const maxTopRows = 8;

/** The most frequent values of all records as rows, the most shared ones first. */
export function findTopRows<R>(
  read: (record: R) => readonly TopValue[] | null,
  records: readonly (R | undefined)[],
): ComparedRow[] {
  const counts = records.map((record) => record && countByKey(read(record) ?? []));
  const names = [...new Set(counts.flatMap((one) => [...(one?.keys() ?? [])]))];
  const max = Math.max(0, ...counts.flatMap((one) => [...(one?.values() ?? [])]));
  const sharedBy = (name: string) => counts.filter((one) => one?.has(name)).length;
  const sum = (name: string) => counts.reduce((total, one) => total + (one?.get(name) ?? 0), 0);
  return names
    .toSorted((a, b) => sharedBy(b) - sharedBy(a) || sum(b) - sum(a) || a.localeCompare(b))
    .slice(0, maxTopRows)
    .map((name) => ({ name, cells: counts.map((one) => renderTopCell(one, name, max)) }));
}

const countByKey = (tops: readonly TopValue[]): ReadonlyMap<string, number> =>
  new Map(tops.flatMap(({ name, count }) => (name === null || count === null ? [] : [[name, count]])));

function renderTopCell(counts: ReadonlyMap<string, number> | undefined, name: string, max: number): ComparedCell {
  if (!counts) return blank;
  const count = counts.get(name);
  // A record lists its five most frequent values only, so a missing count is unknown and not 0.
  if (count === undefined) return { kind: 'unknown', text: 'Not in top 5' };
  return { kind: 'figure', text: formatGrouped(count), share: max > 0 ? count / max : 0 };
}

const formatDayText = (moment: string | null): string | null => {
  const day = toDay(moment);
  return day === undefined ? null : formatShortDay(day);
};

type Placed = Pick<InvestorRecord, 'location'>;
const toPlace = ({ location }: Placed): string => formatPlace(location ?? {});

const calculateShareLed = ({ lead_deal_count: led, total_deal_count: all }: InvestorRecord): number | null =>
  led === null || all === null || all === 0 ? null : (led / all) * 100;

const investorFigures: readonly ComparedMeasure<InvestorRecord>[] = [
  { name: 'Deals', figure: (investor) => investor.total_deal_count, toText: formatGrouped },
  { name: 'Led', figure: (investor) => investor.lead_deal_count, toText: formatGrouped },
  { name: 'Share led', figure: calculateShareLed, toText: (share) => `${Math.round(share)}%`, full: 100 },
  { name: 'Deals, last 12 months', figure: (investor) => investor.deal_count_last_12_months, toText: formatGrouped },
  { name: 'Led, last 12 months', figure: (investor) => investor.lead_deal_count_last_12_months, toText: formatGrouped },
];

const investorFacts: readonly ComparedMeasure<InvestorRecord>[] = [
  { name: 'Latest deal', text: (investor) => formatDayText(investor.most_recent_deal_date) },
  { name: 'Office', text: toPlace },
  { name: 'Stages', text: (investor) => investor.investment_stage },
  { name: 'Employees', text: (investor) => formatEmployees(investor.num_employees) },
];

/** In US dollars where those are known, otherwise as text in the currency of the round. */
const companyMoney: readonly ComparedMeasure<CompanyRecord>[] = [
  {
    name: 'Total raised',
    figure: ({ total_raised: usd }) => usd,
    toText: formatMoney,
    missing: (company) => formatTotalRaised(company) || 'Undisclosed',
  },
  {
    name: 'Latest valuation',
    figure: (company) => company.latest_valuation_usd,
    toText: formatMoney,
    missing: 'Undisclosed',
  },
  {
    name: 'Latest round, size',
    figure: (company) => company.latest_deal?.total_round_raised ?? null,
    toText: formatMoney,
    missing: ({ latest_deal: deal }) => (deal ? formatRaised(deal) : 'Undisclosed'),
  },
];

const companyCounts: readonly ComparedMeasure<CompanyRecord>[] = [
  { name: 'Rounds', figure: (company) => company.num_funding_rounds, toText: formatGrouped },
  { name: 'Investors', figure: (company) => company.num_investors, toText: formatGrouped },
];

const companyFacts: readonly ComparedMeasure<CompanyRecord>[] = [
  { name: 'What it does', text: ({ name, short_description: text }) => describeBusiness(name ?? '', text) },
  { name: 'Latest round', text: ({ latest_deal: deal }) => (deal ? formatRoundType(deal) : 'None') },
  { name: 'Announced', text: ({ latest_deal: deal }) => formatDayText(deal?.date ?? null) },
  { name: 'Valuation as of', text: (company) => formatDayText(company.latest_valuation_date) },
  { name: 'Location', text: toPlace },
  { name: 'Industries', text: formatIndustries },
  { name: 'Employees', text: (company) => formatEmployees(company.num_employees) },
  { name: 'IPO status', text: ({ ipo_status: status }) => status && capitalize(status) },
];

const onScale = 'The bars of a row share one scale.';

/** Reads how many deals of a record match a search. */
export type ReadMatches = (id: string) => DealMatches;

/** The measures of these records side by side, those of the search first; locked records have blank cells. */
export function buildSections(of: ComparedKind, ids: readonly string[], readMatches?: ReadMatches): ComparedSection[] {
  const sections =
    of === 'investors'
      ? buildInvestorSections(ids.map((id) => unlockedInvestors.read(id)))
      : buildCompanySections(ids.map((id) => unlockedCompanies.read(id)));
  return readMatches ? [buildSearchSection(ids.map(readMatches)), ...sections] : sections;
}

const buildSearchSection = (matches: readonly DealMatches[]): ComparedSection => ({
  title: 'Matching your search',
  rows: [
    buildComparedRow(
      { name: 'Deals', figure: ({ matching }) => matching, toText: formatGrouped, missing: 'Not counted' },
      matches,
    ),
    buildComparedRow(
      { name: 'Led', figure: ({ matchingLed }) => matchingLed, toText: formatGrouped, missing: 'Not counted' },
      matches,
    ),
  ],
});

function buildInvestorSections(records: readonly (InvestorRecord | undefined)[]): ComparedSection[] {
  const basis = 'Number of deals. Only the top five of each investor are known.';
  const tops: readonly ComparedSection[] = [
    { title: 'Industries', basis, rows: findTopRows((investor) => investor.top_industries, records) },
    { title: 'Locations', basis, rows: findTopRows((investor) => investor.top_locations, records) },
    { title: 'Rounds', basis, rows: findTopRows(listRounds, records) },
  ];
  return [
    { title: 'Activity', basis: onScale, rows: investorFigures.map((measure) => buildComparedRow(measure, records)) },
    { title: 'Facts', rows: investorFacts.map((measure) => buildComparedRow(measure, records)) },
    ...tops.filter(({ rows }) => rows.length > 0),
  ];
}

const listRounds = ({ top_round_types: rounds }: InvestorRecord) =>
  rounds?.map(({ type, count }) => ({ name: formatCountedType(type), count })) ?? null;

function buildCompanySections(records: readonly (CompanyRecord | undefined)[]): ComparedSection[] {
  const money = companyMoney.map((measure) => buildComparedRow(measure, records));
  const hasUsd = money.some(({ cells }) => cells.some(({ kind }) => kind === 'figure'));
  const counts = companyCounts.map((measure) => buildComparedRow(measure, records));
  return [
    { title: 'Money', basis: hasUsd ? `${onScale} Amounts are US dollars.` : onScale, rows: [...money, ...counts] },
    { title: 'Facts', rows: companyFacts.map((measure) => buildComparedRow(measure, records)) },
  ];
}

/** For each kind of record: the kind of one, its store, and what unlocking it costs. */
export const comparedKind = {
  investors: { kind: 'investor', unlocked: unlockedInvestors, cost: searchInvestors.cost },
  companies: { kind: 'company', unlocked: unlockedCompanies, cost: searchCompanies.cost },
} as const;

/** The name of a record; while it is locked, that it has none. */
export const getRecordName = (of: ComparedKind, id: string): string =>
  readKnownName(comparedKind[of].kind, id) ?? unnamed[comparedKind[of].kind];
