import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FinancingType } from '#contract/enums.ts';

/** A row as a person reads it: each cell is what the import must find; null is unknown, and undefined is not checked. */
export type ReadRow = {
  company: string;
  date?: string | null;
  amount?: number | null;
  currency?: string | null;
  type?: FinancingType | null;
  investors?: string[];
  /** A city, a state or a country, as the table has it. */
  place?: string | null;
};

/** A table that people share, and a reading of it that uses nothing of the importer. */
export type RealTable = { file: string; read: (folder: string) => ReadRow[]; is: 'rounds' | 'companies' };

type Cells = Record<string, string>;

function readBytes(folder: string, file: string): Buffer {
  return gunzipSync(readFileSync(join(folder, file)));
}

function readCsv(
  folder: string,
  file: string,
  options: { encoding?: BufferEncoding; delimiter?: string; columns?: string[] } = {},
): Cells[] {
  const { encoding = 'utf8', delimiter = ',', columns = true } = options;
  const text = readBytes(folder, file)
    .toString(encoding)
    .replace(/^\uFEFF/, '');
  const rows = parse(text, {
    columns,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  return (rows as Cells[]).filter((row) => Object.values(row).some((cell) => cell.trim() !== ''));
}

const of = (row: Cells, name: string) => row[name]?.trim() ?? '';
const number = (text: string) =>
  /^[$€]?[\d,]+(\.\d+)?$/.test(text) ? Number(text.replace(/[$,]/g, '')) || null : null;
const day = (text: string) => (/^[12]\d{3}-\d\d-\d\d$/.test(text) ? text : null);
const names = (text: string) =>
  text
    .replaceAll(/, ?(Inc|LP|LLC)\b/g, ' $1')
    .split(',')
    .map((name) => name.trim().replace(/^and (?=[A-Z])/i, ''))
    .filter(Boolean);
const letter = (text: string) =>
  /^[a-m]$/i.test(text) ? (`SERIES_${text.toUpperCase()}` as FinancingType) : undefined;

const types: Record<string, FinancingType> = {
  seed: 'SEED',
  'seed stage': 'SEED',
  angel: 'SEED',
  'pre seed': 'SEED',
  'early seed': 'SEED',
  'seed+': 'SEED',
  debt: 'DEBT_FINANCING',
  'debt financing': 'DEBT_FINANCING',
  'debt round': 'DEBT_FINANCING',
  'post ipo debt': 'DEBT_FINANCING',
  grant: 'GRANT',
  'private equity': 'EQUITY',
  pe: 'EQUITY',
  'post ipo equity': 'EQUITY',
  'secondary market': 'SECONDARY_MARKET',
  'post ipo secondary': 'SECONDARY_MARKET',
  'convertible note': 'CONVERTIBLE_NOTE',
  'non equity assistance': 'NON_EQUITY_ASSISTANCE',
  'equity crowdfunding': 'CROWDFUNDING',
  'product crowdfunding': 'CROWDFUNDING',
  'initial coin offering': 'INITIAL_COIN_OFFERING',
};

/** A plain table of words; any other word is a round of unknown type. */
function type(text: string): FinancingType {
  const word = text.toLowerCase().replaceAll(/[_-]/g, ' ');
  const series = /^(?:pre )?ser?ies ([a-m])[\d+]?$/.exec(word)?.[1];
  return types[word] ?? letter(series ?? word) ?? 'FUNDING_ROUND';
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** "June 2021" is its first day, and "1-May-07" that day. */
function namedDay(text: string): string | null {
  const [, date = '1', name = '', year = ''] = /^(?:(\d+)-)?(\w+)[ -](\d+)$/.exec(text) ?? [];
  const month = monthNames.findIndex((each) => each.startsWith(name)) + 1;
  if (!name || month === 0) return null;
  const whole = year.length === 2 ? `${Number(year) > 50 ? 19 : 20}${year}` : year;
  return `${whole}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
}

/** Cells with a bracket are joined again: "A (B, C)" is one name. */
const turkish = (text: string) =>
  text === 'NA' || text === ''
    ? []
    : names(text)
        .map((name) => name.replace(/ \(Private Investors?\)/, ''))
        .filter((name) => !/undisclosed/i.test(name));

export const realTables: RealTable[] = [
  {
    file: 'a16z-rounds.csv.gz',
    is: 'rounds',
    read: (folder) =>
      readCsv(folder, 'a16z-rounds.csv.gz').map((row) => {
        const [, sign, amount, unit] = /^([$€])([\d.]+)([MBK]?)$/.exec(of(row, 'Money Raised')) ?? [];
        const size = { M: 1e6, B: 1e9, K: 1e3 }[unit ?? ''] ?? 1;
        return {
          company: of(row, 'Company Name'),
          date: day(of(row, 'Announced Date')),
          amount: amount ? Math.round(Number(amount) * size) : null,
          currency: amount ? (sign === '€' ? 'EUR' : 'USD') : null,
          type: type(of(row, 'Funding Type')),
          investors: names(of(row, 'Lead Investors')),
        };
      }),
  },
  {
    file: 'briefedin-deals.csv.gz',
    is: 'rounds',
    read: (folder) =>
      readCsv(folder, 'briefedin-deals.csv.gz').map((row) => ({
        company: of(row, 'companyName'),
        date: day(of(row, 'date')),
        amount: number(of(row, 'amount')),
        type: type(of(row, 'roundType')),
        investors: names(of(row, 'investors')),
        place: of(row, 'headquarters').replace(/,.*/, '') || null,
      })),
  },
  {
    file: 'briefedin-dealInvestor.csv.gz',
    is: 'rounds',
    read: (folder) =>
      readCsv(folder, 'briefedin-dealInvestor.csv.gz').map((row) => ({
        company: of(row, 'companyName'),
        date: day(of(row, 'date')),
        amount: null,
        type: type(of(row, 'roundType')),
        investors: of(row, 'investorName') ? [of(row, 'investorName')] : [],
        place: of(row, 'headquarters').replace(/,.*/, '') || null,
      })),
  },
  {
    file: 'india-2018.csv.gz',
    is: 'rounds',
    read: (folder) =>
      readCsv(folder, 'india-2018.csv.gz').map((row) => ({
        company: of(row, 'Company Name'),
        date: null,
        amount: number(of(row, 'Amount')),
        type: type(of(row, 'Round/Series')),
        place: of(row, 'Location').split(',').at(-1)?.trim() ?? null,
      })),
  },
  {
    file: 'india-2021.csv.gz',
    is: 'rounds',
    read: (folder) =>
      readCsv(folder, 'india-2021.csv.gz', { encoding: 'latin1', delimiter: '\t' })
        // In a few rows every cell is one column off.
        .filter(
          (row) =>
            !/^\$?[\d,]+$|#REF/.test(of(row, 'Stage') + of(row, 'Investor')) && !/\t/.test(Object.values(row).join('')),
        )
        .map((row) => ({
          company: of(row, 'Company/Brand'),
          date: null,
          amount: number(of(row, 'Amount($)')),
          type: type(of(row, 'Stage')),
          investors: names(of(row, 'Investor')),
          place: of(row, 'HeadQuarter') || null,
        })),
  },
  {
    file: 'turkey-2021.csv.gz',
    is: 'rounds',
    read: readTurkey,
  },
  { file: 'turkey-2021.xlsx.gz', is: 'rounds', read: readTurkey },
  {
    file: 'techcrunch-2008.csv.gz',
    is: 'rounds',
    read: (folder) =>
      readCsv(folder, 'techcrunch-2008.csv.gz').map((row) => ({
        company: of(row, 'company'),
        date: namedDay(of(row, 'fundedDate')),
        amount: number(of(row, 'raisedAmt')),
        currency: number(of(row, 'raisedAmt')) === null ? null : of(row, 'raisedCurrency'),
        type: type(of(row, 'round')),
        place: of(row, 'city') || null,
      })),
  },
  {
    file: 'tc-investments.csv.gz',
    is: 'rounds',
    read: (folder) =>
      readCsv(folder, 'tc-investments.csv.gz', {
        columns: ['company', 'year', 'amount', 'currency', 'round', 'investor'],
      }).map((row) => ({
        company: of(row, 'company'),
        date: of(row, 'year') ? `${of(row, 'year').slice(0, 4)}-01-01` : null,
        amount: number(of(row, 'amount')),
        type: type(of(row, 'round')),
        investors: of(row, 'investor') ? [of(row, 'investor')] : [],
      })),
  },
  {
    file: 'nordic-2011-rounds.json.gz',
    is: 'rounds',
    read: (folder) =>
      (JSON.parse(readBytes(folder, 'nordic-2011-rounds.json.gz').toString('utf8')) as NordicRow[]).map(({ data }) => {
        const { properties, relationships } = data;
        return {
          company: relationships.funded_organization?.items[0]?.name ?? '',
          date: properties.announced_on ?? null,
          amount: [properties.money_raised, properties.money_raised_usd].find((money) => money) ?? null,
          currency: properties.money_raised
            ? (properties.money_raised_currency_code ?? null)
            : properties.money_raised_usd
              ? 'USD'
              : null,
          type: type(properties.series ?? properties.funding_type ?? ''),
          investors: (relationships.investments?.items ?? []).flatMap(({ investor }) => decode(investor?.name ?? '')),
        };
      }),
  },
  {
    file: 'swiss-cb-rounds.csv.gz',
    is: 'rounds',
    read: (folder) =>
      readCsv(folder, 'swiss-cb-rounds.csv.gz')
        .filter((row) => of(row, 'org_name') !== '')
        .map((row) => ({
          company: of(row, 'org_name'),
          date: day(of(row, 'announced_on')),
          amount: number(of(row, 'raised_amount')),
          currency: number(of(row, 'raised_amount')) === null ? null : of(row, 'raised_amount_currency_code'),
          type: type(of(row, 'investment_type')),
          investors: [],
          place: of(row, 'city') || null,
        })),
  },
  {
    file: 'kenya-main.csv.gz',
    is: 'companies',
    read: (folder) =>
      readCsv(folder, 'kenya-main.csv.gz').map((row) => ({
        company: of(row, 'Startup'),
        amount: number(of(row, 'Total raised')),
      })),
  },
  {
    file: 'unicorns-2021-tableau.csv.gz',
    is: 'companies',
    read: (folder) =>
      readCsv(folder, 'unicorns-2021-tableau.csv.gz').map((row) => {
        const [, amount, unit] = /^\$([\d.]+)([MBK])$/.exec(of(row, 'Funding')) ?? [];
        return {
          company: of(row, 'Company'),
          amount: amount ? Number(amount) * ({ M: 1e6, B: 1e9, K: 1e3 }[unit ?? ''] ?? 1) : null,
          investors: names(of(row, 'Select Investors')),
          place: of(row, 'Country') || null,
        };
      }),
  },
  {
    file: 'layoffs.csv.gz',
    is: 'companies',
    read: (folder) => {
      const totals = new Map<string, ReadRow>();
      for (const row of readCsv(folder, 'layoffs.csv.gz')) {
        const company = of(row, 'company');
        const key = company.toLowerCase();
        if (!totals.has(key))
          totals.set(key, { company, amount: (number(of(row, 'funds_raised_millions')) ?? 0) * 1e6 || null });
      }
      return [...totals.values()];
    },
  },
];

/** UTF-8 that was read as Windows-1252. */
const decode = (name: string) => (/Ã/.test(name) ? Buffer.from(name, 'latin1').toString('utf8') : name) || [];

type NordicRow = {
  data: {
    properties: {
      announced_on?: string;
      money_raised?: number;
      money_raised_usd?: number;
      money_raised_currency_code?: string;
      series?: string;
      funding_type?: string;
    };
    relationships: {
      funded_organization?: { items: { name: string }[] };
      investments?: { items: { investor?: { name?: string } }[] };
    };
  };
};

function readTurkey(folder: string): ReadRow[] {
  return readCsv(folder, 'turkey-2021.csv.gz')
    .filter((row) => of(row, 'Investment Stage') !== 'Acquisition' && of(row, 'Target Company') !== '')
    .map((row) => ({
      company: of(row, 'Target Company'),
      date: namedDay(of(row, 'Announcement Date')),
      amount: number(of(row, 'Deal Value (USD)')),
      type: type(of(row, 'Investment Stage')),
      investors: turkish(of(row, 'Investor')),
    }));
}
