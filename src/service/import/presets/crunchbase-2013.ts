import { parseUtcDay } from '#contract/scalars.ts';
import { crunchbaseCategoryCodes } from '../../lookups/category-codes.ts';
import type { RowToMap } from '../mapping/mapper.ts';
import { findFile, findOneInput, type InputFile } from '../reading/input-files.ts';
import type { SourceRow } from '../reading/source-rows.ts';
import { parseCurrencyAmount } from '../words/amounts.ts';
import { restoreName } from '../words/names.ts';
import { readShares, type Round2013 } from './crunchbase-2013-shares.ts';
import { createPresetMapping, type Preset, type PresetContext, sameNames } from './preset.ts';
import { findPlaceFiles, readWorldCities } from './world-cities.ts';

/** The day of the export; nothing in it can be newer, and all records are dated as added on it. */
const exportedOn = '2013-10-01';
/** The export's placeholder for an unknown date. */
const fillerDay = '1960-01-01';

const company = createPresetMapping(exportedOn, {
  company: {
    id: 'slug',
    permalink: 'slug',
    ...sameNames('name crunchbase'),
    founded: 'founded_at',
    status: 'status',
    industries: 'category_code',
    city: 'city',
    state: 'state_code',
    country: 'country_code',
    region: 'region',
  },
});
const investor = createPresetMapping(exportedOn, {
  investor: { id: 'slug', permalink: 'slug', name: 'name', crunchbase: 'crunchbase' },
});
const round = createPresetMapping(exportedOn, {
  company: { id: 'slug' },
  deal: {
    id: 'key',
    round_type: {
      column: 'funding_round_type',
      // "series-c+" means C or any later series.
      words: { venture: 'FUNDING_ROUND', 'series-c+': 'SERIES_C', 'post-ipo': 'EQUITY' },
    },
    date: 'funded_at',
    raised: { column: 'raised_amount_usd', currency: 'USD' },
  },
  investors: [{ each: 'investors', id: 'slug' }],
});

/** The Crunchbase export of October 2013, with or without a table of investors per round. */
export const crunchbase2013: Preset = {
  name: 'crunchbase-2013',
  description: 'The Crunchbase export of October 2013',
  argument: {
    name: '<folder>',
    description: 'folder with crunchbase-companies.csv and crunchbase-rounds.csv, plain or .gz',
  },
  options: [
    { flags: '--investors <file>', description: 'table of investors per round (vc-startup-financing-time.tsv)' },
    {
      flags: '--places <folder>',
      description: 'folder with world-cities.csv and iso3166-all.csv, for additional cities',
    },
  ],
  async find([folder = ''], { investors, places }) {
    const files = {
      companies: findFile(folder, 'crunchbase-companies.csv'),
      rounds: findFile(folder, 'crunchbase-rounds.csv'),
      shares: investors === undefined ? undefined : await findOneInput(investors),
    };
    const cities = places === undefined ? undefined : findPlaceFiles(places);
    return {
      source: {
        key: 'crunchbase-2013',
        title: 'Crunchbase export, October 2013',
        licence: investors ? 'CC BY (companies, rounds); CC BY-NC 4.0 (investors)' : 'CC BY',
        address: 'https://www.crunchbase.com',
        snapshot: exportedOn,
      },
      industries: crunchbaseCategoryCodes,
      readCities: cities && ((context) => readWorldCities(cities, context)),
      rows: (context) => readExport(context, files),
    };
  },
};

type ExportFiles = { companies: InputFile; rounds: InputFile; shares: InputFile | undefined };
type Stated = { row: SourceRow; founded: string; total: number | undefined; rounds: number | undefined };

async function* readExport(context: PresetContext, files: ExportFiles): AsyncGenerator<RowToMap> {
  const companies = new Map<string, Stated>();
  const encoding = 'macintosh';
  const required = ['permalink', 'name', 'category_code', 'funding_total_usd', 'status', 'state_code', 'founded_at'];
  for await (const row of context.read(files.companies, { encoding, delimiter: ',', required })) {
    const slug = toSlug(row, 'permalink');
    if (!slug) continue;
    const founded = readExportDay(row, 'founded_at');
    if (!companies.has(slug))
      companies.set(slug, { row, founded, total: readTotal(row), rounds: toAmount(row.cell('funding_rounds')) });
    yield {
      mapping: company,
      row: row.with({ ...describeOrganization(slug, readName(row, slug)), ...describePlace(row), founded_at: founded }),
    };
  }
  const rounds = await readRounds(context, files.rounds, companies);
  compareWithRounds(companies, rounds);
  const investors = files.shares ? await readShares(context, files.shares, rounds) : new Map<Round2013, Set<string>>();
  const slugs = new Set([...investors.values()].flatMap((ofRound) => [...ofRound]));
  const [first] = rounds;
  // Investors have no rows of their own, so each uses the first round's row.
  for (const slug of slugs)
    if (first) yield { mapping: investor, row: first.row.with(describeOrganization(slug, restoreName(slug))) };
  for (const each of rounds) {
    const roundInvestors = [...(investors.get(each) ?? [])].map((slug) => ({ slug }));
    yield {
      mapping: round,
      row: each.row.with({ slug: each.company, key: each.key, funded_at: each.date, investors: roundInvestors }),
    };
  }
}

