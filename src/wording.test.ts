import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Words of the screen that have one form. Read as text, because they are no values of the program. */
const folder = join(import.meta.dirname, 'dashboard');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);

const findText = (pattern: RegExp): string[] => sources.flatMap(([file, text]) => (pattern.test(text) ? [file] : []));

test('no screen says a bare “Loading”: it names what is loading', () => {
  expect(findText(/['"`>]Loading(\.\.\.|…)?['"`<]/)).toEqual([]);
});

test('an amount that is not known is “Undisclosed”, in no other words', () => {
  expect(findText(/['"`>](Not disclosed|Unknown amount|Amount unknown|Unspecified)\b|without a known amount/i)).toEqual(
    [],
  );
});

test('“Lead” has one look', () => {
  expect(findText(/<span[^>]*>\s*Lead\s*<\/span>/i)).toEqual([]);
});
