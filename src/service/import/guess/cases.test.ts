import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FinancingType } from '#contract/enums.ts';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { startService } from '../../../testing/service.ts';
import { load } from '../load.ts';
import { openMappedFile, parseMapping } from '../mapping/mapped-file.ts';
import { fewPlaces } from '../testing-records.ts';
import { findCases, readSource } from '../testing-sources.ts';
import { parseCurrencyAmount } from '../words/amounts.ts';
import { parseInvestorPhrase } from '../words/investor-phrases.ts';
import { parseRoundType } from '../words/round-types.ts';
import { guessMapping } from './guess.ts';

/** What is right of single cells; a list of amounts says that each is right, and null that anything is. */
type Expected = {
  amounts: { text: string; amount: number | null | (number | null)[]; currency: string | null }[];
  rounds: { text: string; type: FinancingType; pre: number | null; ext: number | null }[];
  'investor lists': { text: string; investors: string[]; lead: string[] | null }[];
};

const cases = findCases() ?? '';

async function open(file: string) {
  const path = join(cases, file);
  const mapping = parseMapping(JSON.stringify(await guessMapping(path, '2026-11-21')), 'proposal');
  return openMappedFile(mapping, { path });
}

describe.skipIf(!existsSync(join(cases, 'expected.json')))(
  'inputs that failed (FUNDSCOPE_CASES is their folder)',
  () => {
    const expected = existsSync(join(cases, 'expected.json'))
      ? (JSON.parse(readFileSync(join(cases, 'expected.json'), 'utf8')) as Expected)
      : { amounts: [], rounds: [], 'investor lists': [] };

    test('amounts', () => {
      const wrong = expected.amounts.filter(({ text, amount, currency }) => {
        const found = parseCurrencyAmount(text);
        const isRight = [amount].flat().includes(found?.value ?? null);
        return !isRight || (found && currency !== null && found.currencies[0] !== currency);
      });
      expect(wrong).toEqual([]);
    });

    test('rounds', () => {
      const wrong = expected.rounds.filter(({ text, type, pre, ext }) => {
        const found = parseRoundType(text);
        const agrees = (flag: number | null, is: boolean | undefined) => flag === null || Boolean(flag) === Boolean(is);
        // "Series A1" is an intermediate step here, which is an extension to others.
        const later = found && (found.extension || found.intermediate !== 'NONE');
        return (found?.type ?? 'FUNDING_ROUND') !== type || !agrees(pre, found?.pre) || !agrees(ext, later);
      });
      expect(wrong).toEqual([]);
    });

    test('investor lists', () => {
      const wrong = expected['investor lists'].filter(({ text, investors, lead }) => {
        const found = parseInvestorPhrase(text, [',']);
        const names = [...new Set(found.map(({ name }) => name))];
        const leads = found.filter((each) => each.lead).map(({ name }) => name);
        return names.join() !== investors.join() || (lead !== null && leads.join() !== lead.join());
      });
      expect(wrong).toEqual([]);
    });

    test('exits are no rounds, and their buyers no investors', async () => {
      const { all } = await readSource(open('08-exits.csv'));
      expect(all('deal').map(({ roundType }) => roundType)).toEqual(['SEED', 'SERIES_A', 'SEED']);
      expect(all('investor').map(({ name }) => name)).toEqual(['Sable Capital', 'Reed Ventures', 'Ufer Ventures']);
    });

    describe('in the service', () => {
      const service = openForTests(startService);
      beforeAll(async () => {
        for (const file of ['23-linkedin-about.csv', '24-idn-a.csv', '24-idn-b.csv'])
          await load(service.sql, await open(file), { gazetteer: fewPlaces });
      });

      test('a page of a company leads to it, and that of another company to none', async () => {
        const find = async (name: string) => {
          const linkedin = `https://www.linkedin.com/company/${name}/about/`;
          return service.inject('GET', '/api/v1/company', { query: { linkedin } });
        };
        expect((await find('papaya-tools')).statusCode).toBe(200);
        expect((await find('no-such-company')).statusCode).toBe(404);
      });

      test('a domain in its own letters and in ASCII is one company', async () => {
        const rows = await service.sql<{ domain: string }[]>`
        SELECT domain FROM companies WHERE domain IS NOT NULL ORDER BY domain`;
        expect(rows.map(({ domain }) => domain)).toEqual(['straße.example', 'zürcher-käse.example']);
      });
    });
  },
);
