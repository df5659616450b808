import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blankReading, createMeter } from './meter.ts';

const settlement = (usedTenths: number, remainingTenths: number) => ({
  usedTenths,
  listedTenths: 0,
  remainingTenths,
  monthly: Math.floor(remainingTenths / 10),
  purchased: 0,
});

test('shows no figure before the first paid answer', () => {
  expect(createMeter().read()).toEqual(blankReading);
});

test('takes the header to the tenth, and adds up what the session used', () => {
  const meter = createMeter();
  meter.settle(meter.send(), settlement(250, 14_119));
  meter.settle(meter.send(), settlement(1, 14_118));
  expect(meter.read()).toMatchObject({
    usedTenths: 251,
    balance: { kind: 'known', tenths: 14_118, monthly: 1411, purchased: 0 },
  });
});

test('adds monthly and purchased where a hosted service sends no header', () => {
  const meter = createMeter();
  meter.settle(meter.send(), {
    usedTenths: 250,
    listedTenths: 0,
    remainingTenths: undefined,
    monthly: 912,
    purchased: 500,
  });
  expect(meter.read().balance).toEqual({ kind: 'known', tenths: 14_120, monthly: 912, purchased: 500 });
});

test('says that a key shows no balance, instead of inventing one', () => {
  const meter = createMeter();
  meter.settle(meter.send(), {
    usedTenths: 250,
    listedTenths: 0,
    remainingTenths: undefined,
    monthly: undefined,
    purchased: null,
  });
  expect(meter.read()).toMatchObject({ usedTenths: 250, balance: { kind: 'hidden' } });
});

test('takes what the account says of itself, to the tenth, but not after a charge that was made since', () => {
  const meter = createMeter();
  meter.learn(meter.send(), 99.9, 200);
  expect(meter.read().balance).toEqual({ kind: 'known', tenths: 2_999, monthly: 99, purchased: 200 });
  const asked = meter.send();
  meter.settle(meter.send(), settlement(10, 2_989));
  meter.learn(asked, 99.9, 200);
  expect(meter.read().balance).toMatchObject({ tenths: 2_989 });
  meter.learn(meter.send(), null, null);
  expect(meter.read().balance).toEqual({ kind: 'hidden' });
});

test('forgets everything with the key, and what another key still had under way is not its own', () => {
  const meter = createMeter();
  meter.settle(meter.send(), settlement(250, 14_119));
  const late = meter.send();
  meter.reset();
  expect(meter.read()).toEqual(blankReading);
  meter.settle(late, settlement(10, 14_109));
  expect(meter.read()).toEqual(blankReading);
  meter.settle(meter.send(), settlement(10, 500));
  expect(meter.read()).toMatchObject({ usedTenths: 10, balance: { kind: 'known', tenths: 500 } });
});

test('ends with the balance after the last charge, in whatever order parallel answers arrive', () => {
  const charges = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(charges, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (tenths, order) => {
      const meter = createMeter();
      let left = 10_000;
      const answers = tenths.map((used, index) => ({
        sentAt: meter.send(),
        settled: settlement(used, (left -= used)),
        place: order[index]!,
      }));
      for (const { sentAt, settled } of answers.toSorted((one, other) => one.place - other.place))
        meter.settle(sentAt, settled);
      const spent = tenths.reduce((sum, one) => sum + one, 0);
      expect(meter.read()).toMatchObject({ usedTenths: spent, balance: { tenths: 10_000 - spent } });
    }),
  );
});

test('follows a balance that rises between requests, as after a purchase', () => {
  const meter = createMeter();
  meter.settle(meter.send(), settlement(10, 90));
  meter.settle(meter.send(), settlement(10, 5_080));
  expect(meter.read().balance).toMatchObject({ tenths: 5_080 });
});

test('takes the balance of a refusal, and charges nothing for it', () => {
  const meter = createMeter();
  meter.correct(0, 3);
  expect(meter.read()).toMatchObject({ usedTenths: 0, balance: { tenths: 30, monthly: 0, purchased: 3 } });
});

test('keeps apart what a service that counts whole credits does not say', () => {
  const meter = createMeter();
  const lookUp = { usedTenths: 0, listedTenths: 1, remainingTenths: undefined, monthly: 912, purchased: 500 };
  meter.settle(meter.send(), lookUp);
  meter.settle(meter.send(), lookUp);
  expect(meter.read()).toMatchObject({ usedTenths: 0, listedTenths: 2, balance: { tenths: 14_120 } });
});
