import { parseUtcDay } from '#contract/scalars.ts';
import { existsSync } from 'node:fs';
import { crunchbaseCategoryCodes } from '../../lookups/category-codes.ts';
import { ImportError } from '../import-error.ts';
import type { RowToMap } from '../mapping/mapper.ts';
import type { SourceRow } from '../reading/source-rows.ts';
import { findFile, type InputFile, type OnProgress } from '../reading/input-files.ts';
import type { ReportedFeed } from '../report.ts';
import { assignShares, checkPlaceFiles, readShares, readWorldCities, type Round2013 } from './crunchbase-2013-files.ts';
import { createPresetMapping, openPreset, type PresetContext, sameNames } from './preset.ts';

/** The day of the export; nothing in it can be newer, and all records are dated as added on it. */
const exportedOn = '2013-10-01';
/** The export's placeholder for an unknown date. */
const fillerDay = '1960-01-01';
const companiesFile = 'crunchbase-companies.csv';
const roundsFile = 'crunchbase-rounds.csv';

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

export type Crunchbase2013Options = {
  folder: string;
  /** The file of investors per round. */
  investors?: string | undefined;
  /** The folder of the reference files of cities and countries. */
  places?: string | undefined;
  onProgress?: OnProgress | undefined;
};

/** Opens the Crunchbase export of October 2013; missing files are reported before anything is read. */
export function openCrunchbase2013({ folder, investors, places, onProgress }: Crunchbase2013Options): ReportedFeed {
  const files = { companies: findFile(folder, companiesFile), rounds: findFile(folder, roundsFile) };
  if (places) checkPlaceFiles(places);
  if (investors && !existsSync(investors)) throw new ImportError(`There is no file ${investors}.`, 'Check the path.');
  const source = {
    key: 'crunchbase-2013',
    title: 'Crunchbase export, October 2013',
    licence: investors ? 'CC BY (companies, rounds); CC BY-NC 4.0 (investors)' : 'CC BY',
    address: 'https://www.crunchbase.com',
    snapshot: exportedOn,
  };
  const options = async (context: PresetContext) => ({
    industries: crunchbaseCategoryCodes,
    world: places ? await readWorldCities(places, context) : undefined,
  });
  return openPreset({ source, rows: (context) => readExport(context, files, investors), options }, onProgress);
}

type Stated = { row: SourceRow; founded: string; total: number | undefined; rounds: number | undefined };

async function* readExport(
  context: PresetContext,
  files: Record<'companies' | 'rounds', InputFile>,
  investorsPath: string | undefined,
): AsyncGenerator<RowToMap> {
  const companies = new Map<string, Stated>();
  const encoding = 'macintosh';
  const required = ['permalink', 'name', 'category_code', 'funding_total_usd', 'status', 'state_code', 'founded_at'];
  for await (const row of context.read(files.companies, { encoding, delimiter: ',', required })) {
    const slug = toSlug(row, 'permalink');
    if (!slug) continue;
    const founded = readFounded(row);
    if (!companies.has(slug))
      companies.set(slug, { row, founded, total: readTotal(row), rounds: toAmount(row.cell('funding_rounds')) });
    yield {
      mapping: company,
      row: row.with({ ...describeOrganization(slug, readName(row, slug)), ...describePlace(row), founded_at: founded }),
    };
  }
  const rounds = await readRounds(context, files.rounds, companies);
  compareWithRounds(companies, rounds);
  const investors = investorsPath ? await readInvestors(context, { path: investorsPath }, rounds) : new Map();
  const slugs = new Set([...investors.values()].flatMap((ofRound: Set<string>) => [...ofRound]));
  const [first] = rounds;
  // Investors have no rows of their own, so each uses the first round's row.
  for (const slug of slugs)
    if (first) yield { mapping: investor, row: first.row.with(describeOrganization(slug, formatTitle(slug))) };
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
    `${name} -> ${formatTitle(slug)}`,
  );
  return formatTitle(slug);
}

