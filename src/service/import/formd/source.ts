import type { Delimited } from '../delimited.ts';
import { toReportedFeed, type ReportedFeed } from '../reported-feed.ts';
import type { ReportedRow } from '../reading/reported-rows.ts';
import type { InputFile } from '../reading/input-files.ts';
import type { DealRecord, SourceRecord } from '../records.ts';
import type { ReportKeeper } from '../report.ts';
import { readAmountAboveZero } from '../words/amounts.ts';
import { readDate } from '../words/dates.ts';
import { findQuarters, openFormd, type FormdName, type ReadFormd } from './files.ts';
import { readFilings, type Filing } from './filings.ts';
import { openIssuers, toPerson } from './issuers.ts';
import { fundGroup, toProperName, toRoundType } from './words.ts';

/** The data sets of Form D, one or several quarters together: notices of private offerings in the United States. */
export async function openFormdSets(
  paths: readonly string[],
  onProgress?: Delimited['onProgress'],
): Promise<ReportedFeed> {
  const files = await findQuarters(paths);
  const source = {
    key: 'formd',
    title: 'Form D data sets, U.S. Securities and Exchange Commission',
    licence: 'public domain (U.S. government work)',
    address: 'https://www.sec.gov/data-research/sec-markets-data/form-d-data-sets',
  };
  return toReportedFeed(source, (report) => readRecords(files, report, onProgress));
}

type Issuer = { key: string; name: string };

async function* readRecords(
  files: ReadonlyMap<FormdName, InputFile[]>,
  report: ReportKeeper,
  onProgress: Delimited['onProgress'],
): AsyncGenerator<SourceRecord> {
  const read = openFormd(files, report, onProgress);
  const filings = await readFilings(read);
  const groups = await readGroups(read, filings);
  const issuers = new Map<string, Issuer>();
  yield* readIssuers(read, filings, groups, issuers);
  yield* readPersons(read, issuers, report);
  yield* readOfferings(read, filings, issuers, report);
  report.figure('companies', new Set([...issuers.values()].map(({ key }) => key)).size);
}

/** The industry group of each filing that counts; what is left out is told when the offerings are read for their rounds. */
async function readGroups(read: ReadFormd, filings: ReadonlyMap<string, Filing>): Promise<Map<string, string>> {
  const groups = new Map<string, string>();
  const words = new Map<string, string>();
  for await (const row of read('OFFERING', true)) {
    const accession = row.cell('ACCESSIONNUMBER');
    const group = row.cell('INDUSTRYGROUPTYPE');
    // One text for all that say the same, not a million copies.
    if (!words.has(group)) words.set(group, group);
    if (filings.has(accession)) groups.set(accession, words.get(group) ?? '');
  }
  return groups;
}

async function* readIssuers(
  read: ReadFormd,
  filings: ReadonlyMap<string, Filing>,
  groups: ReadonlyMap<string, string>,
  issuers: Map<string, Issuer>,
): AsyncGenerator<SourceRecord> {
  const toCompany = openIssuers();
  const companies = new Map<string, Issuer>();
  for await (const row of read('ISSUERS')) {
    const accession = row.cell('ACCESSIONNUMBER');
    const group = groups.get(accession);
    const key = row.cell('CIK').replace(/^0+/, '');
    if (!filings.has(accession)) row.find('skipped', 'its filing is left out', accession);
    else if (row.cell('IS_PRIMARYISSUER_FLAG') !== 'YES')
      row.find('skipped', 'not the primary issuer', row.cell('ENTITYNAME'));
    else if (group === fundGroup) row.find('skipped', 'a fund, no company', row.cell('ENTITYNAME'));
    else if (key === '' || row.cell('ENTITYNAME') === '') row.find('rejected', 'no CIK or no name', accession);
    else {
      const known = companies.get(key);
      if (known) row.find('merged', 'the same company as one before', row.cell('ENTITYNAME'));
      const issuer = known ?? { key, name: toProperName(row.cell('ENTITYNAME')) };
      issuers.set(accession, issuer);
      companies.set(key, issuer);
      if (!known) yield toCompany(row, key, group ?? '');
    }
  }
}

