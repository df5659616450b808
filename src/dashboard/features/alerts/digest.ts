import { roundOrder, type Stage, formatRoundType, findStage } from '../../platform/rounds.ts';
import type { Item } from './items.ts';
import { escapeMarkdown, formatCount, formatMoney } from '../../platform/format.ts';
import { type Days, formatSpan } from './days.ts';
import { type CsvCell, toCsv } from '../../search/export/csv.ts';

/** Deals under one name, with what they raised; a sum is null where nothing of it is disclosed, never 0. */
export type Line = {
  readonly name: string;
  readonly deals: number;
  /** US dollars of those that say so. */
  readonly usd: number | null;
  readonly undisclosed: number;
  readonly stage?: Stage;
};

/** A company with several deals in the period. */
export type Repeat = { readonly company: string; readonly deals: readonly Item[] };

/** What a period held, computed from the feed alone: nothing is asked for. */
export type Digest = {
  readonly whole: Line;
  readonly matches: number;
  /** The same figures for as many days before; undefined until they are known. */
  readonly before: Line | undefined;
  readonly stages: readonly Line[];
  readonly places: readonly Line[];
  readonly alerts: readonly Line[];
  readonly largest: readonly Item[];
  readonly repeats: readonly Repeat[];
  /** Companies that no alert found in the days before; undefined until those are known. */
  readonly fresh: number | undefined;
};

const mostLargest = 10;
const mostPlaces = 12;

/** Adds up a list of deals. */
export function formatLine(name: string, items: readonly Item[]): Line {
  const amounts = items.flatMap(({ usd }) => usd ?? []);
  return {
    name,
    deals: items.length,
    usd: amounts.length === 0 ? null : amounts.reduce((sum, usd) => sum + usd, 0),
    undisclosed: items.length - amounts.length,
  };
}

/** The digest of a period, and how it differs from the one before. */
export function buildDigest(items: readonly Item[], before: readonly Item[] | undefined): Digest {
  const known = before && new Set(before.map(getCompanyKey));
  return {
    whole: formatLine('All', items),
    matches: items.reduce((sum, { reasons }) => sum + reasons.length, 0),
    before: before && formatLine('Before', before),
    stages: countStages(items),
    places: listPlaces(items),
    alerts: toLines(items, ({ reasons }) => reasons.map(({ alertName }) => alertName)).toSorted(byDeals),
    largest: items
      .filter(({ usd }) => usd !== null)
      .toSorted((one, other) => (other.usd ?? 0) - (one.usd ?? 0) || one.id.localeCompare(other.id))
      .slice(0, mostLargest),
    repeats: countRepeats(items),
    fresh: known && new Set(items.map(getCompanyKey).filter((key) => !known.has(key))).size,
  };
}

/** Undated and unnamed companies of a foreign service are told apart by their deal. */
const getCompanyKey = ({ id, deal }: Item): string => deal.company_id ?? id;

function toLines(items: readonly Item[], toNames: (item: Item) => readonly string[]): Line[] {
  return [...groupRows(items, toNames)].map(([name, grouped]) => formatLine(name, grouped));
}

function groupRows(items: readonly Item[], toNames: (item: Item) => readonly string[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    for (const name of new Set(toNames(item))) {
      const group = groups.get(name);
      if (group) group.push(item);
      else groups.set(name, [item]);
    }
  }
  return groups;
}

const byDeals = (one: Line, other: Line): number => other.deals - one.deals || one.name.localeCompare(other.name);

/** Rounds in the order of a company's life. */
function countStages(items: readonly Item[]): Line[] {
  const stages = new Map(items.map(({ round }) => [formatRoundType(round), findStage(round)]));
  const ranks = new Map(
    items.map(({ round }) => {
      const rank = roundOrder.findIndex((type) => type === round.type);
      return [formatRoundType(round), (rank < 0 ? roundOrder.length : rank) * 2 + (round.pre === true ? 0 : 1)];
    }),
  );
  return toLines(items, ({ round }) => [formatRoundType(round)])
    .map((line) => ({ ...line, stage: stages.get(line.name) ?? 0 }))
    .toSorted((one, other) => (ranks.get(one.name) ?? 0) - (ranks.get(other.name) ?? 0) || byDeals(one, other));
}

/** Countries, the busiest first; what is beyond the list is added up in its last line. */
function listPlaces(items: readonly Item[]): Line[] {
  const toPlace = ({ deal }: Item) => deal.location?.country ?? deal.location?.region ?? 'Place not known';
  const lines = toLines(items, (item) => [toPlace(item)]).toSorted(byDeals);
  if (lines.length <= mostPlaces) return lines;
  const shown = new Set(lines.slice(0, mostPlaces - 1).map(({ name }) => name));
  const rest = items.filter((item) => !shown.has(toPlace(item)));
  return [...lines.slice(0, mostPlaces - 1), formatLine(`${lines.length - mostPlaces + 1} other places`, rest)];
}

