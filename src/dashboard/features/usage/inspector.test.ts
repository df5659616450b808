import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyNames, buildCopy, type CopyName } from './inspector.tsx';

/** What a POSIX shell makes of one single-quoted word. */
const toWord = (quoted: string): string => quoted.slice(1, -1).replaceAll(String.raw`'\''`, "'");

const body = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.array(fc.string())));

test('a cURL line carries any body through the shell as it is, and every copy names the key by its variable alone', () => {
  fc.assert(
    fc.property(body, (asked) => {
      const request = { method: 'POST', url: 'http://127.0.0.1:4310/api/v1/deals', body: asked } as const;
      const data = buildCopy('curl', request).split('--data-raw ')[1] ?? '';
      expect(data).toMatch(/^'[^]*'$/);
      expect(JSON.parse(toWord(data))).toEqual(JSON.parse(JSON.stringify(asked)));
      for (const name of Object.keys(copyNames) as CopyName[]) {
        expect(buildCopy(name, request).match(/FUNDSCOPE_KEY/g)).toHaveLength(1);
      }
    }),
  );
});

test('a look-up is copied without a body', () => {
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
