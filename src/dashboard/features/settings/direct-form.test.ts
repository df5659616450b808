// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../platform/http/api-error.ts';
import { formatTestResult } from './direct-form.tsx';

const address = 'https://api.example.com/api/v1';
const page = 'https://desk.example.com';
const toText = (kind: ApiErrorKind, status = 0) => formatTestResult(new ApiError(kind, 'x', { status }), address, page);

test('an unreachable service is explained with its two possible causes', () => {
  const { title, advice } = toText('unreachable');
  expect(title).toBe('This page cannot reach api.example.com');
  expect(advice).toMatch(/Check the address\. If it is right, the service has to allow requests from this page/);
  expect(advice).toContain(`FUNDSCOPE_CORS=${page}`);
  expect(advice).toContain(`FUNDSCOPE_UPSTREAM=${address}`);
});

test.each<[ApiErrorKind, number, RegExp]>([
  ['key', 401, /rejected the key/],
  ['missing', 404, /is not this API/],
  ['invalid', 405, /is not this API/],
  ['unreadable', 200, /is not this API/],
  ['timeout', 0, /in time/],
  ['unavailable', 503, /service is unavailable/],
  ['rate', 429, /Too many requests/],
])('a test that fails with %s (%i) says what went wrong', (kind, status, title) => {
  expect(toText(kind, status).title).toMatch(title);
});
