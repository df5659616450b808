import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { readGazetteer } from '../../lookups/gazetteer.ts';
import { toPlaceResolver } from '../../lookups/resolve.ts';
import { readRows, type Delimited } from '../delimited.ts';
import type { DealRecord, SourceRecord } from '../records.ts';
import type { ReportKeeper } from '../report.ts';
import { toReportedFeed, type ReportedFeed } from '../reported-feed.ts';
import { ImportError } from '../import-error.ts';
import { checkPlaceFiles, findFile, readWorldCities } from '../world-cities.ts';
import { companiesFile, companyColumns, exportDay, roundColumns, roundsFile } from './columns.ts';
import { toCompany, toTitle, type KnownCompany } from './companies.ts';
import { openCompanyPlaces } from './company-places.ts';
import { compareWithRounds, openRounds, type Round } from './rounds.ts';
import { assignShares, readShares } from './shares.ts';

export type Crunchbase2013Options = {
  folder: string;
  /** The file of investors per round. */
  investors?: string | undefined;
  /** The folder of the reference files of cities and countries. */
  places?: string | undefined;
  onProgress?: Delimited['onProgress'];
};

type Reading = Crunchbase2013Options & { report: ReportKeeper };

/** The Crunchbase export of October 2013 as a source; `readReport` says what became of its rows once it is read. */
export function openCrunchbase2013(options: Crunchbase2013Options): ReportedFeed {
  const { folder, investors, places } = options;
  for (const name of [companiesFile, roundsFile]) findFile(folder, name);
  if (places) checkPlaceFiles(places);
  if (investors && !existsSync(investors)) throw new ImportError(`There is no file ${investors}.`, 'Check the path.');
  const source = {
    key: 'crunchbase-2013',
    title: 'Crunchbase export, October 2013',
    licence: options.investors ? 'CC BY (companies, rounds); CC BY-NC 4.0 (investors)' : 'CC BY',
    address: 'https://www.crunchbase.com',
    snapshot: exportDay,
  };
  return toReportedFeed(source, (report) => readRecords({ ...options, report }));
}

async function* readRecords(reading: Reading): AsyncGenerator<SourceRecord> {
  const companies = new Map<string, KnownCompany>();
  yield* readCompanies(reading, companies);
  const rounds = await readRounds(reading, companies);
  compareWithRounds(companies, rounds, reading.report);
  const firms = await readFirms(reading, rounds);
  const slugs = new Set([...firms.values()].flatMap((ofRound) => [...ofRound]));
  for (const slug of slugs) {
    const crunchbase = `https://www.crunchbase.com/organization/${slug}`;
    yield { kind: 'investor', key: slug, permalink: slug, name: toTitle(slug), crunchbase };
  }
  for (const round of rounds) yield toDeal(round, firms.get(round));
}

async function* readCompanies(reading: Reading, companies: Map<string, KnownCompany>): AsyncGenerator<SourceRecord> {
  const { folder, places: placesFolder, report, onProgress } = reading;
  const places = readGazetteer();
  const resolver = toPlaceResolver(places);
  const world = placesFolder
    ? await readWorldCities(placesFolder, { places, resolver, report, onProgress })
    : undefined;
  const placeOf = openCompanyPlaces(places, resolver, world);
  for await (const row of readRows(toFile(folder, companiesFile, companyColumns, onProgress))) {
    report.read(companiesFile);
    const company = toCompany(row, placeOf, report);
    if (!company) continue;
    const { record, placed, known } = company;
    if (companies.has(record.key)) {
      report.find('merged', companiesFile, 'the same company as one before', row.line, record.key);
      continue;
    }
    companies.set(record.key, known);
    if (placed.added) yield { kind: 'place', place: placed.added };
    yield record;
  }
  report.figure('companies', companies.size);
}

async function readRounds(reading: Reading, companies: ReadonlyMap<string, KnownCompany>): Promise<Round[]> {
  const { folder, report, onProgress } = reading;
  const rounds: Round[] = [];
  const toRound = openRounds(companies, report);
  for await (const row of readRows(toFile(folder, roundsFile, roundColumns, onProgress))) {
    report.read(roundsFile);
    const round = toRound(row);
    if (round) rounds.push(round);
  }
  report.figure('distinct rounds', rounds.length);
  return rounds;
}

/** The firms of each round, from the file of investors where one is given. */
async function readFirms(reading: Reading, rounds: Round[]): Promise<Map<Round, Set<string>>> {
  const { investors: path, report, onProgress } = reading;
  if (!path) return new Map();
  const file = basename(path);
  const byDay = new Map<string, Round[]>();
  for (const round of rounds) {
    const place = `${round.company} ${round.date}`;
    if (round.date) byDay.set(place, [...(byDay.get(place) ?? []), round]);
  }
  const startups = new Set(rounds.map(({ company }) => company));
  const shares = await readShares(path, file, { startups, days: new Set(byDay.keys()), report, onProgress });
  const matched = [...shares].map(([place, ofDay]) => ({ rounds: byDay.get(place) ?? [], shares: ofDay }));
  const assigned = matched.map((day) => assignShares(day.rounds, day.shares));
  for (const { line, startup, amount } of assigned.flatMap(({ guessed }) => guessed)) {
    report.find(
      'noted',
      file,
      'no round of that day has this amount: the nearest was taken',
      line,
      `${startup} ${amount}`,
    );
  }
  const firms = new Map(assigned.flatMap((day) => [...day.firms]));
  const onMatchedDays = matched.flatMap((day) => day.rounds);
  // The three figures add up to the first one, which is how the source counts.
  report.figure(
    'rounds with investors, as the source counts',
    onMatchedDays.reduce((sum, { copies }) => sum + copies, 0),
  );
  report.figure('of these: distinct rounds that have them now', firms.size);
  report.figure(
    'of these: duplicates that were merged',
    onMatchedDays.reduce((sum, { copies }) => sum + copies - 1, 0),
  );
  report.figure('of these: rounds whose day gave them to another', onMatchedDays.length - firms.size);
  report.figure('investor firms', new Set([...firms.values()].flatMap((ofRound) => [...ofRound])).size);
  report.figure(
    'investor rows used',
    matched.reduce((sum, day) => sum + day.shares.length, 0),
  );
  return firms;
}

function toDeal(round: Round, firms: ReadonlySet<string> = new Set()): DealRecord {
  return {
    kind: 'deal',
    key: round.key,
    companyKey: round.company,
    roundType: round.type,
    date: round.date,
    createdAt: exportDay,
    raised: round.raised,
    financings: [{ type: round.type, sizeUsd: round.raised, sizeNative: round.raised, currency: 'USD' }],
    investors: [...firms].map((key) => ({ key })),
  };
}

const toFile = (
  folder: string,
  name: string,
  columns: readonly string[],
  onProgress: Delimited['onProgress'],
): Delimited => ({
  path: findFile(folder, name),
  delimiter: ',',
  encoding: 'macintosh',
  columns,
  onProgress,
});
