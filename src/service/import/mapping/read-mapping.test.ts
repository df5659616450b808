import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSourceFolder, readSource, type SourceFolder } from '../testing-sources.ts';
import { openMapped, parseMapping } from './mapped-file.ts';

let files: SourceFolder;
beforeAll(async () => {
  files = await createSourceFolder();
});
afterAll(() => files.remove());

const source = { key: 'kiln', title: 'Kiln list', licence: 'CC0', address: null, created_at: '2024-01-31' };

/** The records of a table under a mapping. */
async function map(mapping: object, table: string, name = 'table.csv') {
  const mappingPath = await files.write('mapping.json', JSON.stringify({ source, ...mapping }));
  return readSource(openMapped({ mapping: mappingPath, path: await files.write(name, table) }));
}

const named = { company: { name: 'Company' } };

describe('a mapping file', () => {
  test.each([
    ['no JSON', '{"source": ', 'is not valid JSON: line 1, column 12'],
    ['nothing to make', { source }, 'the whole: needs "company", "investor" or "person"'],
    [
      'an unknown member',
      { source, company: { name: 'A', nmae: 'B' } },
      'company: Unrecognized key: "nmae". Valid keys: id, key, name, permalink',
    ],
    [
      'a field without an origin',
      { source, company: { name: {} } },
      'company.name: needs exactly one of "column", "columns", "any" and "constant"',
    ],
    [
      'a field with two origins',
      { source, company: { name: { column: 'A', constant: 'B' } } },
      'company.name: needs exactly one',
    ],
    [
      'an unknown multiplier',
      { source, ...named, deal: { raised: { column: 'A', multiplier: 'score' } } },
      'deal.raised.multiplier: must be a number or a word such as thousand',
    ],
    [
      'an unknown currency',
      { source, ...named, amounts: { currency: 'DOLLARS' } },
      'amounts.currency: must be a currency code such as EUR',
    ],
    ['an unknown date order', { source, ...named, dates: { order: 'dmy' } }, 'dates.order: Invalid option'],
    [
      'an impossible day',
      { source: { ...source, created_at: '2024-02-31' }, ...named },
      'source.created_at: must be a day, YYYY-MM-DD',
    ],
    [
      'an unsafe address',
      { source: { ...source, address: 'javascript:alert(1)' }, ...named },
      'source.address: must be a web address such as https://example.com',
    ],
    ['a bad key', { source: { ...source, key: 'My Key' }, ...named }, 'source.key: must be lower-case letters'],
    [
      'an unknown kind of investors',
      { source, ...named, investors: [{ column: 'A', kind: 'dogs' }] },
      'investors.0.kind: Invalid option',
    ],
    ['deals without companies', { source, investor: { name: 'A' }, deal: {} }, '"deal" and "people" need "company"'],
  ])('with %s is rejected with the place of the mistake', (_name, value, message) => {
    expect(() => parseMapping(typeof value === 'string' ? value : JSON.stringify(value), 'm.json')).toThrow(message);
  });

  test('with columns that the file does not have is rejected with their paths', async () => {
    const mapping = { ...named, deal: { raised: { column: 'Sum', currency_column: 'Cur' }, key: ['No'] } };
    await expect(map(mapping, 'Company,Amount\nOak,1')).rejects.toThrow(
      /deal.key: there is no column "No"\n {2}deal.raised.column: .*"Sum"\n {2}deal.raised.currency_column: .*"Cur"/,
    );
  });
});
