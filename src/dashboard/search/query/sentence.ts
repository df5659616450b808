import { toAmountText } from '../../platform/form/amount.ts';
import type { Permalink } from '../lookups/permalink.ts';
import { readNamed } from '../lookups/known-names.ts';
import { toRoundName } from '../../platform/rounds.ts';
import type { NamedId } from '../../platform/url/ids.ts';
import { toKeys, toPaths, type Filter } from './filter.ts';
import { toSort } from '../resource/order.ts';
import { readMember, toBody, type Question, type Section } from './search-query.ts';
import type { AnyResource } from '../resource/resource.ts';
import type { RoundChoice } from './round-text.ts';

/** The body of a question read back in words; the body alone decides what is said, the question lends the names. */
export function toSentence(resource: AnyResource, question: Question): string {
  const body = toBody(resource.filters, question);
  const clauses = resource.filters.flatMap((filter) => toClause(filter, body, question) ?? []);
  const ranked = resource.filters.some(
    (filter) => filter.kind === 'meaning' && readMember(body, filter.paths[0]) !== undefined,
  );
  const subject = resource.many.charAt(0).toUpperCase() + resource.many.slice(1);
  const what = clauses.length === 0 ? `All ${resource.many}` : [subject, ...clauses].join(', ');
  return `${what}; ${ranked ? 'ranked by relevance, not ' : ''}${toSort(resource, question.sort).name}, ${String(body['page_size'])} on the first page.`;
}

/** One filter of a question in words, as the sentence has it. */
export const toClauseText = ({ filters }: AnyResource, filter: Filter, question: Question): string =>
  toClause(filter, toBody(filters, question), question) ?? filter.label;

/** One filter in words; undefined when the body does not hold it. */
function toClause(filter: Filter, body: Section, question: Question): string | undefined {
  const values = toPaths(filter).map((path) => readMember(body, path));
  const given = values.filter((value) => value !== undefined);
  if (given.length === 0) return undefined;
  const text = toValueText(filter, values, question);
  return [filter.says, text].filter((part) => part !== '').join(' ');
}

function toValueText(filter: Filter, values: readonly unknown[], question: Question): string {
  switch (filter.kind) {
    case 'rounds':
      return toList((values[0] as readonly RoundChoice[]).map(toRoundName));
    case 'days':
      return toSpan(values, (day) => toDate(day as string), ['from', 'to', 'since', 'until']);
    case 'amounts':
      return toSpan(values, (usd) => `$${toAmountText(usd as number)}`, ['', 'to', 'at least', 'at most']);
    case 'meaning':
      return `“${values[0] as string}”${values[1] === undefined ? '' : `, relevance ${values[1] as number} or more`}`;
    case 'flag':
      return '';
    case 'whole':
      return String(values[0]);
    case 'checks':
    case 'choice':
      return toList([values[0]].flat().map((value) => toOptionName(filter.options, String(value))));
    case 'places':
    case 'industries':
      return toList(
        values.flatMap((value) => (value ?? []) as string[]).map((one) => toPlaceName(filter, one, question)),
      );
    case 'named':
      return toList((values[0] as readonly string[]).map((id) => toIdName(filter.of, filter.key, id, question)));
    case 'texts':
      return toList(values[0] as readonly string[]);
    case 'ids':
      return toList(values[0] as readonly string[]);
  }
}

const toOptionName = (options: readonly (readonly [string, string])[], value: string): string =>
  options.find(([one]) => one === value)?.[1] ?? value;

function toPlaceName(filter: Filter, permalink: string, question: Question): string {
  const chosen = toKeys(filter).flatMap((key) => question[key] as readonly Permalink[]);
  return chosen.find((one) => one.permalink === permalink)?.name ?? permalink;
}

function toIdName(kind: 'company' | 'firm' | 'person', key: string, id: string, question: Question): string {
  const name = (question[key] as readonly NamedId[]).find((one) => one.id === id)?.name;
  return name === undefined || name === '' ? (readNamed(kind, id) ?? id) : name;
}

/** How many values of a list are named; the rest is counted. */
const mostNamed = 6;

/** "Seed, Series A or Series B"; a long list names its first values and counts the rest. */
function toList(values: readonly string[]): string {
  if (values.length > mostNamed) {
    return `${values.slice(0, mostNamed - 1).join(', ')} or ${values.length - mostNamed + 1} more`;
  }
  const last = values.at(-1) ?? '';
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`;
}

type SpanWords = readonly [both: string, between: string, low: string, high: string];

/** A span with both ends, or the words for one. */
function toSpan([low, high]: readonly unknown[], toText: (value: unknown) => string, words: SpanWords): string {
  const [both, between, from, until] = words;
  if (low !== undefined && high !== undefined) return `${both} ${toText(low)} ${between} ${toText(high)}`.trim();
  return low === undefined ? `${until} ${toText(high)}` : `${from} ${toText(low)}`;
}

/** "1 January 2026". */
const toDate = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
