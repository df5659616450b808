import { toSlug } from '../../db/fold.ts';
import { parseUtcDay } from '#contract/scalars.ts';
import type { Delimited } from '../delimited.ts';
import { ImportError } from '../import-error.ts';
import type { InputFile } from '../reading/input-files.ts';
import { toInputName } from '../reading/input-files.ts';
import type { DealRecord, SourceRecord } from '../records.ts';
import type { ReportKeeper } from '../report.ts';
import { toReportedFeed, type ReportedFeed } from '../reported-feed.ts';
import { openRecords, toDeal, toKey, toPerson } from './records.ts';
import { findRecordFiles, readFields, type FieldsFormat, type FieldsRow } from './rows.ts';
import { rowKinds, type RowKind } from './schemas.ts';

export type FieldsOptions = {
  record?: string | undefined;
  source?: string | undefined;
  title?: string | undefined;
  licence?: string | undefined;
  address?: string | undefined;
  createdAt?: string | undefined;
};

/** Files in the contract's own field names as a source. */
export async function openFields(
  format: FieldsFormat,
  paths: readonly string[],
  options: FieldsOptions,
  onProgress?: Delimited['onProgress'],
): Promise<ReportedFeed> {
  const record = rowKinds.find((kind) => kind === options.record);
  if (options.record && !record)
    throw new ImportError(`There is no record ${options.record}.`, `Name one of ${rowKinds.join(', ')}.`);
  const createdAt = options.createdAt ? parseUtcDay(options.createdAt) : new Date().toISOString().slice(0, 10);
  if (!createdAt) throw new ImportError(`${options.createdAt} is no date.`, 'Write it as YYYY-MM-DD.');
  const files = await findRecordFiles(paths, record);
  const first = [...files.values()][0]?.[0];
  const name = options.source ?? (first ? toInputName(first).replace(/\.[^.]*$/, '') : format);
  const source = {
    key: toSlug(name) || format,
    title: options.title ?? name,
    licence: options.licence ?? 'not stated',
    address: options.address ?? null,
    snapshot: options.createdAt ? createdAt : null,
  };
  return toReportedFeed(source, (report) => readRecords(files, { format, report, onProgress, createdAt }));
}

type Reading = {
  format: FieldsFormat;
  report: ReportKeeper;
  onProgress: Delimited['onProgress'];
  /** Of deals that do not say when they were added. */
  createdAt: string;
};

type Known = Record<'companies' | 'investors' | 'people', Set<string>>;

async function* readRecords(files: ReadonlyMap<RowKind, InputFile[]>, reading: Reading): AsyncGenerator<SourceRecord> {
  const known: Known = { companies: new Set(), investors: new Set(), people: new Set() };
  const toRecord = openRecords();
  const read = <Kind extends RowKind>(kind: Kind) => readFields(kind, files.get(kind) ?? [], reading);
  for await (const row of read('companies')) {
    if (isNew(known.companies, row)) yield toRecord.company(row.value, row.find);
  }
  for await (const row of read('investors')) {
    if (isNew(known.investors, row)) yield toRecord.investor(row.value, row.find);
  }
  for await (const row of read('people')) {
    if (isNew(known.people, row)) yield toPerson(row.value, known);
  }
  const deals = new Set<string>();
  for await (const row of read('deals')) {
    const { value, find } = row;
    if (!known.companies.has(toKey(value.company_id)) && !value.company_name) {
      find('rejected', 'company_id is in no file of companies, and there is no company_name', value.company_id);
    } else if (isNew(deals, row)) yield* readDeal(row, known, reading.createdAt);
  }
  for (const kind of ['companies', 'investors', 'people'] as const) reading.report.figure(kind, known[kind].size);
  reading.report.figure('deals', deals.size);
}

function isNew(known: Set<string>, { value, find }: Pick<FieldsRow<RowKind>, 'value' | 'find'>): boolean {
  const key = toKey(value.id);
  if (known.has(key)) find('merged', 'the same id as one before', value.id);
  const isFirst = !known.has(key);
  known.add(key);
  return isFirst;
}

/** A deal after whoever it names that no file has, by the names that stand in it. */
function* readDeal({ value, find }: FieldsRow<'deals'>, known: Known, createdAt: string): Generator<SourceRecord> {
  const make = (kind: 'company' | 'investor' | 'person', id: string, name: string | null | undefined) => {
    const set = known[kind === 'company' ? 'companies' : kind === 'investor' ? 'investors' : 'people'];
    const key = toKey(id);
    if (set.has(key)) return { key };
    if (!name) return find('noted', `${kind} is in no file, and has no name: left out`, id);
    set.add(key);
    const record = { key, uuid: key === id.toLowerCase() && key.length === 36 ? key : undefined, name };
    if (kind === 'person') return { key, record: { kind, ...record } };
    return { key, record: { kind, ...record, permalink: toSlug(name) || 'unnamed' } };
  };
  const company = make('company', value.company_id, value.company_name);
  if (company?.record) yield company.record;
  const deal: DealRecord = { ...toDeal(value, createdAt), investors: [], angels: [] };
  const lineup = new Map(value.investors.map((investor) => [toKey(investor.id), investor]));
  const firms = [
    ...value.investors,
    ...value.investor_ids.filter((id) => !lineup.has(toKey(id))).map((id) => ({ id })),
  ];
  for (const firm of firms) {
    const details = lineup.get(toKey(firm.id));
    const made = make('investor', firm.id, details?.name);
    if (!made || deal.investors?.some(({ key }) => key === made.key)) continue;
    if (made.record) yield made.record;
    const partners: string[] = [];
    for (const { id, name } of details?.personnel ?? []) {
      const partner = make('person', id, name);
      if (partner?.record) yield partner.record;
      if (partner && !partners.includes(partner.key)) partners.push(partner.key);
    }
    deal.investors?.push({ key: made.key, lead: details?.lead_investor ?? null, partners });
  }
  const angels = [...value.angel_investors, ...value.angel_investor_ids.map((id) => ({ id, name: undefined }))];
  for (const { id, name } of angels) {
    const angel = make('person', id, name);
    if (angel?.record) yield angel.record;
    if (angel && !deal.angels?.includes(angel.key)) deal.angels?.push(angel.key);
  }
  yield deal;
}
