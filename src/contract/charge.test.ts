import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReportedCharge, type ChargeReply, parseBalance, readCharge } from './charge.ts';

const reply = (status: number, headers: Readonly<Record<string, string>> = {}, body?: unknown): ChargeReply => ({
  status,
  headers: new Headers(headers),
  body,
});
const used = (credits: unknown) => ({ success: true, data: {}, meta: { credits_used: credits } });
const error = (details?: object) => ({ success: false, error: { code: 'CODE', message: 'No.', details } });

const replayed = { 'Idempotency-Replayed': 'true', 'X-Credits-Used': '0.0' };

const billed = (tenths: number): ReportedCharge => ({ state: 'billed', billedTenths: tenths, listedTenths: 0 });
const rejected: ReportedCharge = { state: 'rejected', billedTenths: 0, listedTenths: 0 };
const unconfirmed: ReportedCharge = { state: 'unconfirmed', billedTenths: 100, listedTenths: 0 };

const absurdFigures = [
  '-1000',
  '-0.1',
  'NaN',
  'Infinity',
  '9'.repeat(400),
  `${'0'.repeat(400)}1`,
  '2.55',
  '2.',
  '.5',
  '1e1',
  '0x10',
  '1,5',
  '1 2',
  'many',
  '',
  '501',
  '1000000000',
];

describe('the charge of a response', () => {
  test.each<[string, ChargeReply, ReportedCharge]>([
    ['the header to the tenth', reply(200, { 'X-Credits-Used': '2.5' }, used(2)), billed(25)],
    ['the body without a header', reply(200, {}, used(7)), billed(70)],
    ['a body with a tenth', reply(200, {}, used(0.3)), billed(3)],
    ['a page without rows', reply(200, {}, used(0)), billed(0)],
    ['an error is free', reply(422, {}, error()), rejected],
    ['a rejection without a body too', reply(403), rejected],
    ['an error of the service', reply(503, {}, error()), rejected],
    ['an error that says what it charged', reply(500, { 'X-Credits-Used': '2.5' }, error()), billed(25)],
    ['an error that says 0', reply(502, { 'X-Credits-Used': '0.0' }), rejected],
    ['more than the quote', reply(200, { 'X-Credits-Used': '12.0' }), billed(120)],
    ['a repeated response has the charge of the first', reply(200, replayed, used(3)), billed(30)],
  ])('is what the service says: %s', (_, given, charge) => expect(readCharge(given, 100)).toEqual(charge));

  test.each<[string, ChargeReply]>([
    ['no response', reply(0)],
    ['a status that HTTP does not have', reply(999, {}, error())],
    ['such a status that says 0', reply(999, { 'X-Credits-Used': '0.0' }, error())],
    ['a status below 100', reply(99, {}, error())],
    ['no status', reply(Number.NaN, {}, error())],
    ['a redirect', reply(302)],
    ['a page of a balancer', reply(502)],
    ['a gateway that got no response', reply(504, {}, error({ outcome: 'unknown', help: '' }))],
    ['no body', reply(200)],
    ['no figure', reply(200, {}, { success: true, data: {}, meta: {} })],
    ['a figure as text', reply(200, {}, used('3'))],
    ['a negative figure', reply(200, {}, used(-1000))],
    ['a figure that is no number', reply(200, {}, used(Number.NaN))],
    ['a figure of 400 digits', reply(200, {}, used(Number('9'.repeat(400))))],
    ['a figure beyond a tenth', reply(200, {}, used(2.55))],
    ['a figure above every price', reply(200, {}, used(501))],
    ['a list', reply(200, {}, used([3]))],
    ['a repeated response without a figure', reply(200, replayed)],
  ])('is the highest price and unconfirmed: %s', (_, given) => expect(readCharge(given, 100)).toEqual(unconfirmed));

  test.each(absurdFigures)('of %s is the highest price and unconfirmed, whatever else is said', (figure) => {
    for (const status of [200, 302, 404, 500]) {
      expect(readCharge(reply(status, { 'X-Credits-Used': figure }, used(3)), 100)).toEqual(unconfirmed);
    }
  });

  test('below a credit is the listed price where the body counts whole credits', () => {
    expect(readCharge(reply(200, {}, used(0)), 1)).toEqual({ state: 'billed', billedTenths: 1, listedTenths: 1 });
    expect(readCharge(reply(200, { 'X-Credits-Used': '0.1' }, used(0)), 1)).toEqual(billed(1));
  });

  test('of a free request without a figure is nothing', () => {
    expect(readCharge(reply(200, {}, { data: {}, meta: {} }), 0)).toEqual(billed(0));
  });

  test('is never negative, never a fraction of a tenth and never above what one request can cost, for any response', () => {
    const figure = fc.oneof(
      fc.constantFrom(...absurdFigures),
      fc.double(),
      fc.bigInt().map(String),
      fc.string(),
      fc.nat(600),
      fc.constant(null),
      fc.anything(),
    );
    fc.assert(
      fc.property(fc.integer({ min: -1, max: 1100 }), figure, figure, fc.nat(5000), (status, header, body, quoted) => {
        const get = (name: string) =>
          name === 'X-Credits-Used' && header !== null
            ? typeof header === 'string'
              ? header
              : fc.stringify(header)
            : null;
        for (const content of [used(body), error(), body, undefined]) {
          const { state, billedTenths, listedTenths } = readCharge({ status, headers: { get }, body: content }, quoted);
          expect(Number.isSafeInteger(billedTenths)).toBe(true);
          expect(billedTenths).toBeGreaterThanOrEqual(listedTenths);
          expect(listedTenths).toBeGreaterThanOrEqual(0);
          expect(billedTenths).toBeLessThanOrEqual(Math.max(quoted, 5000));
          if (state === 'unconfirmed') expect(billedTenths).toBe(quoted);
          if (state === 'rejected') expect([billedTenths, status >= 400 && status <= 599]).toEqual([0, true]);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

test('a balance is what the service reports, and unknown where that makes no sense', () => {
  for (const balance of [0, 3, 911.5, null]) expect(parseBalance(balance)).toBe(balance);
  for (const figure of [-1, '3', Number.NaN, Infinity, 1e300, 2.55, [3], undefined]) {
    expect(parseBalance(figure)).toBeUndefined();
  }
});
