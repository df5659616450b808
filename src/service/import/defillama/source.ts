import { parseUtcDay } from '#contract/scalars.ts';
import { toSlug } from '../../db/fold.ts';
import type { Delimited } from '../delimited.ts';
import { isMojibake, repairMojibake } from '../mojibake.ts';
import { joinLineup, openParticipants, type Lineup, type Participants } from '../participants.ts';
import { findOneInput, type InputFile } from '../reading/input-files.ts';
import { readReportedRows, type ReportedRow } from '../reading/reported-rows.ts';
import type { CompanyRecord, DealRecord, SourceRecord } from '../records.ts';
import type { ReportKeeper } from '../report.ts';
import { toReportedFeed, type ReportedFeed } from '../reported-feed.ts';
import { readLink } from '../words/addresses.ts';
import { readAmountAboveZero } from '../words/amounts.ts';
import { openIndustryReader, type ReadIndustries } from '../words/industries.ts';
import { splitList } from '../words/lists.ts';
import { categories, commonIndustry, isTwoRounds, readRound } from './words.ts';

/** The day of the export: every record of it was added then. */
const exportDay = '2023-04-09';
/** Blanks belong to it: "Collab+Currency" is one firm. Some cells use a comma. */
const separators = [' + ', ', '];
const wanted = ['Name', 'Date', 'Amount Raised', 'Round', 'Lead Investor', 'Other Investors'];

/** The list of raises of DefiLlama as a source. */
export async function openDefillama(path: string, onProgress?: Delimited['onProgress']): Promise<ReportedFeed> {
  const file = await findOneInput(path);
  const source = {
    key: 'defillama',
    title: 'Raises, DefiLlama, April 2023',
    licence: 'none stated',
    address: 'https://defillama.com/raises',
    snapshot: exportDay,
  };
  return toReportedFeed(source, (report) => readRecords(file, report, onProgress));
}

async function* readRecords(
  file: InputFile,
  report: ReportKeeper,
  onProgress: Delimited['onProgress'],
): AsyncGenerator<SourceRecord> {
  const companies = new Set<string>();
  const deals = new Set<string>();
  const participants = openParticipants();
  const industriesOf = openIndustryReader(categories);
  let named = 0;
  for await (const row of readReportedRows(file, { report, wanted, onProgress })) {
    const name = readClean(row, 'Name');
    if (!name) {
      row.find('rejected', 'no company is named', row.cell('Date'));
      continue;
    }
    const key = [name, row.cell('Date'), row.cell('Round'), row.cell('Amount Raised')].join('|');
    if (deals.has(key)) {
      row.find('merged', 'the same round as one before', key);
      continue;
    }
    deals.add(key);
    if (!companies.has(name)) {
      companies.add(name);
      yield toCompany(row, name, industriesOf);
    }
    const lineup: Lineup = { investors: [], angels: [] };
    yield* readLineup(row, participants, lineup);
    if (lineup.investors.length + lineup.angels.length > 0) named += 1;
    yield { ...toDeal(row, key, name), ...lineup };
  }
  report.figure('companies', companies.size);
  report.figure('deals', deals.size);
  report.figure('deals with an investor', named);
}

function readClean(row: ReportedRow, column: string): string {
  const text = row.cell(column);
  const whole = repairMojibake(text);
  if (whole !== text) row.find('repaired', `${column} was UTF-8 read as Windows-1252`, `${text} -> ${whole}`);
  else if (isMojibake(text)) row.find('noted', `${column} was read in a wrong encoding and cannot be restored`, text);
  return whole;
}

function toCompany(row: ReportedRow, name: string, industriesOf: (words: string[]) => ReadIndustries): CompanyRecord {
  const category = row.cell('Category');
  const { industries, unknown } = industriesOf(category ? [category] : []);
  for (const word of unknown) row.find('noted', 'category is not known', word);
  return {
    kind: 'company',
    key: name,
    name,
    permalink: toSlug(name) || 'unnamed',
    industries: [...new Set([...industries, commonIndustry])],
    industryText: unknown.join(', ') || null,
    shortDescription: readClean(row, 'Description') || null,
  };
}

function* readLineup(row: ReportedRow, { take }: Participants, lineup: Lineup): Generator<SourceRecord> {
  const columns = [
    { column: 'Lead Investor', lead: true },
    { column: 'Other Investors', lead: false },
  ];
  for (const { column, lead } of columns) {
    for (const part of splitList(row.cell(column), separators)) {
      const name = part.replace(/\s*\+$/, '');
      const participant = take(name, 'by-name');
      const { record, spelledBefore } = participant;
      if (record) yield record;
      if (record?.kind === 'person') row.find('noted', 'taken for a person by the name', name);
      if (spelledBefore) row.find('repaired', 'an investor under another spelling', `${name} -> ${spelledBefore}`);
      if (!joinLineup(lineup, participant, lead)) row.find('repaired', 'an investor stands twice in one round', name);
    }
  }
}

function toDeal(row: ReportedRow, key: string, companyKey: string): DealRecord {
  const word = row.cell('Round');
  const round = word === '' ? undefined : readRound(word);
  if (word !== '' && !round) row.find('repaired', 'kind of round is not known: FUNDING_ROUND', word);
  const day = parseUtcDay(row.cell('Date'));
  if (!day) row.find('repaired', 'Date is no date: unknown', row.cell('Date'));
  const raised = readRaised(row);
  const type = round?.type ?? 'FUNDING_ROUND';
  const financing = { type, sizeUsd: raised, sizeNative: raised, currency: 'USD' };
  const link = readLink(row.cell('Source'));
  if (row.cell('Source') !== '' && !link) row.find('repaired', 'Source is no address: left out', row.cell('Source'));
  return {
    kind: 'deal',
    key,
    companyKey,
    roundType: type,
    pre: round?.pre ?? false,
    extension: round?.extension ?? false,
    intermediate: round?.intermediate ?? 'NONE',
    date: day ?? null,
    createdAt: exportDay,
    raised,
    valuation: readValuation(row, raised),
    shortDescription: repairMojibake(row.cell('Description')) || null,
    financings: isTwoRounds(word) ? [{ type: 'SERIES_A' }, { type: 'SERIES_B' }] : [financing],
    articles: link ? [{ link, isPrimary: true, date: day ?? null }] : [],
  };
}

function readRaised(row: ReportedRow): number | null {
  const text = row.cell('Amount Raised');
  if (text === '') return null;
  const raised = readAmountAboveZero(text);
  if (!raised) row.find('repaired', 'Amount Raised is 0 or no amount: undisclosed', text);
  return raised;
}

/** In millions of US dollars; whether before or after the money is not said. */
function readValuation(row: ReportedRow, raised: number | null): NonNullable<DealRecord['valuation']> | null {
  const text = row.cell('Valuation');
  if (text === '') return null;
  const usd = readAmountAboveZero(text, { multiplier: 'million' });
  if (!usd) {
    row.find('repaired', 'Valuation is no amount: undisclosed', text);
    return null;
  }
  if (raised && usd < raised) {
    row.find('repaired', 'Valuation is below the amount raised: undisclosed', `${text} million < ${raised}`);
    return null;
  }
  return { type: 'DEFAULT', currency: 'USD', usd, native: usd };
}
