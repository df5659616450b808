import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SourceRecord } from '../records.ts';
import { crunchbase2013 } from './crunchbase-2013.ts';
import { openPreset } from './preset.ts';

const companyFileColumns = `permalink name category_code funding_total_usd status country_code state_code region city
  funding_rounds founded_at founded_month founded_quarter founded_year first_funding_at last_funding_at last_milestone_at`.split(
  /\s+/,
);

const roundColumns = `company_permalink company_name company_category_code company_country_code company_state_code
  company_region company_city funding_round_type funded_at funded_month funded_quarter funded_year raised_amount_usd`.split(
  /\s+/,
);

type CompanyRow = Record<string, string>;
type RoundRow = Record<string, string>;

/** Test files in the format of the originals: bare carriage returns, Mac OS Roman. */
export type TestFiles = {
  folder: string;
  companies: (rows: (CompanyRow | string)[]) => Promise<void>;
  rounds: (rows: (RoundRow | string)[]) => Promise<void>;
  shares: (rows: string[][]) => Promise<string>;
  write: (name: string, data: string | Uint8Array) => Promise<string>;
  /** Reads the files as the import does: all records by kind, and the report. */
  read: (options?: { investors?: string; places?: string }) => ReturnType<typeof readAll>;
  remove: () => Promise<void>;
};

const company: CompanyRow = {
  name: 'Example',
  status: 'operating',
  country_code: 'USA',
  state_code: 'CA',
  city: 'San Francisco',
};
const round: RoundRow = { funding_round_type: 'series-a', funded_at: '2012-05-06', raised_amount_usd: '1000' };

export async function createTestFiles(): Promise<TestFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-crunchbase-'));
  const write = async (name: string, data: string | Uint8Array) => {
    await writeFile(join(folder, name), data);
    return join(folder, name);
  };
  const toText = (columns: readonly string[], rows: (Record<string, string> | string)[]) =>
    [columns.join(), ...rows.map((row) => (typeof row === 'string' ? row : formatLine(columns, row)))].join('\r');
  return {
    folder,
    write,
    async companies(rows) {
      const text = toText(
        companyFileColumns,
        rows.map((row) => (typeof row === 'string' ? row : { ...company, ...row })),
      );
      await write('crunchbase-companies.csv.gz', gzipSync(toMacRoman(text)));
    },
    async rounds(rows) {
      const text = toText(
        roundColumns,
        rows.map((row) => (typeof row === 'string' ? row : { ...round, ...row })),
      );
      await write('crunchbase-rounds.csv', toMacRoman(text));
    },
    shares: (rows) => write('shares.tsv.gz', gzipSync(rows.map((row) => `${row.join('\t')}\n`).join(''))),
    read: (options = {}) => readAll(folder, options),
    remove: () => rm(folder, { recursive: true }),
  };
}

async function readAll(folder: string, options: { investors?: string; places?: string }) {
  const feed = await openPreset(crunchbase2013, [folder], options);
  const records: SourceRecord[] = [];
  for await (const record of feed.records) records.push(record);
  const of = <Kind extends SourceRecord['kind']>(kind: Kind) =>
    records.filter((record): record is Extract<SourceRecord, { kind: Kind }> => record.kind === kind);
  const report = feed.readReport();
  const lines = report.findings.map(
    ({ outcome, reason, rows }) => `${outcome} ${rows.map(({ line }) => line).join()}: ${reason}`,
  );
  return { companies: of('company'), deals: of('deal'), investors: of('investor'), report, lines };
}

function formatLine(columns: readonly string[], row: Record<string, string>): string {
  return columns
    .map((column) => row[column] ?? '')
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join();
}

/** The few letters of Mac OS Roman that the tests need. */
const macRoman: Record<string, number> = {
  é: 0x8e,
  '™': 0xaa,
  Ã: 0xcc,
  '¨': 0xac,
  '©': 0xa9,
  â: 0x89,
  '„': 0xe3,
  '¢': 0xa2,
};

function toMacRoman(text: string): Uint8Array {
  return Uint8Array.from(Array.from(text, (letter) => macRoman[letter] ?? letter.charCodeAt(0)));
}
