// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../platform/http/api-error.ts';
import { formatTestResult } from './direct-form.tsx';

const address = 'https://api.example.com/api/v1';
const page = 'https://desk.example.com';
const toText = (kind: ApiErrorKind, status = 0) => formatTestResult(new ApiError(kind, 'x', { status }), address, page);

test('what a browser cannot tell apart is said together, with the two ways out', () => {
  const { title, advice } = toText('unreachable');
  expect(title).toBe('No answer from api.example.com that this page may read');
  expect(advice).toMatch(/nothing answers.* or the service does not let pages of https:\/\/desk\.example\.com ask it/);
  expect(advice).toContain(`FUNDSCOPE_CORS=${page}`);
  expect(advice).toContain(`FUNDSCOPE_UPSTREAM=${address}`);
});

test.each<[ApiErrorKind, number, RegExp]>([
  ['key', 401, /does not accept the key/],
  ['missing', 404, /not as this API/],
  ['invalid', 405, /not as this API/],
  ['unreadable', 200, /not as this API/],
  ['timeout', 0, /in time/],
  ['unavailable', 503, /service is unavailable/],
  ['rate', 429, /Too many requests/],
])('a test that ends in %s (%i) has words of its own', (kind, status, title) => {
  expect(toText(kind, status).title).toMatch(title);
});
