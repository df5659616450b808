import { expect, test } from 'vitest';
import { checkUrl } from './safe-link.tsx';

test.each([
  ['https://example.org/a?b=c', 'https://example.org/a?b=c'],
  ['linkedin.com/in/somebody', 'https://linkedin.com/in/somebody'],
  ['HTTPS://example.org', 'https://example.org/'],
])('%s may be opened', (text, url) => {
  expect(checkUrl(text)).toBe(url);
});

test.each([
  'http://example.org',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'https://user:pass@example.org',
  'https://',
  'localhost',
  '//',
  '',
  null,
  undefined,
])('%j is shown as text', (text) => {
  expect(checkUrl(text)).toBeUndefined();
});
