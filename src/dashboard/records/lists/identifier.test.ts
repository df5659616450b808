import { expect, test } from 'vitest';
import fc from 'fast-check';
import {
  decodeLineKey,
  encodeLineKey,
  formatWireIdentifier,
  type CompanyIdentifier,
  identifierKinds,
  listCompanyIdentifiers,
  parseIdentifier,
  parseIdentifierCell,
} from './identifier.ts';
import { buildListLines } from './lists.ts';
import { parseListTable } from './parse-table.ts';
import { toCsv } from '../../screens/searches/kit/export/file-formats.ts';
import { buildEnrichment } from '../../screens/lists/list-files.ts';

const formatKey = (read: CompanyIdentifier | undefined) => read && encodeLineKey([read]);

test.each([
  ['https://www.Acme.com:443/about?x=1', 'domain:acme.com'],
  ['ACME.CO.UK.', 'domain:acme.co.uk'],
  ['müller.de', 'domain:müller.de'],
  ['https://xn--mller-kva.de/about', 'domain:müller.de'],
  ['xn--strae-oqa.example', 'domain:straße.example'],
  ['xn--zrcher-kse-x5a4z.example', 'domain:zürcher-käse.example'],
  ['xn--fsq.xn--0zwm56d', 'domain:例.测试'],
  ['https://de.linkedin.com/company/Acme-Inc/about/', 'linkedin:acme-inc'],
  ['linkedin.com/school/mit', 'linkedin:mit'],
  ['www.crunchbase.com/organization/acme', 'crunchbase:acme'],
  ['linkedin.com', 'domain:linkedin.com'],
  ['https://www.linkedin.com/in/jane-doe', undefined],
  ['info@acme.com', undefined],
  ['Acme Inc.', undefined],
  ['n/a', undefined],
  ['1.5', undefined],
  ['', undefined],
])('reads %j as %s', (text, key) => {
  expect(formatKey(parseIdentifier(text))).toBe(key);
});

test('accepts a bare slug only in its own column, and no plain word elsewhere', () => {
  expect(parseIdentifierCell('linkedin', 'Acme')).toEqual({ kind: 'linkedin', value: 'acme' });
  expect(parseIdentifierCell('domain', 'acme')).toBeUndefined();
  expect(parseIdentifierCell('linkedin', 'unknown')).toBeUndefined();
});

test('a company is recognized by any form of its addresses, and requested in one', () => {
  const company = { domain: 'acme.com', linkedin: 'https://www.linkedin.com/company/ac%C3%A9me/', crunchbase: null };
  expect(encodeLineKey(listCompanyIdentifiers(company))).toBe('domain:acme.com linkedin:acéme');
  expect(formatWireIdentifier({ kind: 'linkedin', value: 'acéme' })).toBe(
    'https://www.linkedin.com/company/ac%C3%A9me',
  );
});

test('a line key reads back as the identifiers of its line, whatever their order', () => {
  const value = fc.string({ unit: 'grapheme' }).filter((text) => !/\s/.test(text));
  const identifier = fc.record({ kind: fc.constantFrom(...identifierKinds), value });
  fc.assert(
    fc.property(fc.uniqueArray(identifier, { selector: ({ kind }) => kind, minLength: 1 }), (identifiers) => {
      const key = encodeLineKey(identifiers);
      expect(new Set(decodeLineKey(key))).toEqual(new Set(identifiers));
      expect(encodeLineKey(identifiers.toReversed())).toBe(key);
      expect(encodeLineKey(decodeLineKey(key))).toBe(key);
    }),
  );
});

const layout = { delimiter: ',', header: true, columns: { domain: 0, linkedin: 1 } } as const;
const text = [
  'Web,LinkedIn,Note',
  'acme.com,linkedin.com/company/acme,=1+1',
  'bolt.de,,+49 30 1',
  'bolt.de,,again',
  'core.io,,',
  'no idea,,',
  ',,nothing',
  'dart.eu,,',
].join('\n');
const found = {
  'domain:acme.com linkedin:acme': ['a1'],
  'domain:bolt.de': ['b1', 'b2'],
  'domain:core.io': [],
};

test('every line is found, ambiguous, unknown, not searched or unreadable, until the user decides', () => {
  const table = parseListTable(text, layout);
  const states = (choices: Record<string, string | null>) =>
    buildListLines(table, layout, found, choices).map(({ number, state, companyId }) => [number, state, companyId]);
  expect(states({})).toEqual([
    [2, 'found', 'a1'],
    [3, 'ambiguous', undefined],
    [4, 'ambiguous', undefined],
    [5, 'missing', undefined],
    [6, 'bad', undefined],
    [7, 'bad', undefined],
    [8, 'pending', undefined],
  ]);
  expect(states({ 'domain:bolt.de': 'b2' }).slice(1, 3)).toEqual([
    [3, 'found', 'b2'],
    [4, 'found', 'b2'],
  ]);
  expect(states({ 'domain:bolt.de': null, 'domain:acme.com linkedin:acme': null }).slice(0, 2)).toEqual([
    [2, 'missing', undefined],
    [3, 'missing', undefined],
  ]);
});

test('the enriched file keeps each column and line in order, adds ours, and contains no formula', () => {
  const table = parseListTable(text, layout);
  const lines = buildListLines(table, layout, found, {});
  const read = (id: string) => (id === 'a1' ? ['Acme', -5] : undefined);
  expect(toCsv(buildEnrichment(table, lines, { heads: ['name', 'change'], read }))).toBe(
    [
      '\uFEFFWeb,LinkedIn,Note,fundscope_status,fundscope_name,fundscope_change',
      "acme.com,linkedin.com/company/acme,'=1+1,found,Acme,-5",
      "bolt.de,,'+49 30 1,ambiguous,,",
      'bolt.de,,again,ambiguous,,',
      'core.io,,,not found,,',
      'no idea,,,“no idea” is not a company page,,',
      ',,nothing,nothing to search in its columns,,',
      'dart.eu,,,not searched,,',
      '',
    ].join('\r\n'),
  );
});
