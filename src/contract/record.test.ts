import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleRecords } from '../testing/sample-records.ts';
import { alert, alertConfiguration } from './alerts.ts';
import { company, companyMatch } from './companies.ts';
import { deal, dealWithArticles, dealAngel, dealInvestor } from './deals.ts';
import { listMeta } from './envelope.ts';
import { investor, investorMatch } from './investors.ts';
import { industry, location } from './lookups.ts';
import { person, personMatch } from './people.ts';
import { parseTolerantly } from './record.ts';

const records = {
  deal,
  dealDetail: dealWithArticles,
  dealInvestor,
  dealAngel,
  company,
  companyMatch,
  investor,
  investorMatch,
  person,
  personMatch,
  location,
  industry,
  alert,
  alertConfiguration,
};

/** Values that a schema of the contract accepts. */
function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodNullable) return fc.option(valuesOf(schema.unwrap()));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return valuesOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return fc.array(valuesOf(schema.element), { maxLength: 3 });
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumberFormat) return fc.nat();
  if (schema instanceof z.ZodNumber) return fc.double({ min: 0, max: 1, noNaN: true });
  if (schema instanceof z.ZodGUID) return fc.uuid();
  if (schema instanceof z.ZodISODateTime) {
    return fc
      .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  if (schema instanceof z.ZodISODate) {
    return fc
      .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  }
  if (schema instanceof z.ZodObject) {
    const required = Object.keys(schema.shape).filter((key) => !(schema.shape[key] instanceof z.ZodOptional));
    const members = Object.entries(schema.shape).map(([key, member]) => [key, valuesOf(member)] as const);
    return fc.record(Object.fromEntries(members), { requiredKeys: required, noNullPrototype: true });
  }
  return fc.string();
}

const read = (schema: z.ZodType, value: unknown): { value: unknown; noted: string[] } => {
  const noted: string[] = [];
  return { value: parseTolerantly(schema, value, (path) => noted.push(path)), noted };
};

describe('a tolerant reading', () => {
  it.each(Object.entries(records))('leaves what the exact reading accepts unchanged: %s', (_name, schema) => {
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        const exact = schema.parse(value);
        expect(read(schema, exact)).toEqual({ value: exact, noted: [] });
      }),
      { numRuns: 200 },
    );
  });

  it.each(Object.keys(records) as (keyof typeof records)[])('accepts the sample of %s exactly', (name) => {
    expect(records[name].parse(sampleRecords[name])).toEqual(sampleRecords[name]);
  });

  it('never throws and never loses a valid member, whatever else the response contains', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(deal.shape)), fc.anything()), (surprise) => {
        const { value } = read(deal, { ...sampleRecords.deal, ...surprise, id: sampleRecords.deal.id });
        for (const key of Object.keys(sampleRecords.deal)) {
          if (!(key in surprise))
            expect(value).toHaveProperty(key, sampleRecords.deal[key as keyof typeof sampleRecords.deal]);
        }
      }),
    );
  });

  it('keeps unknown members and unknown enum values', () => {
    const foreign = { ...sampleRecords.deal, round_type: 'SERIES_Q', mood: 'good' };
    expect(read(deal, foreign)).toEqual({ value: foreign, noted: [] });
  });

  it('keeps a date where a date-time is declared and the reverse, and no other text', () => {
    const dates = { ...sampleRecords.person, filtered_most_recent_date: '2026-11-09T00:00:00.000Z' };
    expect(read(person, dates)).toEqual({ value: dates, noted: [] });
    const day = { ...sampleRecords.investor, most_recent_deal_date: '2026-11-09' };
    expect(read(investor, day)).toEqual({ value: day, noted: [] });
    const noted = ['most_recent_deal_date'];
    expect(read(investor, { ...day, most_recent_deal_date: 'lately' })).toMatchObject({ noted });
  });

  it('turns a member of the wrong type into null and reports it', () => {
    const foreign = {
      ...sampleRecords.deal,
      total_round_raised: '12M',
      financings: [{ ...sampleRecords.deal.financings[0], size_usd: [] }],
    };
    expect(read(deal, foreign)).toMatchObject({
      value: { total_round_raised: null, financings: [{ size_usd: null, currency: 'EUR' }] },
      noted: ['financings[0].size_usd', 'total_round_raised'],
    });
  });

  it('fills a missing member with the contract’s default', () => {
    const { industries: _left, ...filters } = sampleRecords.alertConfiguration.filters;
    expect(read(alertConfiguration, { ...sampleRecords.alertConfiguration, filters })).toMatchObject({
      value: { filters: { industries: [], deal_size_max: null } },
      noted: [],
    });
  });

  it('accepts null for a member that may be null or absent', () => {
    const meta = { total_count: 0, page: 0, page_size: 25, credits_used: 0, credit_source: null };
    expect(read(listMeta, meta)).toMatchObject({ value: { credit_source: null }, noted: [] });
  });

  it('leaves out an element without its id, and keeps the others', () => {
    const { id: _id, ...nameless } = sampleRecords.deal;
    const list = z.strictObject({ deals: z.array(deal) });
    expect(read(list, { deals: [nameless, sampleRecords.deal, null, 'x'] })).toEqual({
      value: { deals: [sampleRecords.deal] },
      noted: ['deals[0].id', 'deals[2]', 'deals[3]'],
    });
  });
});
