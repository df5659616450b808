import type { Delimited } from '../delimited.ts';
import type { InputFile } from '../reading/input-files.ts';
import type { SourceRecord } from '../records.ts';
import type { ReportKeeper } from '../report.ts';
import { toReportedFeed, type ReportedFeed } from '../reported-feed.ts';
import { findExport, openExport, readUuid, type ExportName, type ReadExport } from './files.ts';
import { openNames, readLineup, readShares, type KnownNames } from './lineups.ts';
import { openOrganizations, type ToOrganization } from './organizations.ts';
import { readPeople } from './people.ts';
import { toDeal } from './rounds.ts';

/** The official CSV export of Crunchbase, that of 2016 or a later one, whole or in part; its uuids stay the ids. */
export async function openCrunchbaseExport(path: string, onProgress?: Delimited['onProgress']): Promise<ReportedFeed> {
  const files = await findExport(path);
  const source = {
    key: 'crunchbase-export',
    title: 'Crunchbase CSV export',
    licence: 'Crunchbase terms of service',
    address: 'https://www.crunchbase.com',
  };
  return toReportedFeed(source, (report) => readRecords(files, report, onProgress));
}

async function* readRecords(
  files: ReadonlyMap<ExportName, InputFile>,
  report: ReportKeeper,
  onProgress: Delimited['onProgress'],
): AsyncGenerator<SourceRecord> {
  const read = openExport(files, report, onProgress);
  const toOrganization = openOrganizations();
  const companies = new Map<string, string>();
  const known: KnownNames = { firms: new Map(), people: new Map() };
  yield* readOrganizations(read, toOrganization, companies, known.firms);
  yield* readCompaniesOfRounds(read, toOrganization, companies);
  yield* readFirms(read, toOrganization, known.firms);
  yield* readPeople(read, toOrganization, { companies, firms: known.firms }, known.people);
  yield* readRounds(read, companies, known, report);
  report.figure('companies', companies.size);
  report.figure('investor firms with a uuid', known.firms.size);
  report.figure('people', known.people.size);
}

/** organizations.csv holds companies, investors and schools, by their roles. */
async function* readOrganizations(
  read: ReadExport,
  toOrganization: ToOrganization,
  companies: Map<string, string>,
  firms: Map<string, string>,
): AsyncGenerator<SourceRecord> {
  for await (const row of read('organizations')) {
    const uuid = readUuid(row, 'uuid');
    const name = row.any('name', 'company_name');
    if (!uuid) continue;
    const roles = row.any('roles', 'primary_role', 'primary_role') || 'company';
    const wanted = { company: roles.includes('company'), investor: roles.includes('investor') };
    if (name === '') row.find('rejected', 'no name', uuid);
    else if (companies.has(uuid) || firms.has(uuid)) row.find('merged', 'the same organization as one before', name);
    else if (!wanted.company && !wanted.investor)
      row.find('skipped', 'neither a company nor an investor', `${name} (${roles})`);
    else {
      if (wanted.company) {
        companies.set(uuid, name);
        yield toOrganization.company(row, uuid, name);
      }
      if (wanted.investor) {
        firms.set(uuid, name);
        yield toOrganization.investor(row, uuid, name);
      }
    }
  }
}

/** The companies of rounds that organizations.csv lacks, or all of them where it is not there. */
async function* readCompaniesOfRounds(
  read: ReadExport,
  toOrganization: ToOrganization,
  companies: Map<string, string>,
): AsyncGenerator<SourceRecord> {
  for await (const row of read('funding_rounds')) {
    const uuid = row.any('company_uuid', 'org_uuid').toLowerCase();
    const name = row.any('company_name', 'org_name');
    if (uuid === '' || name === '' || companies.has(uuid) || !readUuid(row, 'company_uuid', 'org_uuid')) continue;
    companies.set(uuid, name);
    yield toOrganization.company(row, uuid, name);
  }
}

/** investors.csv; who is a person there stands in people.csv too. */
async function* readFirms(
  read: ReadExport,
  toOrganization: ToOrganization,
  firms: Map<string, string>,
): AsyncGenerator<SourceRecord> {
  for await (const row of read('investors')) {
    const uuid = readUuid(row, 'uuid');
    const name = row.any('investor_name', 'name');
    if (!uuid) continue;
    const isPerson = row.any('type') === 'person' || /\/person\//.test(row.cell('cb_url'));
    if (firms.has(uuid)) row.find('merged', 'stands in organizations.csv or before', name);
    else if (isPerson) row.find('skipped', 'a person: comes with people.csv', name);
    else if (name === '') row.find('rejected', 'no name', uuid);
    else {
      firms.set(uuid, name);
      yield toOrganization.investor(row, uuid, name);
    }
  }
}

async function* readRounds(
  read: ReadExport,
  companies: ReadonlyMap<string, string>,
  known: KnownNames,
  report: ReportKeeper,
): AsyncGenerator<SourceRecord> {
  const shares = await readShares(read);
  const byName = openNames(known);
  const seen = new Set<string>();
  const figures = { investments: 0, leads: 0, named: 0, rounds: 0 };
  for await (const row of read('funding_rounds', true)) {
    const uuid = readUuid(row, 'funding_round_uuid', 'uuid');
    const company = row.any('company_uuid', 'org_uuid').toLowerCase();
    if (!uuid || seen.has(uuid)) {
      if (uuid) row.find('merged', 'the same round as one before', uuid);
    } else if (!companies.has(company)) row.find('rejected', 'no company is named', uuid);
    else {
      seen.add(uuid);
      const ofRound = shares.get(uuid) ?? [];
      const { records, ...lineup } = readLineup(row, ofRound, known, byName);
      yield* records;
      yield { ...toDeal(row, uuid, company), ...lineup };
      figures.rounds += 1;
      figures.named += records.length;
      figures.investments += ofRound.length;
      figures.leads += ofRound.filter(({ lead }) => lead === true).length;
    }
  }
  report.figure('deals', figures.rounds);
  report.figure('investments of these deals', figures.investments);
  report.figure('of them led', figures.leads);
  report.figure('investors known by name only', figures.named);
}
