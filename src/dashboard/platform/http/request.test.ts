import { expect, test } from 'vitest';
import { parseHeaders, parseIgnored } from './request.ts';

test('reads credits to the tenth, and the requests left', () => {
  const headers = new Headers({
    'X-Credits-Used': '0.1',
    'X-Credits-Remaining': '1411.9',
    'RateLimit-Limit': '200',
    'RateLimit-Remaining': '183',
    'RateLimit-Reset': '40',
    'X-Request-Id': 'abc',
  });
  expect(parseHeaders(headers)).toEqual({
    usedTenths: 1,
    requestLimit: 200,
    requestsLeft: 183,
    resetSeconds: 40,
    requestId: 'abc',
    ignored: [],
    moreIgnored: 0,
  });
});

test('leaves out values that are not numbers', () => {
  const headers = new Headers({ 'X-Credits-Used': 'many', 'Retry-After': 'Soon, I hope' });
  expect(parseHeaders(headers)).toEqual({ ignored: [], moreIgnored: 0 });
});

test('reads ignored filters with commas, equal signs and broken escapes inside', () => {
  expect(
    parseIgnored('company.industries=clean%2Ctech,company.locations=a%3Db,company.locations=%E0%A4,more=12'),
  ).toEqual({
    ignored: [
      { member: 'company.industries', value: 'clean,tech' },
      { member: 'company.locations', value: 'a=b' },
      { member: 'company.locations', value: '%E0%A4' },
    ],
    moreIgnored: 12,
  });
});

test.each([
  [{ 'Retry-After': 'Wed, 21 Oct 2026 08:28:00 GMT', Date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 3600],
  [{ 'Retry-After': 'Wed, 21 Oct 2020 07:28:00 GMT' }, 0],
  [{ 'Retry-After': '99999999999999' }, 30 * 86_400],
])('reads the time to retry from %j', (headers, seconds) => {
  expect(parseHeaders(new Headers(headers)).retryAfterSeconds).toBe(seconds);
});