function countRepeats(items: readonly Item[]): Repeat[] {
  return [...groupRows(items, (item) => [getCompanyKey(item)]).values()]
    .filter((deals) => deals.length > 1)
    .map((deals) => ({ company: deals[0]?.deal.company_name ?? 'Unnamed company', deals }))
    .toSorted((one, other) => other.deals.length - one.deals.length || one.company.localeCompare(other.company));
}

/** A sum as people read it: "$12.4M", with what it leaves out. */
export const formatSum = ({ usd }: Line): string => (usd === null ? 'undisclosed' : formatMoney(usd));

/** "41 deals, 58 matches, $1.2B disclosed, 5 undisclosed". */
export function formatTotal({ whole, matches }: Digest): string {
  return [
    formatCount(whole.deals, 'deal'),
    formatCount(matches, 'match', 'matches'),
    ...(whole.usd === null ? [] : [`${formatMoney(whole.usd)} disclosed`]),
    ...(whole.undisclosed > 0 ? [`${whole.undisclosed.toLocaleString('en-US')} undisclosed`] : []),
  ].join(', ');
}

/** What changed against as many days before; undefined until those are known. */
export function formatChange({ whole, before, fresh }: Digest): string | undefined {
  if (!before || fresh === undefined) return undefined;
  const more = whole.deals - before.deals;
  const deals =
    more === 0
      ? `As many deals as in the period before`
      : `${formatCount(Math.abs(more), 'deal')} ${more > 0 ? 'more' : 'fewer'} than the ${before.deals.toLocaleString('en-US')} of the period before`;
  const sums = whole.usd === null && before.usd === null ? '' : `; ${formatSum(whole)} against ${formatSum(before)}`;
  return `${deals}${sums}; ${formatCount(fresh, 'company', 'companies')} not seen then.`;
}

/** The digest as Markdown, for a message or a document. */
export function formatMarkdown(digest: Digest, days: Days): string {
  const change = formatChange(digest);
  return [
    `# Alerts, ${formatSpan(days)} (UTC)`,
    `${formatTotal(digest)}.${change === undefined ? '' : ` ${change}`}`,
    ...formatTable('By stage', 'Stage', digest.stages),
    ...formatTable('By place', 'Place', digest.places),
    ...formatTable('By alert (a deal may match several)', 'Alert', digest.alerts),
    ...parseList('Largest rounds', digest.largest.map(formatDealText)),
    ...parseList(
      'Companies with several rounds',
      digest.repeats.map(({ company, deals }) => `${escapeMarkdown(company)}: ${deals.map(formatRound).join('; ')}`),
    ),
  ].join('\n\n');
}

const formatRound = ({ round, usd, day }: Item): string =>
  [formatRoundType(round), usd === null ? 'undisclosed' : formatMoney(usd), day ?? 'no date'].join(', ');

const formatDealText = (item: Item): string =>
  `${escapeMarkdown(item.deal.company_name ?? 'Unnamed company')}: ${formatRound(item)}`;

function formatTable(title: string, head: string, lines: readonly Line[]): string[] {
  if (lines.length === 0) return [];
  const rows = lines.map(
    (line) => `| ${escapeMarkdown(line.name)} | ${line.deals} | ${formatSum(line)} | ${line.undisclosed} |`,
  );
  return [
    `## ${title}`,
    [`| ${head} | Deals | Raised | Undisclosed |`, '| --- | ---: | ---: | ---: |', ...rows].join('\n'),
  ];
}

const parseList = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, lines.map((line) => `- ${line}`).join('\n')];

/** The figures of the digest as CSV: one line each, sums in US dollars. */
export function formatDigestCsv(digest: Digest, days: Days): string {
  const lines = (part: string, all: readonly Line[]): CsvCell[][] =>
    all.map(({ name, deals, usd, undisclosed }) => [part, name, deals, usd, undisclosed, days.from, days.to]);
  return toCsv([
    ['part', 'name', 'deals', 'raised_usd', 'undisclosed', 'from_utc', 'to_utc'],
    ...lines('all', [digest.whole]),
    ...lines('period before', digest.before ? [digest.before] : []),
    ...lines('stage', digest.stages),
    ...lines('place', digest.places),
    ...lines('alert', digest.alerts),
    ...lines(
      'largest',
      digest.largest.map((item) => ({
        name: item.deal.company_name ?? 'Unnamed company',
        deals: 1,
        usd: item.usd,
        undisclosed: 0,
      })),
    ),
    ...lines(
      'repeat company',
      digest.repeats.map(({ company, deals }) => ({
        name: company,
        deals: deals.length,
        usd: deals.reduce<number | null>((sum, { usd }) => (usd === null ? sum : (sum ?? 0) + usd), null),
        undisclosed: deals.filter(({ usd }) => usd === null).length,
      })),
    ),
  ]);
}
