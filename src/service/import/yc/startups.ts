import { toSlug } from '../../db/fold.ts';
import type { Delimited } from '../delimited.ts';
import { openParticipants } from '../participants.ts';
import { toInputName, type InputFile } from '../reading/input-files.ts';
import { readReportedRows, type ReportedRow } from '../reading/reported-rows.ts';
import type { CompanyRecord, DealRecord, SourceRecord } from '../records.ts';
import type { ReportKeeper } from '../report.ts';
import { readDomain, readProfile } from '../words/addresses.ts';
import { readAmount } from '../words/amounts.ts';
import { openIndustryReader } from '../words/industries.ts';
import { splitList } from '../words/lists.ts';
import { openPlaceReader } from '../words/places.ts';
import { readStatus } from '../words/statuses.ts';

/** The day of the compilation: every record of it was added then. */
export const exportDay = '2015-04-02';
const amounts = 'Amounts raised in different funding rounds';
const profile = 'Crunchbase / Angel List Profile';
const wanted = ['Company', 'Satus', 'Investors', amounts];
/** With the blank: "$3,000,000" is one amount. */
const separators = [', '];

/** The compilation of 2015: startups, a round for each amount without its day, investors of the whole company, founders. */
export async function* readStartups(
  files: { startups: InputFile; founders: InputFile },
  report: ReportKeeper,
  onProgress: Delimited['onProgress'],
): AsyncGenerator<SourceRecord> {
  const participants = openParticipants();
  const toCompany = openCompanies();
  const companies = new Map<string, string>();
  const figures = { deals: 0, firms: 0, angels: 0 };
  for await (const row of readReportedRows(files.startups, { report, wanted, onProgress })) {
    const key = row.cell('Company');
    if (!key || companies.has(key)) {
      row.find(key ? 'merged' : 'rejected', key ? 'the same company as one before' : 'no company is named', key);
      continue;
    }
    companies.set(key, key);
    const backers: NonNullable<CompanyRecord['backers']> = { investors: [], people: [] };
    for (const name of splitList(row.cell('Investors'), separators)) {
      const { kind, key: backer, record } = participants.take(name, 'by-name');
      if (record) yield record;
      if (record) figures[kind === 'person' ? 'angels' : 'firms'] += 1;
      const list = kind === 'person' ? backers.people : backers.investors;
      if (list.includes(backer)) row.find('repaired', 'an investor stands twice', name);
      else list.push(backer);
    }
    yield { ...toCompany(row, key), backers };
    for (const deal of toDeals(row, key)) {
      figures.deals += 1;
      yield deal;
    }
  }
  report.figure('companies', companies.size);
  report.figure('deals', figures.deals);
  report.figure('investor firms', figures.firms);
  report.figure('investors taken for people', figures.angels);
  yield* readFounders(files.founders, companies, report, onProgress);
}

function openCompanies(): (row: ReportedRow, key: string) => CompanyRecord {
  const placeOf = openPlaceReader();
  const industriesOf = openIndustryReader();
  return (row, key) => {
    const { cell } = row;
    const state = cell('Headquarters (US State)') || undefined;
    const words = {
      city: cell('Headquarters (City)') || undefined,
      country: cell('Headquarters (Country)') || undefined,
    };
    const { place, placeText, doubts } = placeOf({ ...words, state });
    for (const { reason, value } of doubts) row.find('noted', reason, value);
    const { industries, unknown } = industriesOf(splitList(cell('Categories'), separators));
    for (const word of unknown) row.find('noted', 'category is not known', word);
    const crunchbase = readProfile(cell(profile), 'crunchbase');
    if (cell(profile) && !crunchbase) row.find('noted', 'profile is no page of Crunchbase: left out', cell(profile));
    const status = readStatus(cell('Satus'));
    if (!status) row.find('noted', 'status is not known', cell('Satus'));
    return {
      kind: 'company',
      key,
      name: key,
      permalink: toSlug(key) || 'unnamed',
      domain: readDomain(cell('Website')) ?? null,
      crunchbase: crunchbase ?? null,
      address: cell('Office Address') || null,
      founded: /^[12]\d{3}$/.test(cell('Year Founded')) ? `${cell('Year Founded')}-01-01` : null,
      status: status ?? null,
      place,
      placeText,
      industries,
      industryText: unknown.join(', ') || null,
      shortDescription: cell('Description') || null,
    };
  };
}

function toDeals(row: ReportedRow, companyKey: string): DealRecord[] {
  return splitList(row.cell(amounts), separators).map((text, place) => {
    const raised = /undisclosed/i.test(text) ? undefined : readAmount(text)?.value;
    if (!raised && !/undisclosed/i.test(text)) row.find('repaired', 'no plain amount: undisclosed', text);
    const money = raised ?? null;
    return {
      kind: 'deal',
      key: `${companyKey}#${place + 1}`,
      companyKey,
      roundType: 'FUNDING_ROUND',
      date: null,
      createdAt: exportDay,
      raised: money,
      financings: [{ type: 'FUNDING_ROUND', sizeUsd: money, sizeNative: money, currency: 'USD' }],
    };
  });
}

/** A person for each founder of each company; a cell may name two companies. */
async function* readFounders(
  file: InputFile,
  companies: ReadonlyMap<string, string>,
  report: ReportKeeper,
  onProgress: Delimited['onProgress'],
): AsyncGenerator<SourceRecord> {
  const known = new Set<string>();
  const options = { report, wanted: ['Founder', 'Company'], onProgress };
  for await (const row of readReportedRows(file, options)) {
    const [name, cell] = [row.cell('Founder'), row.cell('Company')];
    const named = companies.has(cell) ? [cell] : splitList(cell, separators);
    const distinct = [...new Set(named)];
    if (named.length > 1) row.find('repaired', 'several companies in one cell', cell);
    for (const company of distinct)
      if (!companies.has(company)) row.find('noted', 'company is not in the other file', company);
    const key = `${name}|${distinct[0] ?? ''}`;
    if (!name || known.has(key))
      row.find(name ? 'merged' : 'rejected', name ? 'the same founder as one before' : 'no name', cell);
    else {
      known.add(key);
      const employments = distinct.map((company) => ({
        companyKey: companies.get(company) ?? null,
        companyName: company,
        title: 'Founder',
        isCurrent: false,
      }));
      yield { kind: 'person', key: `founder|${key}`, name, title: 'Founder', isFounder: true, employments };
    }
  }
  report.figure(`founders of ${toInputName(file)}`, known.size);
}
