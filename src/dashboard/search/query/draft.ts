import { z } from 'zod';
import { parseUtcDay } from '#contract/scalars.ts';
import { amountHint, toAmount, toAmountText } from '../../platform/form/amount.ts';
import { toKeys, toPaths, type Filter } from './filter.ts';
import type { Question } from './search-query.ts';

/** A filter form as people fill it: texts as they were typed, chosen values as lists. */
export type Draft = Record<string, unknown>;

/** A field of a form: blank is "not given", nonsense is refused beside the field. */
const fieldOf = <T>(read: (text: string) => T | undefined, hint: string) =>
  z.string().transform((text, context): T | undefined => {
    if (text.trim() === '') return undefined;
    const value = read(text.trim());
    if (value === undefined) context.addIssue({ code: 'custom', message: hint });
    return value;
  });

const amountField = fieldOf(toAmount, amountHint);
const dayField = fieldOf(
  (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? parseUtcDay(text) : undefined),
  'Write a day of the calendar such as 2026-11-21',
);
const wholeField = fieldOf(
  (text) => (/^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
  'Write a whole number from 1 on',
);
const fractionField = fieldOf(
  (text) => (/^(0(\.\d{1,4})?|1(\.0{1,4})?)$/.test(text) ? Number(text) : undefined),
  'Write a number from 0 to 1 such as 0.5',
);
const textField = fieldOf((text) => text, '');
const list = z.array(z.unknown());

/** The schemas of the fields of a filter, by key. */
function toFields(filter: Filter): z.ZodType[] {
  switch (filter.kind) {
    case 'days':
      return [dayField, dayField];
    case 'amounts':
      return [amountField, amountField];
    case 'meaning':
      return [textField, fractionField];
    case 'whole':
      return [wholeField];
    case 'flag':
      return [z.boolean().transform((set) => (set ? true : undefined))];
    case 'choice':
      return [z.string().transform((value) => (value === filter.options[0]?.[0] ? undefined : value))];
    case 'ids':
      return [list.transform((ids) => (ids.length > 0 ? ids : undefined))];
    case 'rounds':
    case 'places':
    case 'industries':
    case 'named':
    case 'checks':
    case 'texts':
      return [list];
  }
}

/** The schema of a form with such filters; read, it is a question. */
export function toDraftSchema(filters: readonly Filter[]): z.ZodType<Question, Draft> {
  const fields = filters.flatMap((filter) => {
    const schemas = toFields(filter);
    return toKeys(filter).map((key, at) => [key, schemas[at]] as const);
  });
  const draft = z.object({
    ...(Object.fromEntries(fields) as Record<string, z.ZodType>),
    sort: z.string(),
    rows: z.string().transform(Number).pipe(z.int().min(1).max(500)),
  });
  const checked = filters.reduce<z.ZodType>((schema, filter) => withCheck(schema, filter), draft);
  return checked as z.ZodType<Question, Draft>;
}

/** Refuses bounds that cross, and a least relevance of nothing. */
function withCheck(schema: z.ZodType, filter: Filter): z.ZodType {
  if (!('keys' in filter)) return schema;
  const [low, high] = filter.keys;
  const read = (value: unknown) => [low, high].map((key) => (value as Question)[key]);
  if (filter.kind === 'meaning') {
    return schema.refine(
      (value) => {
        const [about, relevance] = read(value);
        return relevance === undefined || about !== undefined;
      },
      { path: [high], message: 'Write what to search for, or leave this empty' },
    );
  }
  const message = filter.kind === 'days' ? 'The last day lies before the first' : 'The maximum lies below the minimum';
  return schema.refine(
    (value) => {
      const [from, to] = read(value);
      if (typeof from === 'number' && typeof to === 'number') return from <= to;
      return typeof from !== 'string' || typeof to !== 'string' || from <= to;
    },
    { path: [high], message },
  );
}

/** The form that asks a question, for links and Back. */
export function toDraft(filters: readonly Filter[], question: Question): Draft {
  const fields = filters.flatMap((filter) =>
    toKeys(filter).map((key) => [key, toFieldValue(filter, question[key])] as const),
  );
  return { ...Object.fromEntries(fields), sort: question.sort, rows: String(question.rows) };
}

function toFieldValue(filter: Filter, value: unknown): unknown {
  if (filter.kind === 'flag') return value === true;
  if (filter.kind === 'choice') return value ?? filter.options[0]?.[0] ?? '';
  if (filter.kind === 'ids') return value ?? [];
  if (filter.kind === 'amounts') return typeof value === 'number' ? toAmountText(value) : '';
  if (Array.isArray(value)) return value;
  return value === undefined ? '' : `${value as string | number}`;
}

/** How many of some filters are set in a form. */
export function toSetCount(filters: readonly Filter[], form: Draft): number {
  const isGiven = (filter: Filter) => (key: string) => {
    const value = form[key];
    if (Array.isArray(value)) return value.length > 0;
    if (filter.kind === 'choice') return value !== filter.options[0]?.[0];
    return typeof value === 'string' ? value.trim() !== '' : value === true;
  };
  return filters.reduce((sum, filter) => sum + toKeys(filter).filter(isGiven(filter)).length, 0);
}

/** The field that shows a problem which the service reports by path; undefined for what the form does not hold. */
export function toFieldOfProblem(filters: readonly Filter[], problem: string): string | undefined {
  const path = problem.replaceAll(/\[\d+\]/g, '');
  const places = [
    ...filters.flatMap((filter) =>
      toPaths(filter).map((at, index) => ({ at, key: toKeys(filter)[index] ?? toKeys(filter)[0] })),
    ),
    { at: 'sort_by', key: 'sort' },
    { at: 'page_size', key: 'rows' },
  ];
  const exact = places.find(({ at }) => path === at || path.startsWith(`${at}.`));
  // A service may report a member without its section, such as a bad round type (specification 4.13).
  return (exact ?? places.find(({ at }) => at.split('.').at(-1) === path))?.key;
}
