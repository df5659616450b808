import {
  findStage,
  formatNativeAmounts,
  formatRoundType,
  rankRound,
  type Round,
  toPlainRound,
  type Stage,
  formatExactNativeAmounts,
} from '../../platform/rounds.ts';
import {
  type AlertItem,
  type DayRange,
  addDays,
  countDays,
  describeAmount,
  formatAmount,
  formatDayRange,
  getPreviousDays,
  listNativeFinancings,
  readStatus,
} from '../../records/alerts/items.ts';
import type { DealRecord } from '../../records/records.ts';
import { formatCount, formatDayOf, formatGrouped, formatMoney, formatUtcDay } from '../../platform/format.ts';
import type { CsvCell } from '#contract/csv.ts';
import { escapeMarkdown } from '#contract/markdown.ts';
import { saveCsv, toCsv } from '../searches/kit/export/file-formats.ts';
import type { StatusState } from '../../records/status/statuses.ts';

/** The deals in one group and what they raised. */
export type DigestLine = {
  readonly name: string;
  readonly deals: number;
  /** US dollars of the rounds of which they are known; null where there are none. */
  readonly usd: number | null;
  /** What rounds without dollars raised in other currencies, as far as they are unlocked. */
  readonly native: Pick<DealRecord, 'financings'>;
  /** How many rounds are known in other currencies alone. */
  readonly withoutUsd: number;
  readonly undisclosed: number;
  readonly stage?: Stage;
};

/** A company with several deals in the period. */
type RepeatCompany = { readonly company: string; readonly deals: readonly AlertItem[] };

/** The deals of a period in figures, computed from the alerts alone. */
export type Digest = {
  readonly total: DigestLine;
  readonly matches: number;
  /** The days before the period that it is compared with; undefined while they load. */
  readonly before: (DigestLine & { readonly days: DayRange }) | undefined;
  readonly stages: readonly DigestLine[];
  readonly countries: readonly DigestLine[];
  readonly alerts: readonly DigestLine[];
  readonly largest: readonly AlertItem[];
  readonly repeats: readonly RepeatCompany[];
  /** Industries of the companies that are unlocked, and how many deals that covers. */
  readonly sectors: readonly DigestLine[];
  readonly sectorDeals: number;
  /** Investors in several of the deals that are unlocked, and how many deals are. */
  readonly investors: readonly DigestLine[];
  readonly investorDeals: number;
  /** The deals that the user shortlisted. */
  readonly shortlist: readonly AlertItem[];
  /** Companies without a match in the previous period; undefined while that loads. */
  readonly newCompanies: number | undefined;
};

/** What this device stores about a deal beyond its alert; undefined while that is locked. */
export type KnownFacts = {
  readonly industries: readonly string[] | undefined;
  readonly investors: readonly string[] | undefined;
  readonly isShortlisted: boolean;
};

const maxLargest = 10;
const maxCountries = 12;
const maxSectors = 10;

/** Adds up a list of deals. */
function sumDeals(name: string, items: readonly AlertItem[]): DigestLine {
  const amounts = items.flatMap(({ usd }) => usd ?? []);
  const undisclosed = items.filter((item) => formatAmount(item) === '').length;
  return {
    name,
    deals: items.length,
    usd: amounts.length === 0 ? null : amounts.reduce((sum, usd) => sum + usd, 0),
    native: listNativeFinancings(items),
    withoutUsd: items.length - amounts.length - undisclosed,
    undisclosed,
  };
}

/** The items of the period before, and its days whose sums are compared. */
type EarlierPeriod = { readonly items: readonly AlertItem[]; readonly days: DayRange };

/** The days before a period that it is compared with: as many as have passed of it until today. */
export function getComparedDays(days: DayRange, today: string): DayRange {
  const before = getPreviousDays(days);
  return days.to <= today ? before : { ...before, to: addDays(before.from, countDays({ ...days, to: today }) - 1) };
}

