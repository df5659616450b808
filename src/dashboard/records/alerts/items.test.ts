import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { sampleRecords } from '../../../testing/sample-records.ts';
import { toAlertUsd } from '../alert-names.ts';
import { type CompanyRecord, type DealRecord, unlockedCompanies, unlockedDeals } from '../records.ts';
import {
  type AlertRecord,
  addDays,
  buildDateParameters,
  buildItems,
  countDays,
  countMatches,
  describeAmount,
  describeMatch,
  filterByAlerts,
  findRangeProblem,
  formatDayName,
  formatDayRange,
  formatLocalTime,
  getDealDay,
  getPeriodDays,
  getPreviousDays,
  groupByDay,
} from './items.ts';
import { formatUtcDay } from '../../platform/format.ts';

const none = (): undefined => undefined;
const sample = sampleRecords.alert.deals[0]!;

const buildAlert = (
  id: string,
  deals: { id: string; date?: string | null; raised?: number | null }[],
): AlertRecord => ({
  ...sampleRecords.alert,
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

const anyMoment = fc
  .integer({ min: Date.parse('2026-10-25T00:00:00Z'), max: Date.parse('2026-11-02T00:00:00Z') })
  .map((ms) => new Date(ms).toISOString());
const found = fc.record({
  id: fc.integer({ min: 0, max: 25 }).map((index) => `deal ${index}`),
  date: fc.option(anyMoment),
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
    expect(toAlertUsd(12.96, 'millions')).toBe(12_960_000);
    expect(toAlertUsd(1.1, 'millions')).toBe(1_100_000);
    expect(toAlertUsd(12.96, 'usd')).toBe(12.96);
    expect(toAlertUsd(0, 'millions')).toBe(0);
    expect(toAlertUsd(null, 'millions')).toBeNull();
  });

  const own = (raised: number | null) => (): DealRecord =>
    ({ round_type: 'SEED', total_round_raised: raised }) as DealRecord;
  test.each([
    ['what is owned wins and is reported where it differs', 12.96, 15_000_000, 15_000_000, 12_960_000],
    ['a difference by rounding is none', 12.96, 12_963_400, 12_963_400, undefined],
    ['the alert counts where the owned row is undisclosed', 12.96, null, 12_960_000, undefined],
    ['an undisclosed amount adds nothing', null, 5_000_000, 5_000_000, undefined],
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
  expect(buildItems(seeds, 'usd', none, () => ({ rounds: wanted, names: [] }))[0]!.round.pre).toBe(pre);
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

test.each([
  ['Matched because the round is Pre-Seed and it is based in Berlin.', true, false],
  ['Matched because the round is Pre-Seed Extension.', true, true],
  ['Matched because the round is Seed, $1 was raised and Ivubeckka Pre-Seed took part.', false, false],
  ['Matched because Ivubeckka Seed took part.', undefined, undefined],
])('a deal of type SEED with the reason %j has pre %s and extension %s', (reasoning, pre, extension) => {
  const alert = buildAlert('a', [{ id: '1' }]);
  const seeds = [{ ...alert, deals: alert.deals!.map((deal) => ({ ...deal, round_type: 'SEED', reasoning })) }];
  const [item] = buildItems(seeds, 'usd', none, () => ({ rounds: [], names: [] }));
  expect([item!.round.pre, item!.round.extension]).toEqual([pre, extension]);
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

const zone = process.env['TZ'];
afterEach(() => {
  unlockedCompanies.reset();
  process.env['TZ'] = zone ?? 'UTC';
});

/** Far behind UTC, with daylight saving, and far before it. */
const zones = ['Pacific/Pago_Pago', 'America/New_York', 'Pacific/Kiritimati'];

/** A day by counting alone, without any date of the language: the check on all that follows. */
function findDayByCounting(daysSince2000: number): string {
  let [year, left] = [2000, daysSince2000];
  const isLeap = (y: number) => (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  while (left >= (isLeap(year) ? 366 : 365)) {
    left -= isLeap(year) ? 366 : 365;
    year += 1;
  }
  const months = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  let month = 0;
  while (left >= months[month]!) {
    left -= months[month]!;
    month += 1;
  }
  return [String(year), ...[month + 1, left + 1].map((part) => String(part).padStart(2, '0'))].join('-');
}

const dayNumber = fc.integer({ min: 0, max: 20_000 });

test('the zone of these tests is the one that they set', () => {
  const offsets = zones.map((place) => {
    process.env['TZ'] = place;
    return new Date('2026-07-01T12:00:00Z').getTimezoneOffset();
  });
  expect(offsets).toEqual([660, 240, -840]);
});

describe.each(zones)('with a browser in %s', (place) => {
  test('a deal is listed on its UTC day, for every hour, offset and season', () => {
    process.env['TZ'] = place;
    fc.assert(
      fc.property(
        dayNumber,
        fc.integer({ min: 0, max: 86_399 }),
        fc.constantFrom(-720, -300, 0, 60, 840),
        (number, second, offset) => {
          const day = findDayByCounting(number);
          const moment = new Date(Date.UTC(2000, 0, 1 + number) + second * 1000);
          expect(getDealDay(moment.toISOString())).toBe(day);
          // The same moment, written by somebody far away.
          const local = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, 19);
          const sign = offset < 0 ? '-' : '+';
          const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
            String(part).padStart(2, '0'),
          );
          expect(getDealDay(`${local}${sign}${hours}:${minutes}`)).toBe(day);
          expect(getDealDay(`${day}T00:00:00`)).toBe(day);
          expect(getDealDay(day)).toBe(day);
        },
      ),
    );
  });

  test('periods are whole UTC days, and last week began on a Monday, also where clocks change and years end', () => {
    process.env['TZ'] = place;
    fc.assert(
      fc.property(dayNumber, (number) => {
        const today = findDayByCounting(number);
        // 2000-01-03 was a Monday.
        const monday = number - ((number + 7 - 2) % 7);
        fc.pre(monday >= 7);
        expect(getPeriodDays('week', today)).toEqual({ from: findDayByCounting(number - 6), to: today });
        expect(getPeriodDays('last-week', today)).toEqual({
          from: findDayByCounting(monday - 7),
          to: findDayByCounting(monday - 1),
        });
        expect(getPreviousDays(getPeriodDays('week', today)).to).toBe(findDayByCounting(number - 7));
        expect(countDays(getPeriodDays('review', today))).toBe(90);
        expect(getPeriodDays('review', today).to).toBe(today);
      }),
    );
  });

  test.each([
    // The clocks change on 1 November 2026 in New York, at the end of March and October in Europe.
    ['2026-10-31T23:59:59.999Z', '2026-10-31', 'Saturday 31 October 2026'],
    ['2026-11-01T00:00:00.000Z', '2026-11-01', 'Sunday 1 November 2026'],
    ['2026-11-01T06:30:00.000Z', '2026-11-01', 'Sunday 1 November 2026'],
    ['2026-03-08T07:00:00.000Z', '2026-03-08', 'Sunday 8 March 2026'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29', 'Sunday 29 March 2026'],
    ['2026-12-31T23:59:59.999Z', '2026-12-31', 'Thursday 31 December 2026'],
    ['2027-01-01T00:00:00.000Z', '2027-01-01', 'Friday 1 January 2027'],
    ['2028-02-29T12:00:00.000Z', '2028-02-29', 'Tuesday 29 February 2028'],
  ])('%s is listed under %s', (moment, day, name) => {
    process.env['TZ'] = place;
    expect(getDealDay(moment)).toBe(day);
    expect(formatUtcDay(Date.parse(moment))).toBe(day);
    expect(formatDayName(day)).toBe(name);
  });
});

test('the moments of a span are its first and its last, and 365 days are within what the service takes', () => {
  const year = { from: '2025-11-21', to: '2026-11-20' };
  expect(buildDateParameters(year)).toEqual({
    start_date: '2025-11-21T00:00:00.000Z',
    end_date: '2026-11-20T23:59:59.999Z',
  });
  expect(countDays(year)).toBe(365);
  expect(
    Date.parse(buildDateParameters(year).end_date) - Date.parse(buildDateParameters(year).start_date),
  ).toBeLessThan(365 * 86_400_000);
});

test.each([
  [{ from: '2025-11-21', to: '2026-11-20' }, undefined],
  [{ from: '2026-11-20', to: '2026-11-20' }, undefined],
  [{ from: '2026-11-20', to: '2027-01-20' }, undefined],
  [{ from: '2025-11-20', to: '2026-11-20' }, 'This range has 366 days. Choose at most 365.'],
  [{ from: '2026-11-20', to: '2026-11-19' }, 'The last day is before the first.'],
  [{ from: '2026-11-21', to: '2026-11-22' }, 'The range starts in the future.'],
])('the range %j is rejected: %s', (days, problem) => {
  expect(findRangeProblem(days, '2026-11-20')).toBe(problem);
});

test.each([null, '', 'soon', '2026-02-30', '2026-13-01T00:00:00Z'])('%j is no day of a deal', (date) => {
  expect(getDealDay(date)).toBeNull();
});

test('spans have a name, over a year end too', () => {
  expect(formatDayRange({ from: '2026-12-28', to: '2027-01-03' })).toBe('28 Dec 2026 to 3 Jan 2027');
  expect(formatDayRange({ from: '2026-12-28', to: '2026-12-28' })).toBe('28 Dec 2026');
  expect(formatDayRange({ from: '2026-11-16', to: '2026-11-22' })).toBe('16 to 22 Nov 2026');
  expect(formatDayRange({ from: '2026-11-30', to: '2026-12-06' })).toBe('30 Nov to 6 Dec 2026');
  expect(formatDayRange({ from: '2025-11-16', to: '2026-11-22' })).toBe('16 Nov 2025 to 22 Nov 2026');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
});

test('a moment is said in the time zone of the browser, and one that is no date not at all', () => {
  const moment = new Date(2026, 10, 3, 14, 5);
  expect(formatLocalTime(moment.toISOString())).toBe('Your time: 3 Nov 2026, 14:05');
  expect(formatLocalTime('soon')).toBe('');
});

test('a match says what its company does once that is unlocked, before that what the round was, without the name', () => {
  const company_id = '00000000-0000-4000-8000-00000000c0de';
  const deal = {
    ...sample,
    company_id,
    company_name: 'Anvil',
    deal_short_description: 'Anvil raised $5M in Seed funding.',
  };
  expect(describeMatch(deal)).toBe('Raised $5M in Seed funding.');
  unlockedCompanies.add([{ id: company_id, short_description: 'Forges chips.' } as CompanyRecord]);
  expect(describeMatch(deal)).toBe('Forges chips.');
});

test('the amount of a locked deal without dollars is not called undisclosed', () => {
  const [item] = buildItems([buildAlert('one', [{ id: 'x', raised: null }])], 'usd', none);
  expect(describeAmount(item!)).toBe('No dollar amount');
  unlockedDeals.add([{ id: 'x', financings: [{ size_native: 12_500_000, currency: 'EUR' }] } as DealRecord]);
  expect(describeAmount(item!)).toBe('EUR 12.5M');
  unlockedDeals.add([{ id: 'x', financings: null } as DealRecord]);
  expect(describeAmount(item!)).toBe('Undisclosed');
});