const describeOrganization = (slug: string, name: string) => ({
  slug,
  name,
  crunchbase: `https://www.crunchbase.com/organization/${slug}`,
});

/** City names repeat, so a city without a state is not resolved. */
const describePlace = (row: SourceRow) => (row.cell('state_code') === '' ? { state_code: 'state unknown' } : {});

/** The slug of `/company/slug`. */
function toSlug(row: SourceRow, column: string): string | undefined {
  const [, slug] = /^\/company\/([^/\s]+)$/.exec(row.cell(column)) ?? [];
  return slug ?? row.report('rejected', `${column} is not /company/...`, row.cell(column));
}

/** Excel read a name such as "=n+n" as a formula; the slug is the closest to it that remains. */
function readName(row: SourceRow, slug: string): string {
  const name = row.cell('name');
  if (name !== '' && !/^#(NAME\?|VALUE!|REF!|N\/A)$/.test(name)) return name;
  row.report(
    'repaired',
    'name was lost in Excel and was rebuilt from the permalink',
    `${name} -> ${restoreName(slug)}`,
  );
  return restoreName(slug);
}

/** A day of the export; '' if it is unknown. */
function readExportDay(row: SourceRow, column: string): string {
  const text = row.cell(column);
  if (text === '') return '';
  if (text === fillerDay) row.report('repaired', `${column} is the filler ${fillerDay}: unknown`, text);
  else if (parseUtcDay(text) !== text) row.report('repaired', `${column} is not a date: unknown`, text);
  else if (text > exportedOn) row.report('repaired', `${column} is after the export: unknown`, text);
  else return text;
  return '';
}

const toAmount = (text: string) => parseCurrencyAmount(text)?.value;

/** Totals are the sums of the rounds; the stated total is only compared with them. */
function readTotal(row: SourceRow): number | undefined {
  const text = row.cell('funding_total_usd');
  const total = toAmount(text);
  if (text !== '' && total === undefined) {
    const reason = /^#+$/.test(text) ? 'a row of # (an Excel column too narrow)' : 'a date (an Excel accident)';
    row.report('repaired', `funding_total_usd is ${reason}: summed from the rounds`, text.slice(0, 20));
  }
  return total;
}

async function readRounds(
  context: PresetContext,
  file: InputFile,
  companies: ReadonlyMap<string, Stated>,
): Promise<Round2013[]> {
  const rounds = new Map<string, Round2013>();
  const required = ['company_permalink', 'funding_round_type', 'funded_at', 'raised_amount_usd'];
  for await (const row of context.read(file, { encoding: 'macintosh', delimiter: ',', required })) {
    const slug = toSlug(row, 'company_permalink');
    if (!slug) continue;
    const key = [slug, ...['funded_at', 'funding_round_type', 'raised_amount_usd'].map(row.cell)].join('|');
    const twin = rounds.get(key);
    const known = companies.get(slug);
    if (!known) row.report('rejected', 'company is not in the companies file', slug);
    else if (twin) {
      twin.copies += 1;
      row.report('merged', 'the same round as one before', key);
    } else {
      const date = readExportDay(row, 'funded_at');
      if (date && date < known.founded) row.report('noted', 'dated before its company was founded', `${slug} ${date}`);
      const raised = toAmount(row.cell('raised_amount_usd')) ?? 0;
      rounds.set(key, { row, key, company: slug, date, raised, copies: 1 });
    }
  }
  context.report.figure('distinct rounds', rounds.size);
  return [...rounds.values()];
}

/** Compares what the companies file says of each company with the rows of the rounds file. */
function compareWithRounds(companies: ReadonlyMap<string, Stated>, rounds: readonly Round2013[]): void {
  const sums = new Map<string, { count: number; raised: number }>();
  for (const { company: slug, raised, copies } of rounds) {
    const sum = sums.get(slug) ?? { count: 0, raised: 0 };
    sums.set(slug, { count: sum.count + copies, raised: sum.raised + copies * raised });
  }
  for (const [slug, stated] of companies) {
    const { count, raised } = sums.get(slug) ?? { count: 0, raised: 0 };
    const { report } = stated.row;
    if (stated.total !== undefined && stated.total !== raised)
      report('noted', 'funding_total_usd is not the sum of its rows', `${slug}: ${stated.total}, rows ${raised}`);
    if (stated.rounds !== undefined && stated.rounds !== count)
      report('noted', 'funding_rounds is not the number of its rows', `${slug}: ${stated.rounds}, rows ${count}`);
    if (count === 0) report('noted', 'company has no round', slug);
  }
}
