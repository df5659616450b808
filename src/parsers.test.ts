import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseWebAddress } from '#ask/addresses.ts';
import { explainAmount, parseAmount, readTypedAmount } from '#ask/amounts.ts';
import { readPeriod } from '#ask/periods.ts';
import { readSentence } from '#ask/read-sentence.ts';
import { parseCharge } from '#contract/charge.ts';
import { parseTenths } from '#contract/credits.ts';
import { parseRetryAfter } from '#contract/error-body.ts';
import { parseJson } from '#contract/json.ts';
import { parseRoundName, roundKey } from '#contract/rounds.ts';
import { parseUtcDay, text, utcDay } from '#contract/scalars.ts';
import { importSearches } from './dashboard/screens/saved/transfer.ts';
import { parseIdentifier, parseIdentifierCell, parseNameCell } from './dashboard/records/lists/identifier.ts';
import { guessLayout, parseListTable } from './dashboard/records/lists/parse-table.ts';
import { parseAlertRound } from './dashboard/records/alert-names.ts';
import { normalizeTag } from './dashboard/records/status/statuses.ts';
import { splitSentences } from './dashboard/platform/about-company.ts';
import { parseAmountRange } from './dashboard/platform/form/amount-range.ts';
import { parseIds } from './dashboard/platform/form/ids-form.tsx';
import { splitTexts } from './dashboard/platform/form/list-fields.tsx';
import { foldText, parseShortDay } from './dashboard/platform/format.ts';
import { parseIgnored } from './dashboard/platform/http/request.ts';
import { checkUrl } from './dashboard/platform/ui/safe-link.tsx';
import { parseRawSearch } from './dashboard/platform/url/raw-search.ts';
import { splitNames } from './dashboard/screens/searches/kit/lookups/paste-sheet.tsx';
import { findBestSentence, listQueryStems } from './dashboard/screens/searches/kit/record/best-sentence.ts';
import { parseFormatVersion } from './service/db/backup-format.ts';
import { parseAddressSlug, parseDomain } from './service/db/identifiers.ts';
import { buildNameKey, toSlug } from './service/db/name-key.ts';
import { parseServerList } from './service/db/servers.ts';
import { hasMemberKey } from './service/http/presented-key.ts';
import { toWords } from './service/import/guess/headers.ts';
import { guessSeparator } from './service/import/guess/separators.ts';
import { parseMapping } from './service/import/mapping/mapped-file.ts';
import { createObjectRow } from './service/import/reading/row.ts';
import { createSourceRow } from './service/import/reading/source-rows.ts';
import { detectDialect } from './service/import/reading/table.ts';
import { findLink, parseProfileAddress, parseWebsiteDomain, toWebAddress } from './service/import/words/addresses.ts';
import { parseCurrencyAmount } from './service/import/words/amounts.ts';
import { parseCurrency } from './service/import/words/currencies.ts';
import { parseDate, parseDateTime } from './service/import/words/dates.ts';
import { parseCompanyStatus, parseFlag, parseHeadCount } from './service/import/words/enums.ts';
import { openIndustryReader, openPlaceReader } from './service/import/words/lookups.ts';
import { parseRoundType } from './service/import/words/round-types.ts';
import { parseInvestorPhrase } from './service/import/words/investor-phrases.ts';
import { parseMonthName } from './service/import/words/month-names.ts';
import { parseLiteralList, splitList, splitMarkedList } from './service/import/words/lists.ts';
import { capitalizeName, isPersonName } from './service/import/words/names.ts';

/** Whatever a file, an address or a field contains, reading it takes time in proportion to its length. */

const readPlaces = openPlaceReader();
const readIndustries = openIndustryReader();
const today = '2026-01-31';

