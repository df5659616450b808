import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalEntry, ReportedCredits } from './journal-entry.ts';
import { applyToMeter, emptyMeter, type Meter, reloadMeter } from './meter.ts';

const call = { place: '/', method: 'POST', path: '/deals', summary: 'Search', quotedTenths: 500 } as const;
const reply = { status: 200, ms: 1 };
const send = (id: string): JournalEntry => ({ type: 'sent', at: 1, id, call });
const bill = (id: string, tenths: number, credits: ReportedCredits): JournalEntry => ({
  type: 'billed',
  at: 1,
  id,
  tenths,
  listedTenths: 0,
  rows: 1,
  unlockedRows: 0,
  reply,
  credits,
});
const left = (remainingTenths: number): ReportedCredits => ({
  remainingTenths,
  monthly: Math.floor(remainingTenths / 10),
  purchased: 0,
});

const play = (entries: readonly JournalEntry[], from: Meter = emptyMeter): Meter =>
  entries.reduce((meter, entry, index) => applyToMeter(meter, { ...entry, seq: index + 1 }), from);

test('shows no figure before the first paid response', () => {
  expect(play([send('a')]).balance).toEqual({ kind: 'unknown' });
});

test('a page that loads again knows the last figure and when it was reported, however often it loads', () => {
  const paid = play([send('a'), bill('a', 250, left(14_119))]);
  for (const meter of [reloadMeter(paid), reloadMeter(reloadMeter(paid))]) {
    expect(meter).toMatchObject({ balance: { kind: 'unknown' }, earlier: { tenths: 14_119, at: 1 } });
  }
  expect(reloadMeter(emptyMeter).earlier).toBeUndefined();
});

test('takes the header to the tenth', () => {
  const { balance } = play([send('a'), bill('a', 250, left(14_119)), send('b'), bill('b', 1, left(14_118))]);
  expect(balance).toEqual({ kind: 'known', tenths: 14_118, monthly: 1411, purchased: 0 });
});

test('adds monthly and purchased where a hosted service sends no header', () => {
  const { balance } = play([send('a'), bill('a', 250, { monthly: 912, purchased: 500 })]);
  expect(balance).toEqual({ kind: 'known', tenths: 14_120, monthly: 912, purchased: 500 });
});

test('says that a key shows no balance, instead of inventing one', () => {
  expect(play([send('a'), bill('a', 250, { purchased: null })]).balance).toEqual({ kind: 'hidden' });
});

test('shows the balance of the account, to the tenth, but not one from before the last charge', () => {
  const report = (since: number, credits: ReportedCredits): JournalEntry => ({
    type: 'balance-reported',
    at: 1,
    since,
    credits,
  });
  const reported = play([report(-1, { monthly: 99.9, purchased: 200 })]);
  expect(reported.balance).toEqual({ kind: 'known', tenths: 2_999, monthly: 99, purchased: 200 });
  const charged = play([send('a'), bill('a', 10, left(2_989)), report(1, { monthly: 99.9, purchased: 200 })]);
  expect(charged.balance).toMatchObject({ tenths: 2_989 });
  const hidden = play([send('a'), bill('a', 10, left(2_989)), report(2, { monthly: null, purchased: null })]);
  expect(hidden.balance).toEqual({ kind: 'hidden' });
});

test('ends with the balance after the last charge, in whatever order parallel responses arrive', () => {
  const charges = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(charges, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (tenths, order) => {
      let remaining = 10_000;
      const responses = tenths.map((used, index) => ({
        entry: bill(String(index), used, left((remaining -= used))),
        place: order[index]!,
      }));
      const sent = tenths.map((_, index) => send(String(index)));
      const arrived = responses.toSorted((one, other) => one.place - other.place).map(({ entry }) => entry);
      const meter = play([...sent, ...arrived]);
      const spent = tenths.reduce((sum, one) => sum + one, 0);
      expect(meter.balance).toMatchObject({ tenths: 10_000 - spent });
      expect(meter.sent).toEqual({});
    }),
  );
});

test('follows a balance that rises between requests, as after a purchase of credits', () => {
  const { balance } = play([send('a'), bill('a', 10, left(90)), send('b'), bill('b', 10, left(5_080))]);
  expect(balance).toMatchObject({ tenths: 5_080 });
});

test('takes the balance of a rejection', () => {
  const credits = { monthly: 0, purchased: 3 };
  const { balance } = play([send('a'), { type: 'rejected', at: 1, id: 'a', reply, credits }]);
  expect(balance).toEqual({ kind: 'known', tenths: 30, monthly: 0, purchased: 3 });
});

test('a response to another key says nothing about this balance', () => {
  const { credits: _credits, ...foreign } = bill('b', 10, {}) as JournalEntry & { type: 'billed' };
  expect(play([send('a'), bill('a', 10, left(90)), send('b'), foreign]).balance).toMatchObject({ tenths: 90 });
});
