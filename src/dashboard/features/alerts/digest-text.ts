import { toCount, toMoney } from '../../platform/format.ts';
import { toMarkdownText } from '../../platform/markdown.ts';
import { toRoundName } from '../../platform/rounds.ts';
import { toSpanName, type Days } from './days.ts';
import type { Digest, Line } from './digest.ts';
import type { Item } from './items.ts';
import { type CsvCell, toCsv } from '../../search/export/csv.ts';

/** A sum as people read it: "$12.4M", with what it leaves out. */
export const toSumText = ({ usd }: Line): string => (usd === null ? 'undisclosed' : toMoney(usd));

/** "41 deals, 58 matches, $1.2B disclosed, 5 undisclosed". */
export function toTotalText({ whole, matches }: Digest): string {
  return [
    toCount(whole.deals, 'deal'),
    toCount(matches, 'match', 'matches'),
    ...(whole.usd === null ? [] : [`${toMoney(whole.usd)} disclosed`]),
    ...(whole.undisclosed > 0 ? [`${whole.undisclosed.toLocaleString('en-US')} undisclosed`] : []),
  ].join(', ');
}

/** What changed against as many days before; undefined until those are known. */
export function toChangeText({ whole, before, fresh }: Digest): string | undefined {
  if (!before || fresh === undefined) return undefined;
  const more = whole.deals - before.deals;
  const deals =
    more === 0
      ? `As many deals as in the period before`
      : `${toCount(Math.abs(more), 'deal')} ${more > 0 ? 'more' : 'fewer'} than the ${before.deals.toLocaleString('en-US')} of the period before`;
  const sums = whole.usd === null && before.usd === null ? '' : `; ${toSumText(whole)} against ${toSumText(before)}`;
  return `${deals}${sums}; ${toCount(fresh, 'company', 'companies')} not seen then.`;
}

/** The digest as Markdown, for a message or a document. */
export function toMarkdown(digest: Digest, days: Days): string {
  const change = toChangeText(digest);
  return [
    `# Alerts, ${toSpanName(days)} (UTC)`,
    `${toTotalText(digest)}.${change === undefined ? '' : ` ${change}`}`,
    ...toTable('By stage', 'Stage', digest.stages),
    ...toTable('By place', 'Place', digest.places),
    ...toTable('By alert (a deal may match several)', 'Alert', digest.alerts),
    ...toList('Largest rounds', digest.largest.map(toDealText)),
    ...toList(
      'Companies with several rounds',
      digest.repeats.map(({ company, deals }) => `${toMarkdownText(company)}: ${deals.map(toRoundText).join('; ')}`),
    ),
  ].join('\n\n');
}

const toRoundText = ({ round, usd, day }: Item): string =>
  [toRoundName(round), usd === null ? 'undisclosed' : toMoney(usd), day ?? 'no date'].join(', ');

const toDealText = (item: Item): string =>
  `${toMarkdownText(item.deal.company_name ?? 'Unnamed company')}: ${toRoundText(item)}`;

function toTable(title: string, head: string, lines: readonly Line[]): string[] {
  if (lines.length === 0) return [];
  const rows = lines.map(
    (line) => `| ${toMarkdownText(line.name)} | ${line.deals} | ${toSumText(line)} | ${line.undisclosed} |`,
  );
  return [
    `## ${title}`,
    [`| ${head} | Deals | Raised | Undisclosed |`, '| --- | ---: | ---: | ---: |', ...rows].join('\n'),
  ];
}

const toList = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, lines.map((line) => `- ${line}`).join('\n')];

/** The figures of the digest as CSV: one line each, sums in US dollars. */
export function toDigestCsv(digest: Digest, days: Days): string {
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