/** Every exported function that reads a text of somebody else. */
const parsers: Record<string, (given: string) => unknown> = {
  // contract
  explainAmount,
  hasMemberKey,
  parseCharge,
  parseAmount,
  parseJson,
  parseRetryAfter: (given) => parseRetryAfter({ get: () => given }),
  parseRoundName,
  parseTenths,
  parseUtcDay,
  parseWebAddress,
  readPeriod: (given) => readPeriod(given, today),
  readSentence: (given) =>
    readSentence(given, today, { findLocations: async () => [], findIndustries: async () => [] }),
  readTypedAmount,
  roundKey: (given) => roundKey.safeParse(given),
  text: (given) => text.safeParse(given),
  utcDay: (given) => utcDay.safeParse(given),
  // service
  buildNameKey,
  capitalizeName,
  detectDialect: (given) => detectDialect(given.slice(0, 65_536)),
  findLink,
  guessSeparator: (given) => guessSeparator([given]),
  isPersonName,
  parseAddressSlug,
  parseCompanyStatus,
  parseCurrency,
  parseCurrencyAmount,
  'parseCurrencyAmount with a comma': (given) => parseCurrencyAmount(given, { decimal: ',' }),
  parseDate,
  'parseDate of Excel': (given) => parseDate(given, { clock: 'excel' }),
  parseDateTime,
  parseDomain,
  parseFlag,
  parseFormatVersion,
  parseHeadCount,
  parseInvestorPhrase: (given) => parseInvestorPhrase(given, [',', ';']),
  parseLiteralList,
  parseMonthName,
  parseMapping: (given) => parseMapping(given, 'mapping.json'),
  parseProfileAddress: (given) => parseProfileAddress(given, 'linkedin'),
  parseRoundType,
  parseServerList,
  parseWebsiteDomain,
  readIndustries: (given) => readIndustries([given]),
  readPlaces: (given) => [readPlaces({ location: given }), readPlaces({ city: given, country: 'Germany' })],
  repairCell: (given) => {
    const ignore = () => undefined;
    return createSourceRow(createObjectRow(1, { cell: given }), 'a.csv', ignore, ignore).cell('cell');
  },
  splitList: (given) => splitList(given, [', ', ' and ']),
  splitMarkedList: (given) => splitMarkedList(given, [','], ['(lead)', '*']),
  toSlug,
  toWebAddress,
  toWords,
  // dashboard
  checkUrl,
  findBestSentence: (given) => findBestSentence([given], listQueryStems(given)),
  foldText,
  guessLayout,
  importSearches,
  listQueryStems,
  normalizeTag,
  parseAlertRound,
  parseAmountRange,
  parseIdentifier,
  parseIdentifierCell: (given) => parseIdentifierCell('linkedin', given),
  parseNameCell,
  parseIds,
  parseIgnored,
  parseListTable: (given) => parseListTable(given, { delimiter: ',', header: true }),
  parseRawSearch,
  parseShortDay,
  splitNames,
  splitSentences,
  splitTexts,
};

/** Parts of which a text is built: characters that a pattern repeats or stops at. */
const parts = [
  ...Array.from(' \t\n1aZé,;:()[]{}<>"\'`/\\.-_+*?#&=%$@|~–\0가😀mk'),
  '\u0301',
  '\u0316',
  '\u093F',
  '\u00A0',
  '\uD800',
  '\u2028',
  '%20',
  '\\x41',
  '\\u0041',
  'http://',
  'a.',
  '1,',
  '.1',
  '"a",',
  "'a',",
  ' to ',
];
const prefixes = ['', '1', '$1', 'a', '5-', 'https://a.b/', '[', '["', '"', '(', 'q1', 'c_'];
const suffixes = ['', 'x', '\n!', '1', ')', ']', '!\n!'];

type Shape = { prefix: string; unit: string; suffix: string };
const shape = fc.record({
  prefix: fc.constantFrom(...prefixes),
  unit: fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 2 }).map((units) => units.join('')),
  suffix: fc.constantFrom(...suffixes),
});
/** Texts that took minutes before. */
const known: Shape[] = [
  { prefix: '1', unit: ' ', suffix: 'x' },
  { prefix: '1', unit: ' ', suffix: '!\n!' },
  { prefix: '', unit: '/', suffix: '!\n!' },
  { prefix: '', unit: '?', suffix: '!\n!' },
  { prefix: '', unit: '/', suffix: 'x' },
  { prefix: '1', unit: '0', suffix: 'x' },
  { prefix: '', unit: '\n', suffix: '1' },
  { prefix: 'a', unit: '\u0301\u0316', suffix: 'x' },
];

/** In processor time: linear takes 0.03 s here, which any machine does in a hundredth of this; quadratic takes a minute. */
const maxMs = 4_000;

/** The processor time that reading takes; longer texts are not tried once a shorter one takes too long. */
async function measure(parse: (given: string) => unknown, { prefix, unit, suffix }: Shape): Promise<number> {
  let ms = 0;
  for (const length of [3_000, 30_000, 300_000]) {
    if (ms >= maxMs) break;
    const given = prefix + unit.repeat(length / unit.length) + suffix;
    const start = process.cpuUsage();
    try {
      await parse(given);
    } catch {
      // An error message is an answer, too.
    }
    const { user, system } = process.cpuUsage(start);
    ms = (user + system) / 1_000;
  }
  return ms;
}

test.each(Object.entries(parsers))('%s reads any characters in time that grows with their number', async (_, parse) => {
  await fc.assert(
    fc.asyncProperty(shape, async (given) => {
      expect(await measure(parse, given)).toBeLessThan(maxMs);
    }),
    { numRuns: 25, examples: known.map((given) => [given]) },
  );
});

test('every exported parser of a text is in the table', () => {
  const folders = ['contract', 'ask', 'dashboard', 'service/db', 'service/import'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/(^|\/|\.)test(ing)?[-.]|\/demo\//.test(name))
      .map((name) => join(import.meta.dirname, folder, name)),
  );
  const parser =
    /^export (?:const|function) (parse\w+)(?: = )?\(\s*(?:kind: \w+, )?(?!device)\w+: string\b(?! \| undefined)/gm;
  const exported = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(parser)].map(([, name]) => name));
  expect(exported.length).toBeGreaterThan(20);
  expect(exported.filter((name) => name && !(name in parsers))).toEqual([]);
});