async function* readPersons(
  read: ReadFormd,
  issuers: ReadonlyMap<string, Issuer>,
  report: ReportKeeper,
): AsyncGenerator<SourceRecord> {
  const known = new Set<string>();
  for await (const row of read('RELATEDPERSONS')) {
    const issuer = issuers.get(row.cell('ACCESSIONNUMBER'));
    const names = ['FIRSTNAME', 'MIDDLENAME', 'LASTNAME'].map(row.cell);
    // Form D wants a first name of what has none, such as a general partner that is a firm.
    const name = toProperName(names.filter((part) => !/^[-.\s]*$|^n\/?a$/i.test(part)).join(' '));
    const key = `${issuer?.key}|${name.toLowerCase()}`;
    if (!issuer) row.find('skipped', 'its filing is left out', row.cell('ACCESSIONNUMBER'));
    else if (/^[-.\s]*$|^n\/?a$/i.test(names[0] ?? '')) row.find('skipped', 'no first name: a firm, no person', name);
    else if (known.has(key)) row.find('merged', 'the same person as one before', name);
    else {
      known.add(key);
      yield toPerson(row, name, issuer, key);
    }
  }
  report.figure('people', known.size);
}

async function* readOfferings(
  read: ReadFormd,
  filings: ReadonlyMap<string, Filing>,
  issuers: ReadonlyMap<string, Issuer>,
  report: ReportKeeper,
): AsyncGenerator<SourceRecord> {
  let deals = 0;
  const seen = new Set<string>();
  for await (const row of read('OFFERING')) {
    const accession = row.cell('ACCESSIONNUMBER');
    const [filing, issuer] = [filings.get(accession), issuers.get(accession)];
    const none = /^true$/i.test(row.cell('YETTOOCCUR'));
    if (!filing) row.find('skipped', 'its filing is left out', accession);
    else if (row.cell('INDUSTRYGROUPTYPE') === fundGroup) row.find('skipped', 'a fund, no company', accession);
    else if (!issuer) row.find('rejected', 'no primary issuer', accession);
    else if (none) row.find('skipped', 'nothing was sold yet: no round', `${issuer.name} ${accession}`);
    else if (seen.has(filing.offering)) row.find('merged', 'the same offering as one before', accession);
    else {
      seen.add(filing.offering);
      deals += 1;
      yield toDeal(row, filing, issuer.key);
    }
  }
  report.figure('deals', deals);
}

function toDeal(row: ReportedRow, { offering, filed }: Filing, companyKey: string): DealRecord {
  const is = (column: string) => /^true$/i.test(row.cell(column));
  const others = [
    'ISOPTIONTOACQUIRETYPE',
    'ISSECURITYTOBEACQUIREDTYPE',
    'ISMINERALPROPERTYTYPE',
    'ISTENANTINCOMMONTYPE',
    'ISOTHERTYPE',
  ];
  const type = toRoundType({ equity: is('ISEQUITYTYPE'), debt: is('ISDEBTTYPE'), other: others.some(is) });
  const text = row.cell('TOTALAMOUNTSOLD');
  const raised = readAmountAboveZero(text);
  if (!raised) row.find('repaired', 'TOTALAMOUNTSOLD is 0 or no amount: undisclosed', text);
  const date = readDate(row.cell('SALE_DATE'));
  if (date?.precision !== 'day') row.find('repaired', 'SALE_DATE is no date: unknown', row.cell('SALE_DATE'));
  return {
    kind: 'deal',
    key: offering,
    companyKey,
    roundType: type,
    date: date?.precision === 'day' ? date.day : null,
    createdAt: filed,
    raised,
    financings: [{ type, sizeUsd: raised, sizeNative: raised, currency: 'USD' }],
  };
}
