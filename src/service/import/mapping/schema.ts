import { parseUtcDay } from '#contract/scalars.ts';
import { financingTypes } from '#contract/enums.ts';
import { z } from 'zod';
import { isEncoding } from '../reading/encoding.ts';
import { fileTypes } from '../reading/source-rows.ts';
import { delimiters } from '../reading/table.ts';
import { toWebAddress } from '../words/addresses.ts';
import { multiplierWords, parseCurrency } from '../words/currencies.ts';
import { dateClocks, dateOrders } from '../words/dates.ts';

/** The kind of the names in a list; `by-name` decides for each name whether it is a person's. */
const participantKinds = ['investors', 'people', 'by-name'] as const;
export type ParticipantKind = (typeof participantKinds)[number];

const column = z.string().min(1);
const columnList = z.array(column).min(1);

/** Where a value comes from. README.md documents every member of this file, and a test checks that. */
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
  error: 'must be a number or a word such as thousand, million, billion, lakh or crore',
});
const currency = z.string().refine((code) => parseCurrency(code)?.length === 1, 'must be a currency code such as EUR');
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
const webAddress = z.string().refine((text) => toWebAddress(text), 'must be a web address such as https://example.com');
const day = z.string().refine((text) => parseUtcDay(text) === text, 'must be a day, YYYY-MM-DD');
/** The words of a text, as a type. */
export type WordOf<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | WordOf<Rest> : Text;
/** Optional members that are all read in the same way; `names` is separated by spaces. */
const optional = <Schema extends z.ZodType, Names extends string>(schema: Schema, names: Names) =>
  Object.fromEntries(names.split(' ').map((name) => [name, schema.optional()])) as Record<
    WordOf<Names>,
    z.ZodOptional<Schema>
  >;
const separators = z.array(z.string().min(1)).min(1);
const list = fieldWith({ split: separators.optional() });

const organization = {
  id: field.optional(),
  key: columnList.optional(),
  ...optional(field, 'name permalink legal_name domain linkedin crunchbase pitchbook num_employees'),
  city: list.optional(),
  state: fieldWith({
    codes: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be the code of a country such as US')
      .optional(),
  }).optional(),
  ...optional(field, 'country region'),
  location: list.optional(),
};

const company = z.strictObject({
  ...organization,
  ...optional(field, 'twitter facebook address short_description long_description'),
  founded: date.optional(),
  status: field.optional(),
  industries: list.optional(),
  ...optional(amount, 'total_raised valuation'),
  valuation_date: date.optional(),
});

const investor = z.strictObject({
  ...organization,
  ...optional(field, 'description website image'),
  stages: list.optional(),
  ...optional(field, 'email phone'),
});

const person = z.strictObject({
  id: field.optional(),
  name: field,
  ...optional(field, 'title linkedin crunchbase twitter about location city country_code founder'),
  works_for: list.optional(),
  jobs: z
    .strictObject({
      each: column,
      ...optional(field, 'company_id company title'),
      ...optional(date, 'start end'),
      current: field.optional(),
    })
    .optional(),
  educations: z
    .strictObject({
      each: column,
      school: field,
      ...optional(field, 'degree field_of_study'),
      ...optional(date, 'start end'),
    })
    .optional(),
});

const deal = z.strictObject({
  id: field.optional(),
  key: columnList.optional(),
  when: columnList.optional(),
  round_type: fieldWith({ default: z.enum(financingTypes).optional() }).optional(),
  ...optional(field, 'pre extension intermediate'),
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
  ...optional(field, 'short_description long_description article'),
  articles: z.strictObject({ each: column, link: field, primary: field.optional(), date: date.optional() }).optional(),
});

const investorList = fieldWith(
  {
    each: column.optional(),
    ...optional(field, 'id name'),
    ids: z.boolean().optional(),
    split: separators.optional(),
    kind: z.enum(participantKinds).default('investors'),
    of: z.enum(['round', 'company']).optional(),
    lead: z.union([z.boolean(), column]).optional(),
    phrases: z.boolean().optional(),
    lead_marks: z.array(z.string().min(1)).min(1).optional(),
    partners: z.strictObject({ each: column, id: field, name: field.optional() }).optional(),
  },
  ['column', 'columns', 'any', 'each', 'constant'],
);

const people = fieldWith({
  split: separators.optional(),
  ...optional(field, 'title linkedin'),
  founder: z.boolean().default(false),
  current: z.union([z.boolean(), column]).default(true),
});

/** Words that mean unknown in nearly every table. */
export const unknownWords: readonly string[] =
  'undisclosed, not disclosed, unknown, unspecified, n/a, na, nan, -, –, —, ?, none, null, tbd, #n/a, #ref!, �'.split(
    ', ',
  );

/** A mapping file: which columns of a table are which fields. */
export const mappingSchema = z
  .strictObject({
    source: z.strictObject({
      key: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens'),
      title: z.string().min(1),
      licence: z.string().min(1),
      address: webAddress.nullable().default(null),
      created_at: day,
    }),
    format: z
      .strictObject({
        type: z.enum(fileTypes).optional(),
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
    deals: z.array(deal).default([]),
    investors: z.array(investorList).default([]),
    people: z.array(people).default([]),
    doubts: z.array(z.string()).optional(),
  })
  .refine((value) => value.company ?? value.investor ?? value.person, 'needs "company", "investor" or "person"')
  .refine(
    (value) => value.company ?? (!value.deal && value.deals.length === 0 && value.people.length === 0),
    '"deal" and "people" need "company"',
  )
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
