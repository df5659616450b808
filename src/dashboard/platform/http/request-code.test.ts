import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyNames, buildCopy, type CopyName } from './request-code.ts';

/** The word that a POSIX shell reads from a single-quoted one. */
const toWord = (quoted: string): string => quoted.slice(1, -1).replaceAll(String.raw`'\''`, "'");

const body = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.array(fc.string())));

test('a cURL command passes any body through the shell unchanged, and no copy contains the key, only its variable', () => {
  fc.assert(
    fc.property(body, (drawn) => {
      const request = { method: 'POST', url: 'http://127.0.0.1:4310/api/v1/deals', body: drawn } as const;
      const data = buildCopy('curl', request).split('--data-raw ')[1] ?? '';
      expect(data).toMatch(/^'[^]*'$/);
      expect(JSON.parse(toWord(data))).toEqual(JSON.parse(JSON.stringify(drawn)));
      for (const name of Object.keys(copyNames) as CopyName[]) {
        expect(buildCopy(name, request).match(/FUNDSCOPE_KEY/g)).toHaveLength(1);
      }
    }),
  );
});

test('a lookup is copied without a body', () => {
  const request = {
    method: 'GET',
    url: "http://127.0.0.1:4310/api/v1/company/search?name=O'Hara",
    body: undefined,
  } as const;
  expect(buildCopy('curl', request)).toBe(
    String.raw`curl -sS 'http://127.0.0.1:4310/api/v1/company/search?name=O'\''Hara' \
  -H "Authorization: Bearer $FUNDSCOPE_KEY"`,
  );
  expect(buildCopy('fetch', request)).not.toContain('body');
});

const search = {
  method: 'POST',
  url: 'http://127.0.0.1:4310/api/v1/deals',
  body: { deal: { financing_types: [{ type: 'SEED', pre: false }], size_min: 1e6 }, page: 0, page_size: 25 },
} as const;

test('Python gets the body in its own notation', () => {
  expect(buildCopy('python', search)).toContain('"pre": False,');
  expect(buildCopy('python', search)).toContain('"size_min": 1000000,');
  expect(buildCopy('python', search)).toContain(
    'requests.post("http://127.0.0.1:4310/api/v1/deals", headers=headers, json=body, timeout=60)',
  );
});

test('a notebook loads whole pages within a number of credits', () => {
  const code = buildCopy('notebook', search);
  expect(code).toContain('max_credits = 100\npage_size = min(25, max_credits)');
  expect(code).toContain('while len(rows) + page_size <= max_credits:');
  expect(code).toContain('found = response.json()["data"]["deals"]');
  expect(code).not.toContain('"page_size": 25');
});