/** "accel-partners" is "Accel Partners". */
const formatTitle = (slug: string) => slug.replaceAll('-', ' ').replace(/(^| )\p{L}/gu, (first) => first.toUpperCase());

function readFounded(row: SourceRow): string {
  const text = row.cell('founded_at');
  if (text === fillerDay) row.report('repaired', 'founded_at is the filler 1960-01-01: unknown', text);
  else if (text > exportedOn) row.report('repaired', 'founded after the export: unknown', text);
  else if (text === '' || parseUtcDay(text) === text) return text;
  else row.report('repaired', 'founded_at is not a date: unknown', text);
  return '';
}

/** A US dollar amount; undefined when it cannot be one. */
const toAmount = (text: string) => (/^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined);

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
    const day = row.cell('funded_at');
    const key = [slug, day, row.cell('funding_round_type'), row.cell('raised_amount_usd')].join('|');
    const twin = rounds.get(key);
    const known = companies.get(slug);
    if (!known) row.report('rejected', 'company is not in the companies file', slug);
    else if (twin) {
      twin.copies += 1;
      row.report('merged', 'the same round as one before', key);
    } else {
      const date = readRoundDay(row, day);
      if (date && date < known.founded) row.report('noted', 'dated before its company was founded', `${slug} ${day}`);
      const amount = toAmount(row.cell('raised_amount_usd')) ?? 0;
      const raised = amount > 0 ? amount : null;
      rounds.set(key, { row, key, company: slug, date, raised, copies: 1 });
    }
  }
  context.report.figure('distinct rounds', rounds.size);
  return [...rounds.values()];
}

function readRoundDay(row: SourceRow, day: string): string | null {
  if (day === fillerDay) row.report('repaired', 'funded_at is the filler 1960-01-01: unknown', day);
  else if (parseUtcDay(day) === day && day <= exportedOn) return day;
  else if (day !== '') row.report('repaired', 'funded_at is not a possible date: unknown', day);
  return null;
}

/** Compares what the companies file says of each company with the rows of the rounds file. */
function compareWithRounds(companies: ReadonlyMap<string, Stated>, rounds: readonly Round2013[]): void {
  const sums = new Map<string, { count: number; raised: number }>();
  for (const { company: slug, raised, copies } of rounds) {
    const sum = sums.get(slug) ?? { count: 0, raised: 0 };
    sums.set(slug, { count: sum.count + copies, raised: sum.raised + copies * (raised ?? 0) });
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

/** The investors of each round, by the file of investors. */
async function readInvestors(
  context: PresetContext,
  file: InputFile,
  rounds: readonly Round2013[],
): Promise<Map<Round2013, Set<string>>> {
  const byDay = new Map<string, Round2013[]>();
  for (const each of rounds)
    if (each.date)
      byDay.set(`${each.company} ${each.date}`, [...(byDay.get(`${each.company} ${each.date}`) ?? []), each]);
  const startups = new Set(rounds.map((each) => each.company));
  const shares = await readShares(context, file, { startups, days: new Set(byDay.keys()) });
  const matched = [...shares].map(([place, ofDay]) => ({ rounds: byDay.get(place) ?? [], shares: ofDay }));
  const assigned = matched.map((day) => assignShares(day.rounds, day.shares));
  for (const { row, startup, amount } of assigned.flatMap(({ guessed }) => guessed))
    row.report('noted', 'no round of that day has this amount: the nearest was used', `${startup} ${amount}`);
  const investors = new Map(assigned.flatMap((day) => [...day.investors]));
  const onDays = matched.flatMap((day) => day.rounds);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  // The first figure is counted as the source counts; the next three add up to it.
  const figures = {
    'rounds with investors, as the source counts': sum(onDays.map(({ copies }) => copies)),
    'of these: distinct rounds that have them now': investors.size,
    'of these: duplicates that were merged': sum(onDays.map(({ copies }) => copies - 1)),
    'of these: rounds whose day gave them to another': onDays.length - investors.size,
    'investor rows used': sum(matched.map((day) => day.shares.length)),
  };
  for (const [name, value] of Object.entries(figures)) context.report.figure(name, value);
  return investors;
}
