import { parseUtcDay } from '#contract/scalars.ts';
import { financingTypes } from '#contract/enums.ts';
import { z } from 'zod';
import { participantKinds } from '../participants.ts';
import { delimiters } from '../reading/delimiter.ts';
import { encodings } from '../reading/encoding.ts';
import { multiplierWords, readCurrency } from '../words/amounts.ts';
import { dateClocks, dateOrders } from '../words/dates.ts';

const column = z.string().min(1);
const columnList = z.array(column).min(1);

/** Where a value comes from: one column, several joined, or the same for every row. */
const origin = {
  column: column.optional(),
  columns: columnList.optional(),
  join: z.string().optional(),
  constant: z.string().min(1).optional(),
  /** What the source's words stand for: other words, or null for unknown. Case does not matter. */
  words: z.record(z.string(), z.string().nullable()).optional(),
};

function hasOneOrigin(given: object): boolean {
  return ['column', 'columns', 'constant'].filter((name) => name in given).length === 1;
}

/** A field of a mapping: the name of a column, or an object that says more. */
function fieldWith<Shape extends z.ZodRawShape>(options: Shape) {
  const full = z
    .strictObject({ ...origin, ...options })
    .refine(hasOneOrigin, 'needs exactly one of "column", "columns" and "constant"');
  return z.preprocess((value) => (typeof value === 'string' ? { column: value } : value), full);
}

const field = fieldWith({});
const multiplier = z.union([z.enum(multiplierWords), z.number().positive()], {
  error: `must be a number or one of ${multiplierWords.join(', ')}`,
});
const currency = z.string().refine((code) => readCurrency(code)?.length === 1, 'must be a currency code such as EUR');
const amountOptions = {
  decimal: z.enum(['.', ',']).optional(),
  multiplier: multiplier.optional(),
  currency: currency.optional(),
  currency_column: column.optional(),
  /** US dollars for one unit of the currency. */
  usd_rate: z.number().positive().optional(),
  usd_rate_column: column.optional(),
};
const amount = fieldWith(amountOptions);
const dateOptions = {
  order: z.enum(dateOrders).optional(),
  clock: z.enum(dateClocks).optional(),
  /** What becomes of "March 2021" and "2021". */
  partial: z.enum(['first-day', 'unknown']).optional(),
};
const date = fieldWith(dateOptions);
const day = z.string().refine((text) => parseUtcDay(text) === text, 'must be a day, YYYY-MM-DD');
const separators = z.array(z.string().min(1)).min(1);
const list = fieldWith({ split: separators.optional() });

const organization = {
  /** The columns that tell one from another; by default the domain, else the name. */
  key: columnList.optional(),
  name: field,
  legal_name: field.optional(),
  domain: field.optional(),
  linkedin: field.optional(),
  crunchbase: field.optional(),
  pitchbook: field.optional(),
  num_employees: field.optional(),
  city: field.optional(),
  state: field.optional(),
  country: field.optional(),
  region: field.optional(),
  location: field.optional(),
};

const company = z.strictObject({
  ...organization,
  twitter: field.optional(),
  facebook: field.optional(),
  address: field.optional(),
  short_description: field.optional(),
  long_description: field.optional(),
  founded: date.optional(),
  status: field.optional(),
  industries: list.optional(),
  /** What the source states; shown only where no round gives the figure. */
  total_raised: amount.optional(),
  valuation: amount.optional(),
  valuation_date: date.optional(),
});

const investor = z.strictObject({ ...organization, description: field.optional(), website: field.optional() });

const deal = z.strictObject({
  /** The columns that tell one round from another; by default company, date, kind and amount. */
  key: columnList.optional(),
  /** A row has a round where one of these is filled; by default the columns of date, kind and amount. */
  when: columnList.optional(),
  round_type: fieldWith({ default: z.enum(financingTypes).optional() }).optional(),
  date: date.optional(),
  created_at: date.optional(),
  raised: amount.optional(),
  financings: z.array(fieldWith({ ...amountOptions, type: z.enum(financingTypes) })).optional(),
  valuation: fieldWith({
    ...amountOptions,
    type: z.enum(['DEFAULT', 'POST_MONEY', 'PRE_MONEY']).optional(),
  }).optional(),
  short_description: field.optional(),
  long_description: field.optional(),
  article: field.optional(),
});

const investorList = fieldWith({
  split: separators.optional(),
  kind: z.enum(participantKinds).default('firms'),
  /** Whether all in this column led the round; left out where the source does not say. */
  lead: z.boolean().optional(),
  /** Marks of the one who led, such as "(lead)" or "*". */
  lead_marks: z.array(z.string().min(1)).min(1).optional(),
});

const people = fieldWith({
  split: separators.optional(),
  title: field.optional(),
  linkedin: field.optional(),
  founder: z.boolean().default(false),
  current: z.boolean().default(true),
});

/** A mapping file: which columns of a stranger's table are which fields. */
export const mapping = z
  .strictObject({
    source: z.strictObject({
      key: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be small letters, digits and hyphens'),
      title: z.string().min(1),
      licence: z.string().min(1),
      address: z.string().nullable().default(null),
      created_at: day,
    }),
    format: z
      .strictObject({
        type: z.enum(['csv', 'tsv', 'json', 'jsonl']).optional(),
        delimiter: z.enum(delimiters).optional(),
        quoted: z.boolean().optional(),
        encoding: z.enum(encodings).optional(),
        columns: columnList.optional(),
        records: z.string().min(1).optional(),
      })
      .default({}),
    unknown: z
      .array(z.string())
      .default([
        'undisclosed',
        'not disclosed',
        'unknown',
        'unspecified',
        'n/a',
        '-',
        '–',
        '—',
        '?',
        'none',
        'null',
        'tbd',
      ]),
    amounts: z.strictObject(amountOptions).default({}),
    dates: z.strictObject(dateOptions).default({}),
    company: company.optional(),
    investor: investor.optional(),
    deal: deal.optional(),
    investors: z.array(investorList).default([]),
    people: z.array(people).default([]),
    /** Notes for whoever edits the mapping; they change nothing. */
    doubts: z.array(z.string()).optional(),
  })
  .refine((value) => value.company ?? value.investor, 'needs "company" or "investor"')
  .refine((value) => value.company ?? (!value.deal && value.people.length === 0), '"deal" and "people" need "company"');

export type Mapping = z.output<typeof mapping>;
export type MappingFields = {
  text: z.output<typeof field>;
  amount: z.output<typeof amount>;
  date: z.output<typeof date>;
  list: z.output<typeof list>;
  investors: Mapping['investors'][number];
  people: Mapping['people'][number];
};
export type CompanyMapping = NonNullable<Mapping['company']>;
export type InvestorMapping = NonNullable<Mapping['investor']>;
export type DealMapping = NonNullable<Mapping['deal']>;