/** Builds the digest of a period. */
export function buildDigest(
  items: readonly AlertItem[],
  before: EarlierPeriod | undefined,
  read: (item: AlertItem) => KnownFacts,
): Digest {
  const facts = new Map(items.map((item) => [item, read(item)]));
  const withSectors = items.filter((item) => facts.get(item)?.industries !== undefined);
  const withInvestors = items.filter((item) => facts.get(item)?.investors !== undefined);
  const known = before && new Set(before.items.map(getCompanyKey));
  return {
    total: sumDeals('All', items),
    matches: items.reduce((sum, { reasons }) => sum + reasons.length, 0),
    before: before && sumDays(before),
    stages: countStages(items),
    countries: countCountries(items),
    alerts: groupLines(items, ({ reasons }) => reasons.map(({ alertName }) => alertName)).toSorted(byDeals),
    largest: items
      .filter(({ usd }) => usd !== null)
      .toSorted((one, other) => (other.usd ?? 0) - (one.usd ?? 0) || one.id.localeCompare(other.id))
      .slice(0, maxLargest),
    repeats: findRepeatCompanies(items),
    sectors: groupLines(withSectors, (item) => facts.get(item)?.industries ?? [])
      .toSorted(byDeals)
      .slice(0, maxSectors),
    sectorDeals: withSectors.length,
    investors: groupLines(withInvestors, (item) => facts.get(item)?.investors ?? [])
      .filter(({ deals }) => deals > 1)
      .toSorted(byDeals)
      .slice(0, maxLargest),
    investorDeals: withInvestors.length,
    shortlist: items.filter((item) => facts.get(item)?.isShortlisted === true),
    newCompanies: known && new Set(items.map(getCompanyKey).filter((key) => !known.has(key))).size,
  };
}

const sumDays = ({ items, days }: EarlierPeriod) => {
  const isInside = ({ day }: AlertItem) => day !== null && day >= days.from && day <= days.to;
  return { ...sumDeals('Before', items.filter(isInside)), days };
};

/** A hosted service may name no company; each such deal counts as a company of its own. */
const getCompanyKey = ({ id, deal }: AlertItem): string => deal.company_id ?? id;

function groupLines(items: readonly AlertItem[], getNames: (item: AlertItem) => readonly string[]): DigestLine[] {
  return [...groupItems(items, getNames)].map(([name, grouped]) => sumDeals(name, grouped));
}

function groupItems(
  items: readonly AlertItem[],
  getNames: (item: AlertItem) => readonly string[],
): Map<string, AlertItem[]> {
  const groups = new Map<string, AlertItem[]>();
  for (const item of items) {
    for (const name of new Set(getNames(item))) {
      const group = groups.get(name);
      if (group) group.push(item);
      else groups.set(name, [item]);
    }
  }
  return groups;
}

const byDeals = (one: DigestLine, other: DigestLine): number =>
  other.deals - one.deals || one.name.localeCompare(other.name);

/** Lines per round, from early to late. */
function countStages(items: readonly AlertItem[]): DigestLine[] {
  const name = (round: Round) => formatRoundType(toPlainRound(round));
  const stages = new Map(items.map(({ round }) => [name(round), findStage(round)]));
  const ranks = new Map(items.map(({ round }) => [name(round), rankRound(toPlainRound(round))]));
  return groupLines(items, ({ round }) => [name(round)])
    .map((line) => ({ ...line, stage: stages.get(line.name) ?? 0 }))
    .toSorted((one, other) => (ranks.get(one.name) ?? 0) - (ranks.get(other.name) ?? 0) || byDeals(one, other));
}

