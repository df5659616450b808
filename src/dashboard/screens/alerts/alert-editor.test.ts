import { describe, expect, test } from 'vitest';
import { sampleRecords } from '../../../testing/sample-records.ts';
import { alertDraft, buildAlertDraft } from './alert-draft.ts';
import { describeFilters } from './managed-alerts.tsx';
import { buildAlertFromSearch } from './alert-editor.tsx';
import { listReasonChips, splitAtFacts } from './feed-item.tsx';
import type { AlertItem } from '../../records/alerts/items.ts';

const firm = '2f6a9c30-8b1d-4e57-9c42-7d0e5b3f1a86';

describe('a search saved as an alert', () => {
  test('takes along what an alert can hold', () => {
    const { draft, unsupported } = buildAlertFromSearch({
      round: ['SEED~pre', 'SERIES_A'],
      location: ['germany~COUNTRY~Germany'],
      industry: ['software~SUPER_CATEGORY~Software', 'fintech~INDUSTRY~Fintech'],
      min: ['1000000'],
      employees: ['11-50'],
      investor: [`${firm}~Alder Capital`],
      sort: ['largest_raise'],
      rows: ['50'],
      asked: ['1'],
    });
    expect(unsupported).toEqual([]);
    expect(draft.name).toBe('Pre-Seed, Series A in Software, Fintech, Germany');
    expect(alertDraft.parse(draft)).toMatchObject({
      frequency: 'WEEKLY',
      filters: {
        financing_types: ['Pre-Seed', 'Series A'],
        locations: ['germany'],
        industries: ['fintech'],
        super_categories: ['software'],
        deal_size_min: 1_000_000,
        deal_size_max: null,
        num_employees: ['11-50'],
        investors: [{ id: firm, name: 'Alder Capital' }],
        companies: [],
      },
    });
  });

  test('names every filter that an alert does not support, and nothing else of the address', () => {
    const { unsupported } = buildAlertFromSearch({
      from: ['2026-01-01'],
      raised_min: ['5'],
      ipo: ['public'],
      person: [`${firm}~Ada`],
      arranged: ['raised~ascending'],
      saved: ['abc'],
      open: [firm],
    });
    expect(unsupported).toEqual(['Announced', 'Total raised', 'IPO status', 'People']);
  });
});

test('a saved alert read into the form and out again is the same', () => {
  const draft = buildAlertDraft({ ...sampleRecords.alertConfiguration, paused: true });
  expect(alertDraft.parse(draft)).toEqual({
    configuration_name: sampleRecords.alertConfiguration.configuration_name,
    frequency: sampleRecords.alertConfiguration.frequency,
    description: sampleRecords.alertConfiguration.description,
    filters: sampleRecords.alertConfiguration.filters,
    paused: true,
  });
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ min: 'lots' }, 'min'],
  [{ min: '2m', max: '1m' }, 'max'],
])('a form with %j is rejected, with the message at %s', (wrong, field) => {
  const draft = { ...buildAlertDraft({ ...sampleRecords.alertConfiguration, paused: false }), ...wrong };
  expect(alertDraft.safeParse(draft).error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

test('a configuration of a hosted service shows members that nobody knows, and hides what is not set', () => {
  const lines = describeFilters({
    ...sampleRecords.alertConfiguration,
    filters: {
      ...sampleRecords.alertConfiguration.filters,
      foundedAfter: 2020,
      exclude_tags: ['crypto', { id: 7 }],
      empty: [],
    },
    deliverTo: 'partners',
  } as never);
  expect(lines.map(({ name, values }) => [name, ...values])).toEqual([
    ['Round type', 'Seed', 'Series A'],
    ['Location', 'nordics', 'germany'],
    ['Industry', 'energy-storage'],
    ['Round size', 'at least $1M'],
    ['Founded after', '2020'],
    ['Exclude tags', 'crypto', '{"id":7}'],
    ['Deliver to', 'partners'],
  ]);
});

test('the facts of a deal stand out in a reason, as whole words, and the text is kept to the letter', () => {
  const text =
    'Matched because the round is Seed, $12,960,000 was raised, the company works in Seeds and it is based in Germany.';
  const parts = splitAtFacts(text, ['Seed', 'Germany', 'Ger (x)']);
  expect(parts.map(({ part }) => part).join('')).toBe(text);
  expect(parts.filter(({ isFact }) => isFact).map(({ part }) => part)).toEqual([
    'Seed',
    '$12,960,000',
    'Seeds',
    'Germany',
  ]);
});

test('a fact inside a word of any script does not stand out', () => {
  const text = 'In Bo, not in Boğazkale, éBo, Bo-2 or BoЖ.';
  expect(splitAtFacts(text, ['Bo'])).toEqual([
    { at: 0, part: 'In ', isFact: false },
    { at: 3, part: 'Bo', isFact: true },
    { at: 5, part: text.slice(5), isFact: false },
  ]);
});

test('a name that contains a round is highlighted whole', () => {
  const text = 'Matched because it is based in DACH and Ivubeckka Seed took part.';
  const facts = splitAtFacts(text, ['Seed', 'Ivubeckka Seed']).filter(({ isFact }) => isFact);
  expect(facts.map(({ part }) => part)).toEqual(['DACH', 'Ivubeckka Seed']);
});

test.each([
  [
    'Matched because the round is Seed, $4,000,000 was raised (at least $1,000,000), the company works in Food and Beverage and it is based in Europe.',
    ['Seed', '$1M or more', 'Food and Beverage', 'Europe'],
  ],
  ['Matched because it has 11-50 employees and Ivubeckka Seed took part.', ['11-50 employees', 'Ivubeckka Seed']],
  ['The alert has no filter, so every deal matches.', ['Everything']],
])('the reason %j is shown as %j', (text, chips) => {
  const item = { deal: {}, round: { type: 'SEED' } } as AlertItem;
  const reason = { alertId: 'a', alertName: 'Everything', text, names: ['Ivubeckka Seed'] };
  expect(listReasonChips(item, reason)).toEqual(chips);
});
