import { expect, test } from 'vitest';
import { readHeaders, readIgnored } from './headers.ts';

test('reads credits to the tenth, and the requests left', () => {
  const headers = new Headers({
    'X-Credits-Used': '0.1',
    'X-Credits-Remaining': '1411.9',
    'RateLimit-Limit': '200',
    'RateLimit-Remaining': '183',
    'RateLimit-Reset': '40',
    'X-Request-Id': 'abc',
  });
  expect(readHeaders(headers)).toEqual({
    usedTenths: 1,
    remainingTenths: 14_119,
    requestLimit: 200,
    requestsLeft: 183,
    resetSeconds: 40,
    requestId: 'abc',
    ignored: [],
    moreIgnored: 0,
  });
});

test('leaves out what is not a figure', () => {
  const headers = new Headers({ 'X-Credits-Used': 'many', 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' });
  expect(readHeaders(headers)).toEqual({ ignored: [], moreIgnored: 0 });
});

test('reads ignored filters with commas, equal signs and broken escapes inside', () => {
  expect(
    readIgnored('company.industries=clean%2Ctech,company.locations=a%3Db,company.locations=%E0%A4,more=12'),
  ).toEqual({
    ignored: [
      { member: 'company.industries', value: 'clean,tech' },
      { member: 'company.locations', value: 'a=b' },
      { member: 'company.locations', value: '%E0%A4' },
    ],
    moreIgnored: 12,
  });
});