/** Lines per country, most deals first; the last line sums up the rest. */
function countCountries(items: readonly AlertItem[]): DigestLine[] {
  const getCountry = ({ deal }: AlertItem) => deal.location?.country ?? deal.location?.region ?? 'Country not known';
  const lines = groupLines(items, (item) => [getCountry(item)]).toSorted(byDeals);
  if (lines.length <= maxCountries) return lines;
  const shown = new Set(lines.slice(0, maxCountries - 1).map(({ name }) => name));
  const rest = items.filter((item) => !shown.has(getCountry(item)));
  return [...lines.slice(0, maxCountries - 1), sumDeals(`${lines.length - maxCountries + 1} other countries`, rest)];
}

function findRepeatCompanies(items: readonly AlertItem[]): RepeatCompany[] {
  return [...groupItems(items, (item) => [getCompanyKey(item)]).values()]
    .filter((deals) => deals.length > 1)
    .map((deals) => ({ company: deals[0]?.deal.company_name ?? 'Unnamed company', deals }))
    .toSorted((one, other) => other.deals.length - one.deals.length || one.company.localeCompare(other.company));
}

/** "$12.4M", "$12.4M and EUR 1.5M", or "not known": a locked round may be in another currency. */
const formatSum = ({ usd, native }: DigestLine): string =>
  [usd === null ? '' : formatMoney(usd), formatNativeAmounts(native)].filter((one) => one !== '').join(' and ') ||
  'not known';

/** "41 deals, 58 matches, $1.2B disclosed, 5 undisclosed". */
export function formatTotal({ total, matches }: Digest): string {
  return [
    formatCount(total.deals, 'deal'),
    formatCount(matches, 'match', 'matches'),
    ...(total.undisclosed === total.deals ? [] : [`${formatSum(total)} disclosed`]),
    ...(total.undisclosed > 0 ? [`${total.undisclosed.toLocaleString('en-US')} undisclosed`] : []),
  ].join(', ');
}

/** The comparison with the days before; undefined while they load. */
export function formatChange({ total, before, newCompanies }: Digest): string | undefined {
  if (!before || newCompanies === undefined) return undefined;
  const more = total.deals - before.deals;
  const compared = more === 0 ? 'As many as' : `${formatGrouped(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than`;
  const deals = `${compared} the ${formatCount(before.deals, 'deal')} of ${formatDayRange(before.days)}`;
  const [sum, earlier] = [formatSum(total), formatSum(before)];
  const sums = sum === earlier && sum === 'not known' ? '' : `; ${sum} compared with ${earlier}`;
  return `${deals}${sums}; ${formatCount(newCompanies, 'new company', 'new companies')}.`;
}

/** The digest as Markdown, for a message or a document. */
export function formatMarkdown(digest: Digest, days: DayRange): string {
  const change = formatChange(digest);
  return [
    `# Alerts, ${formatDayRange(days)} (UTC)`,
    `${formatTotal(digest)}.${change === undefined ? '' : ` ${change}`}`,
    ...formatTable('By stage', 'Stage', digest.stages),
    ...formatTable('By country', 'Country', digest.countries),
    ...formatTable(
      `By industry (${formatCount(digest.sectorDeals, 'deal')} with an unlocked company)`,
      'Industry',
      digest.sectors,
    ),
    ...formatTable('By alert (a deal can match several)', 'Alert', digest.alerts),
    ...formatMarkdownList('Shortlisted', digest.shortlist.map(formatDealText)),
    ...formatMarkdownList('Largest rounds', digest.largest.map(formatDealText)),
    ...formatMarkdownList(
      'Companies with several rounds',
      digest.repeats.map(({ company, deals }) => `${escapeMarkdown(company)}: ${deals.map(formatRound).join('; ')}`),
    ),
    ...formatMarkdownList(
      `Investors in several deals (of ${formatCount(digest.investorDeals, 'unlocked deal')})`,
      digest.investors.map((line) => `${escapeMarkdown(line.name)}: ${formatCount(line.deals, 'deal')}`),
    ),
  ].join('\n\n');
}

/** "Seed, $1.2M, 3 Nov 2026". */
export const formatRound = (item: AlertItem): string =>
  [formatRoundType(item.round), formatAmount(item) || describeAmount(item).toLowerCase(), formatDayOf(item.day)].join(
    ', ',
  );

