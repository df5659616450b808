import { parseUtcDay } from '#contract/scalars.ts';
import { financingTypes } from '#contract/enums.ts';
import { z } from 'zod';
import { isEncoding } from '../reading/encoding.ts';
import { delimiters } from '../reading/table.ts';
import { multiplierWords, readCurrency } from '../words/amounts.ts';
import { dateClocks, dateOrders } from '../words/dates.ts';

/** What the names of a list are; `by-name` tells people from investors by their names, one at a time. */
const participantKinds = ['investors', 'people', 'by-name'] as const;
export type ParticipantKind = (typeof participantKinds)[number];

const column = z.string().min(1);
const columnList = z.array(column).min(1);

/** Where a value comes from. README.md documents every member of this file; a test holds the two together. */
const origin = {
  column: column.optional(),
  columns: columnList.optional(),
  join: z.string().optional(),
  any: columnList.optional(),
  constant: z.string().min(1).optional(),
  words: z.record(z.string(), z.string().nullable()).optional(),
};

function fieldWith<Shape extends z.ZodRawShape>(options: Shape, origins = ['column', 'columns', 'any', 'constant']) {
  const wanted = `${origins
    .slice(0, -1)
    .map((name) => `"${name}"`)
    .join(', ')} and "${origins.at(-1)}"`;
  const full = z
    .strictObject({ ...origin, ...options })
    .refine(
      (given) => origins.filter((name) => (given as Record<string, unknown>)[name] !== undefined).length === 1,
      `needs exactly one of ${wanted}`,
    );
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
  usd_column: column.optional(),
  usd_rate: z.number().positive().optional(),
  usd_rates: z.record(currency, z.number().positive()).optional(),
  usd_rate_column: column.optional(),
};
const amount = fieldWith(amountOptions);
const dateOptions = {
  order: z.enum(dateOrders).optional(),
  clock: z.enum(dateClocks).optional(),
  partial: z.enum(['first-day', 'unknown']).optional(),
};
const date = fieldWith(dateOptions);
const day = z.string().refine((text) => parseUtcDay(text) === text, 'must be a day, YYYY-MM-DD');
const separators = z.array(z.string().min(1)).min(1);
const list = fieldWith({ split: separators.optional() });

const organization = {
  id: field.optional(),
  key: columnList.optional(),
  name: field.optional(),
  permalink: field.optional(),
  legal_name: field.optional(),
  domain: field.optional(),
  linkedin: field.optional(),
  crunchbase: field.optional(),
  pitchbook: field.optional(),
  num_employees: field.optional(),
  city: list.optional(),
  state: field.optional(),
  country: field.optional(),
  region: field.optional(),
  location: list.optional(),
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
  total_raised: amount.optional(),
  valuation: amount.optional(),
  valuation_date: date.optional(),
});

const investor = z.strictObject({
  ...organization,
  description: field.optional(),
  website: field.optional(),
  image: field.optional(),
  stages: list.optional(),
  email: field.optional(),
  phone: field.optional(),
});

const person = z.strictObject({
  id: field.optional(),
  name: field,
  title: field.optional(),
  linkedin: field.optional(),
  crunchbase: field.optional(),
  twitter: field.optional(),
  about: field.optional(),
  location: field.optional(),
  city: field.optional(),
  country_code: field.optional(),
  founder: field.optional(),
  works_for: list.optional(),
  jobs: z
    .strictObject({
      each: column,
      company_id: field.optional(),
      company: field.optional(),
      title: field.optional(),
      start: date.optional(),
      end: date.optional(),
      current: field.optional(),
    })
    .optional(),
  educations: z
    .strictObject({
      each: column,
      school: field,
      degree: field.optional(),
      field_of_study: field.optional(),
      start: date.optional(),
      end: date.optional(),
    })
    .optional(),
});

const deal = z.strictObject({
  id: field.optional(),
  key: columnList.optional(),
  when: columnList.optional(),
  round_type: fieldWith({ default: z.enum(financingTypes).optional() }).optional(),
  pre: field.optional(),
  extension: field.optional(),
  intermediate: field.optional(),
  date: date.optional(),
  created_at: field.optional(),
  raised: amount.optional(),
  financings: z
    .union([
      z.array(fieldWith({ ...amountOptions, type: z.enum(financingTypes) })),
      z.strictObject({ each: column, type: field, size: amount }),
    ])
    .optional(),
  valuation: fieldWith({
    ...amountOptions,
    type: z.enum(['DEFAULT', 'POST_MONEY', 'PRE_MONEY']).optional(),
    type_column: column.optional(),
  }).optional(),
  short_description: field.optional(),
  long_description: field.optional(),
  article: field.optional(),
  articles: z.strictObject({ each: column, link: field, primary: field.optional(), date: date.optional() }).optional(),
});

const investorList = fieldWith(
  {
    each: column.optional(),
    id: field.optional(),
    name: field.optional(),
    ids: z.boolean().optional(),
    split: separators.optional(),
    kind: z.enum(participantKinds).default('investors'),
    of: z.enum(['round', 'company']).optional(),
    lead: z.union([z.boolean(), column]).optional(),
    lead_marks: z.array(z.string().min(1)).min(1).optional(),
    partners: z.strictObject({ each: column, id: field, name: field.optional() }).optional(),
  },
  ['column', 'columns', 'any', 'each', 'constant'],
);

const people = fieldWith({
  split: separators.optional(),
  title: field.optional(),
  linkedin: field.optional(),
  founder: z.boolean().default(false),
  current: z.union([z.boolean(), column]).default(true),
});

/** Words that mean unknown in nearly every table. */
export const unknownWords: readonly string[] = [
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
];

/** A mapping file: which columns of a table are which fields. */
export const mappingSchema = z
  .strictObject({
    source: z.strictObject({
      key: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens'),
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
        encoding: z.string().refine(isEncoding, 'is not a known encoding').optional(),
        columns: columnList.optional(),
        records: z.string().min(1).optional(),
      })
      .default({}),
    unknown: z.array(z.string()).default([...unknownWords]),
    strict: z.boolean().default(false),
    kinds: z.record(z.string(), z.enum(['person', 'investor'])).default({}),
    amounts: z.strictObject(amountOptions).default({}),
    dates: z.strictObject(dateOptions).default({}),
    company: company.optional(),
    investor: investor.optional(),
    person: person.optional(),
    deal: deal.optional(),
    investors: z.array(investorList).default([]),
    people: z.array(people).default([]),
    doubts: z.array(z.string()).optional(),
  })
  .refine((value) => value.company ?? value.investor ?? value.person, 'needs "company", "investor" or "person"')
  .refine((value) => value.company ?? (!value.deal && value.people.length === 0), '"deal" and "people" need "company"')
  .superRefine((value, context) => {
    for (const entity of ['company', 'investor'] as const) {
      const fields = value[entity];
      if (fields && !fields.name && !fields.id)
        context.addIssue({ code: 'custom', path: [entity], message: 'needs "name" or "id"' });
    }
  });

export type Mapping = z.output<typeof mappingSchema>;
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
export type PersonMapping = NonNullable<Mapping['person']>;
export type DealMapping = NonNullable<Mapping['deal']>;
