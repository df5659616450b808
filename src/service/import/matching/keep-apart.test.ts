import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSourceFolder, type SourceFolder } from '../testing-sources.ts';
import { readSeparatePairs } from './match.ts';

let folder: SourceFolder;
beforeAll(async () => {
  folder = await createSourceFolder();
});
afterAll(() => folder.remove());

test('a file of pairs holds ids, domains, slugs and addresses, with remarks', async () => {
  const path = await folder.write(
    'apart.txt',
    '\uFEFF# not the same\r\nacorn, https://www.Acorn.com/en\r\n\r\nhttps://www.crunchbase.com/organization/Oak\toak.io # two\n' +
      'AE4F6DE5-90A4-5D2F-9C0B-6E1B6E2A7C11;linkedin.com/company/elm',
  );
  expect(await readSeparatePairs(path)).toEqual([
    ['acorn', 'acorn.com'],
    ['oak', 'oak.io'],
    ['ae4f6de5-90a4-5d2f-9c0b-6e1b6e2a7c11', 'elm'],
  ]);
});

test.each([
  ['acorn', 'Line 2 of .* names one record, not two'],
  ['acorn, oak, elm', 'Line 2 of .* names 3 records, not two'],
])('a line that is not a pair, such as "%s", is reported by its number', async (line, message) => {
  const path = await folder.write('apart.txt', `a, b\n${line}`);
  await expect(readSeparatePairs(path)).rejects.toThrow(new RegExp(message));
});

test('a missing file is reported', async () => {
  await expect(readSeparatePairs('none.txt')).rejects.toThrow('There is no file none.txt.');
});