const formatDealText = (item: AlertItem): string =>
  `${escapeMarkdown(item.deal.company_name ?? 'Unnamed company')}: ${formatRound(item)}`;

function formatTable(title: string, head: string, lines: readonly DigestLine[]): string[] {
  if (lines.length === 0) return [];
  const rows = lines.map(
    (line) => `| ${escapeMarkdown(line.name)} | ${line.deals} | ${formatSum(line)} | ${line.undisclosed} |`,
  );
  return [
    `## ${title}`,
    [`| ${head} | Deals | Raised | Amount not known |`, '| --- | ---: | ---: | ---: |', ...rows].join('\n'),
  ];
}

const formatMarkdownList = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, lines.map((line) => `- ${line}`).join('\n')];

/** The figures of the digest as CSV: one line each, sums in US dollars and, where those are not known, as paid. */
export function formatDigestCsv(digest: Digest, days: DayRange): string {
  const lines = (part: string, all: readonly DigestLine[], { from, to } = days): CsvCell[][] =>
    all.map(({ name, deals, usd, native, undisclosed }) => {
      return [part, name, deals, usd, undisclosed, from, to, formatExactNativeAmounts(native)];
    });
  return toCsv([
    ['part', 'name', 'deals', 'raised_usd', 'undisclosed', 'from_utc', 'to_utc', 'raised_native'],
    ...lines('all', [digest.total]),
    ...(digest.before ? lines('previous period', [digest.before], digest.before.days) : []),
    ...lines('stage', digest.stages),
    ...lines('country', digest.countries),
    ...lines('alert', digest.alerts),
    ...lines('industry', digest.sectors),
    ...lines('repeat investor', digest.investors),
    ...lines(
      'largest',
      digest.largest.map((item) => sumDeals(item.deal.company_name ?? 'Unnamed company', [item])),
    ),
    ...lines(
      'repeat company',
      digest.repeats.map(({ company, deals }) => sumDeals(company, deals)),
    ),
  ]);
}

type Column = readonly [head: string, read: (item: AlertItem, statuses: StatusState) => CsvCell | undefined];

const columns: readonly Column[] = [
  ['deal_id', ({ id }) => id],
  ['announced_utc', ({ day }) => day],
  ['company', ({ deal }) => deal.company_name],
  ['company_id', ({ deal }) => deal.company_id],
  ['website', ({ deal }) => deal.company_website],
  ['city', ({ deal }) => deal.location?.city],
  ['country', ({ deal }) => deal.location?.country],
  ['round', ({ round }) => formatRoundType(round)],
  ['raised_usd', ({ usd }) => usd],
  ['raised_native', (item) => (item.usd === null ? formatAmount(item) : null)],
  ['alerts', ({ reasons }) => reasons.map(({ alertName }) => alertName).join('; ')],
  ['reasons', ({ reasons }) => reasons.map(({ text }) => text).join(' ')],
  ['status', (item, statuses) => readStatus(statuses, item).status],
  ['tags', (item, statuses) => readStatus(statuses, item).tags.join('; ')],
  ['note', (item, statuses) => readStatus(statuses, item).note],
  ['article', ({ deal }) => (deal.articles?.find(({ is_primary: main }) => main === true) ?? deal.articles?.[0])?.link],
];

/** Deals as CSV, with status, tags and note. */
const formatItemsCsv = (items: readonly AlertItem[], statuses: StatusState): string =>
  toCsv([
    columns.map(([head]) => head),
    ...items.map((item) => columns.map(([, read]) => read(item, statuses) ?? null)),
  ]);

/** Saves deals as a CSV file and returns its name. */
export function saveItems(items: readonly AlertItem[], statuses: StatusState, what: string): string {
  const file = `${what}-${formatUtcDay()}.csv`;
  saveCsv(file, formatItemsCsv(items, statuses));
  return file;
}
