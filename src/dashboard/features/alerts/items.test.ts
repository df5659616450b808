import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleAlert } from '#contract/samples-alerts.ts';
import type { DealRecord } from '../../library/records/records.ts';
import { filterByAlerts, countMatches, groupByDay, buildItems, readUsd, type AlertRecord } from './items.ts';

const none = (): undefined => undefined;
const sample = sampleAlert.deals[0]!;

const buildAlert = (
  id: string,
  deals: { id: string; date?: string | null; raised?: number | null }[],
): AlertRecord => ({
  ...sampleAlert,
  alertId: id,
  alertName: `Alert ${id}`,
  deals: deals.map(({ id: dealId, date = sample.date, raised = 1 }) => ({
    ...sample,
    id: dealId,
    date,
    total_round_raised: raised,
    reasoning: `${id} found ${dealId}`,
  })),
});

const moment = fc
  .integer({ min: Date.parse('2026-10-25T00:00:00Z'), max: Date.parse('2026-11-02T00:00:00Z') })
  .map((ms) => new Date(ms).toISOString());
const found = fc.record({
  id: fc.integer({ min: 0, max: 25 }).map((index) => `deal ${index}`),
  date: fc.option(moment),
  raised: fc.option(fc.nat(1_000_000)),
});
const alerts = fc.array(fc.array(found, { maxLength: 20 }), { maxLength: 14 }).map((lists) => {
  // A deal has one date and one amount, whichever alert shows it.
  const first = new Map(lists.flat().map((deal) => [deal.id, deal]));
  return lists.map((deals, index) =>
    buildAlert(
      `a${index}`,
      deals.map(({ id }) => first.get(id)!),
    ),
  );
});

describe('deals of several alerts', () => {
  test('stand once each, with every alert that found them, newest day first and undated last', () => {
    fc.assert(
      fc.property(alerts, (all) => {
        const items = buildItems(all, 'usd', none);
        const pairs = all.flatMap(({ alertId, deals }) => (deals ?? []).map(({ id }) => `${alertId} ${id}`));
        expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
        expect(countMatches(items)).toBe(new Set(pairs).size);
        expect(new Set(items.flatMap(({ id, reasons }) => reasons.map(({ alertId }) => `${alertId} ${id}`)))).toEqual(
          new Set(pairs),
        );
        const days = groupByDay(items).map(({ day }) => day ?? '');
        expect(days).toEqual([...new Set(days)].toSorted().toReversed());
        for (const { day, items: ofDay } of groupByDay(items)) {
          for (const { deal } of ofDay) expect(deal.date?.slice(0, 10) ?? null).toBe(day);
        }
      }),
    );
  });

  test('chosen alerts leave out what only others found, and the reasons of others', () => {
    const items = buildItems(
      [buildAlert('a', [{ id: '1' }, { id: '2' }]), buildAlert('b', [{ id: '2' }, { id: '3' }])],
      'usd',
      none,
    );
    expect(filterByAlerts(items, ['b']).map(({ id, reasons }) => [id, reasons.map(({ text }) => text)])).toEqual([
      ['2', ['b found 2']],
      ['3', ['b found 3']],
    ]);
    expect(filterByAlerts(items, [])).toBe(items);
  });
});

describe('amounts', () => {
  test('are shifted by the unit of the connection and never guessed from the figure', () => {
    expect(readUsd(12.96, 'millions')).toBe(12_960_000);
    expect(readUsd(1.1, 'millions')).toBe(1_100_000);
    expect(readUsd(12.96, 'usd')).toBe(12.96);
    expect(readUsd(0, 'millions')).toBe(0);
    expect(readUsd(null, 'millions')).toBeNull();
  });

  const own = (raised: number | null) => (): DealRecord =>
    ({ round_type: 'SEED', total_round_raised: raised }) as DealRecord;
  test.each([
    ['what is owned wins and is reported where it differs', 12.96, 15_000_000, 15_000_000, 12_960_000],
    ['a difference by rounding is none', 12.96, 12_963_400, 12_963_400, undefined],
    ['the alert counts where the owned row is undisclosed', 12.96, null, 12_960_000, undefined],
    ['an undisclosed alert alertUsd nothing', null, 5_000_000, 5_000_000, undefined],
    ['undisclosed stays undisclosed, and never 0', null, null, null, undefined],
  ])('%s', (_, raised, owned, usd, alertUsd) => {
    const [item] = buildItems([buildAlert('a', [{ id: '1', raised }])], 'millions', own(owned));
    expect([item!.usd, item!.alertUsd]).toEqual([usd, alertUsd]);
  });

  test('a contradiction is one, however many alerts show the deal', () => {
    const all = ['a', 'b', 'c'].map((id) => buildAlert(id, [{ id: '1', raised: 7 }]));
    expect(buildItems(all, 'usd', own(9)).filter(({ alertUsd }) => alertUsd !== undefined)).toHaveLength(1);
  });
});

test.each([
  [['Pre-Seed'], true],
  [['Pre-Seed', 'Series A'], true],
  [['Seed', 'Pre-Seed'], undefined],
  [['Series A'], undefined],
  [[], undefined],
])('a deal of type SEED that an alert for %j found is a pre-round: %s', (wanted, pre) => {
  const alert = buildAlert('a', [{ id: '1' }]);
  const seeds = [{ ...alert, deals: alert.deals!.map((deal) => ({ ...deal, round_type: 'SEED' })) }];
  expect(buildItems(seeds, 'usd', none, () => wanted)[0]!.round.pre).toBe(pre);
});

test.each([
  ['Series A', 'SERIES_A', false],
  ['series_a', 'SERIES_A', false],
  ['Pre-Seed', 'SEED', true],
  ['pre seed', 'SEED', true],
])('a round called %s is read', (named, type, pre) => {
  const alert = buildAlert('a', [{ id: '1' }]);
  const [item] = buildItems(
    [{ ...alert, deals: alert.deals!.map((deal) => ({ ...deal, round_type: named })) }],
    'usd',
    none,
  );
  expect(item!.round).toMatchObject({ type, pre });
});

test('a round that nobody knows is kept as it is called', () => {
  const alert = buildAlert('a', [{ id: '1' }]);
  const [item] = buildItems(
    [{ ...alert, deals: alert.deals!.map((deal) => ({ ...deal, round_type: 'Moon shot' })) }],
    'usd',
    none,
  );
  expect(item!.round).toEqual({ type: 'Moon shot' });
});
