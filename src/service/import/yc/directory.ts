import { toSlug } from '../../db/fold.ts';
import type { Delimited } from '../delimited.ts';
import type { InputFile } from '../reading/input-files.ts';
import { readReportedRows, type ReportedRow } from '../reading/reported-rows.ts';
import type { CompanyRecord, PersonRecord, SourceRecord } from '../records.ts';
import type { ReportKeeper } from '../report.ts';
import { readDomain, readProfile } from '../words/addresses.ts';
import { readHeadCount } from '../words/head-counts.ts';
import { openIndustryReader } from '../words/industries.ts';
import { readLiteralList } from '../words/lists.ts';
import { openPlaceReader } from '../words/places.ts';
import { readStatus } from '../words/statuses.ts';

const wanted = ['company_id', 'company_name', 'status', 'tags', 'founders_names'];

/** The directory of 2024: companies and their founders; it states no rounds, and none are made up. */
export async function* readDirectory(
  file: InputFile,
  report: ReportKeeper,
  onProgress: Delimited['onProgress'],
): AsyncGenerator<SourceRecord> {
  const toCompany = openCompanies();
  const keys = new Set<string>();
  let founders = 0;
  const names = new Set<string>();
  for await (const row of readReportedRows(file, { report, wanted, onProgress })) {
    const [key, name] = [row.cell('company_id'), row.cell('company_name')];
    if (!key || !name) row.find('rejected', 'company_id or company_name is empty', `${key} ${name}`);
    else if (keys.has(key)) row.find('merged', 'the same company as one before', key);
    else {
      keys.add(key);
      yield toCompany(row, key, name);
      for (const person of toFounders(row, key, name)) {
        founders += 1;
        names.add(person.name);
        yield person;
      }
    }
  }
  report.figure('companies', keys.size);
  report.figure('founders', founders);
  report.figure('distinct names of founders', names.size);
}

function openCompanies(): (row: ReportedRow, key: string, name: string) => CompanyRecord {
  const placeOf = openPlaceReader();
  const industriesOf = openIndustryReader();
  return (row, key, name) => {
    const location = row.cell('location') || undefined;
    const { place, placeText, doubts } = placeOf({ location, country: row.cell('country') || undefined });
    for (const { reason, value } of doubts) row.find('noted', reason, value);
    const { industries, unknown } = industriesOf(readList(row, 'tags'));
    for (const tag of unknown) row.find('noted', 'tag is not known', tag);
    const { cell } = row;
    return {
      kind: 'company',
      key,
      name,
      permalink: toSlug(name) || `yc-${key}`,
      domain: readWebsite(row),
      crunchbase: readAddress(row, 'cb_url', 'crunchbase'),
      linkedin: readAddress(row, 'linkedin_url', 'linkedin'),
      numEmployees: readTeam(row),
      place,
      placeText,
      founded: readYear(row),
      status: readStatus(cell('status')) ?? row.find('noted', 'status is not known', cell('status')) ?? null,
      industries,
      industryText: unknown.join(', ') || null,
      shortDescription: cell('short_description') || null,
      longDescription: cell('long_description') || null,
    };
  };
}

/** One person a name and company: people of one name cannot be told apart. */
function toFounders(row: ReportedRow, companyKey: string, companyName: string): PersonRecord[] {
  const isCurrent = row.cell('status') === 'Active';
  const names = readList(row, 'founders_names');
  const distinct = [...new Set(names)];
  if (distinct.length < names.length) row.find('repaired', 'a founder stands twice', names.join(', '));
  return distinct.map((name) => ({
    kind: 'person',
    key: `${companyKey}|${name}`,
    name,
    title: 'Founder',
    isFounder: true,
    employments: [{ companyKey, companyName, title: 'Founder', isCurrent }],
  }));
}

/** A list as Python writes it; white space of any kind in it is a blank. */
function readList(row: ReportedRow, column: string): string[] {
  const text = row.cell(column);
  if (text === '') return [];
  const list = readLiteralList(text);
  if (!list) row.find('repaired', `${column} is no list: left out`, text);
  return (list ?? []).map((part) => part.replace(/\s+/gu, ' ').trim()).filter((part) => part !== '');
}

function readWebsite(row: ReportedRow): string | null {
  const text = row.cell('website');
  if (text === '') return null;
  return readDomain(text) ?? row.find('repaired', 'website names no host: unknown', text) ?? null;
}

function readAddress(row: ReportedRow, column: string, site: 'crunchbase' | 'linkedin'): string | null {
  const text = row.cell(column);
  if (text === '') return null;
  return (
    readProfile(text, site) ?? row.find('repaired', `${column} is no page of an organization: unknown`, text) ?? null
  );
}

function readTeam(row: ReportedRow): CompanyRecord['numEmployees'] & (string | null) {
  const text = row.cell('team_size');
  const range = text === '' ? undefined : readHeadCount(text);
  if (text !== '' && !range) row.find('repaired', 'team_size is 0 or no number: unknown', text);
  return range ?? null;
}

function readYear(row: ReportedRow): string | null {
  const [, year] = /^([12]\d{3})(?:\.0)?$/.exec(row.cell('year_founded')) ?? [];
  if (row.cell('year_founded') !== '' && !year)
    row.find('repaired', 'year_founded is no year', row.cell('year_founded'));
  return year ? `${year}-01-01` : null;
}
