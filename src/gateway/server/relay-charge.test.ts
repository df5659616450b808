import { expect, test } from 'vitest';
import { searchDeals } from '#contract/deals.ts';
import { readRelayedCharge } from './relay-charge.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };
const html = { 'content-type': 'text/html' };

test.each([
  [200, { ...json, 'x-credits-used': '7.0' }, ['billed', 70]],
  [200, { ...json, 'x-credits-used': '0.0' }, ['billed', 0]],
  [500, { ...json, 'x-credits-used': '2.5' }, ['billed', 25]],
  [404, json, ['rejected', 0]],
  [503, json, ['rejected', 0]],
  [302, { 'x-credits-used': '0.0' }, ['billed', 0]],
])('a response with status %i and %j was charged as it says: %j', (statusCode, headers, outcome) => {
  const { state, billedTenths } = readRelayedCharge(searchDeals, { statusCode, headers });
  expect([state, billedTenths]).toEqual(outcome);
});

test.each([
  [200, json],
  [200, { ...json, 'x-credits-used': '-1000' }],
  [200, { ...json, 'x-credits-used': '9'.repeat(400) }],
  [200, { ...json, 'x-credits-used': 'NaN' }],
  [200, { ...json, 'x-credits-used': ['1.0', '2.0'] }],
  [422, { ...json, 'x-credits-used': '1000000000' }],
  [302, {}],
  [502, html],
  [504, {}],
  [999, json],
  [999, { ...json, 'x-credits-used': '0.0' }],
])('the charge of a response with status %i and %j is unconfirmed', (statusCode, headers) => {
  expect(readRelayedCharge(searchDeals, { statusCode, headers })).toMatchObject({
    state: 'unconfirmed',
    billedTenths: 5000,
  });
});
