import { z } from 'zod';
import { permalinkText, type Permalink } from '../lookups/permalink.ts';
import { markFilter, type MarkFilter } from '../../library/status/standing.ts';
import type { UrlSchema } from '../../platform/url/codec.ts';
import { idsText, namedIdText, type NamedId } from '../../platform/url/ids.ts';
import { amountText, dayText, flagText, fractionText, plainText, wholeText } from '../../platform/url/texts.ts';
import { chartMembers, type ChartPlace } from './chart-place.ts';
import { toKeys, toPaths, type Filter } from './filter.ts';
import { roundText } from './round-text.ts';

/** Page sizes on offer; a page of a search is billed whole. */
export const pageSizes = [10, 25, 50, 100, 250, 500] as const;
const defaultPageSize = 25;

const arrangedText = z.string().regex(/^[\w-]+~(ascending|descending)$/);

/** The most characters that are looked for among the loaded rows. */
export const longestFind = 200;
// Blanks at its ends stay: somebody may be typing on.
const findText = z.string().min(1).max(longestFind);

/** What a search asks: the values of its filters by key, its order and the size of its first page. */
export type Question = { readonly [key: string]: unknown; readonly sort: string; readonly rows: number };

/**
 * The address of a search screen: what was asked, whether it was asked, which row is open, which chart stands, and
 * which of the loaded rows are shown, in which order.
 */
export type SearchUrl = Question &
  ChartPlace & {
    readonly asked?: true | undefined;
    readonly open?: string | undefined;
    readonly mark?: MarkFilter | undefined;
    /** What was passed is hidden. */
    readonly hide?: true | undefined;
    /** The column that the loaded rows were ordered by on the screen, and how (table/use-arranged.ts). */
    readonly arranged?: string | undefined;
    /** What was looked for among the loaded rows. */
    readonly find?: string | undefined;
  };

/** The schema of the address of a search with such filters and orders, of which the first is the usual one. */
export function toUrlSchema(filters: readonly Filter[], sorts: readonly string[]): UrlSchema {
  const members = filters.flatMap((filter) => {
    const schemas = toSchemas(filter);
    return toKeys(filter).map((key, at) => [key, schemas[at]] as const);
  });
  return z.object({
    ...(Object.fromEntries(members) as Record<string, z.ZodType>),
    sort: z.enum(sorts).default(sorts[0] ?? ''),
    rows: wholeText.pipe(z.int().min(1).max(500)).default(defaultPageSize),
    asked: flagText.optional(),
    open: z.guid().optional(),
    ...chartMembers,
    mark: markFilter.optional(),
    hide: flagText.optional(),
    arranged: arrangedText.optional(),
    find: findText.optional(),
  });
}

function toSchemas(filter: Filter): z.ZodType[] {
  switch (filter.kind) {
    case 'rounds':
      return [z.array(roundText)];
    case 'days':
      return [dayText.optional(), dayText.optional()];
    case 'amounts':
      return [amountText.optional(), amountText.optional()];
    case 'places':
    case 'industries':
      return [z.array(permalinkText)];
    case 'named':
      return [z.array(namedIdText)];
    case 'checks':
      return [z.array(z.enum(filter.options.map(([value]) => value)))];
    case 'choice':
      return [z.enum(filter.options.slice(1).map(([value]) => value)).optional()];
    case 'flag':
      return [flagText.optional()];
    case 'whole':
      return [wholeText.pipe(z.int().min(1)).optional()];
    case 'meaning':
      return [plainText.optional(), fractionText.optional()];
    case 'texts':
      return [z.array(plainText)];
    case 'ids':
      return [idsText.optional()];
  }
}

/** The question of an address, without what else stands there. */
export const toQuestion = (url: SearchUrl): Question =>
  Object.fromEntries(Object.entries(url).filter(([key]) => !besides.has(key))) as Question;

const besides = new Set(['asked', 'open', 'mark', 'hide', 'arranged', 'find', ...Object.keys(chartMembers)]);

/** A section of a body: its members, or sections in it. */
export type Section = { [member: string]: unknown };

/** The body of a search; what says nothing is left out, because a service refuses empty lists and sections. */
export function toBody(filters: readonly Filter[], question: Question, page = 0, rows = question.rows): Section {
  const body: Section = {};
  for (const filter of filters) {
    const values = toMembers(filter, question);
    toPaths(filter).forEach((path, at) => {
      const value = values[at];
      if (value !== undefined && !(Array.isArray(value) && value.length === 0)) setMember(body, path, value);
    });
  }
  return { ...body, page, page_size: rows, sort_by: question.sort };
}

/** What a filter sends, one value for each of its paths. */
function toMembers(filter: Filter, question: Question): unknown[] {
  const values = toKeys(filter).map((key) => question[key]);
  const [first] = values;
  switch (filter.kind) {
    case 'places':
      return [(first as readonly Permalink[]).map(({ permalink }) => permalink)];
    case 'industries': {
      // A super category never travels as an industry: the service would ignore it.
      const of = (isSuper: boolean) =>
        (first as readonly Permalink[]).flatMap(({ kind, permalink }) =>
          (kind === 'SUPER_CATEGORY') === isSuper ? [permalink] : [],
        );
      return [of(false), of(true)];
    }
    case 'named':
      return [(first as readonly NamedId[]).map(({ id }) => id)];
    case 'meaning':
      return first === undefined ? [] : values;
    case 'rounds':
      return [first];
    case 'days':
    case 'amounts':
    case 'checks':
    case 'choice':
    case 'flag':
    case 'whole':
    case 'texts':
    case 'ids':
      return values;
  }
}

function setMember(body: Section, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? path;
  let section = body;
  for (const name of names) section = (section[name] ??= {}) as Section;
  section[last] = value;
}

/** The member of a body at a path; undefined when it is not there. */
export const readMember = (body: Section, path: string): unknown =>
  path.split('.').reduce<unknown>((inside, name) => (inside as Section | undefined)?.[name], body);

/** The question without what one filter asks. */
export function toWithout(filter: Filter, question: Question): Question {
  const blank = Object.fromEntries(toKeys(filter).map((key) => [key, Array.isArray(question[key]) ? [] : undefined]));
  return { ...question, ...blank };
}

/** Whether a filter asks for something. */
export const isSet = (filter: Filter, question: Question): boolean =>
  toKeys(filter).some((key) => {
    const value = question[key];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
