import { toDay } from '../format.ts';
import { toRoundName } from '../rounds.ts';
import { saveCsv, toCsv, type CsvCell } from '../table/csv.ts';
import { readNamed } from '../lookups/named.ts';
import { toRound } from './cells.tsx';
import { readFirmName, type DealRow } from './rows.ts';

type Column = readonly [head: string, read: (row: DealRow) => CsvCell | undefined];

const columns: readonly Column[] = [
  ['deal_id', ({ id }) => id],
  ['announced_utc', ({ deal }) => toDay(deal.date)],
  ['company', ({ companyName }) => companyName],
  ['company_id', ({ deal }) => deal.company_id],
  ['domain', ({ company }) => company?.domain],
  ['location', ({ company }) => company?.location?.city?.name ?? company?.location?.country?.name],
  ['round', (row) => toRoundName(toRound(row))],
  ['round_type', ({ deal }) => deal.round_type],
  ['raised_usd', ({ deal }) => deal.total_round_raised],
  ['valuation_usd', ({ deal }) => deal.valuation?.valuation_usd],
  ['valuation_type', ({ deal }) => deal.valuation?.type],
  ['investors', ({ deal }) => toNames(deal.investor_ids, readFirmName)],
  ['investor_ids', ({ deal }) => deal.investor_ids?.join('; ')],
  ['angels', ({ deal }) => toNames(deal.angel_investor_ids, (id) => readNamed('person', id))],
  ['angel_ids', ({ deal }) => deal.angel_investor_ids?.join('; ')],
  ['added_utc', ({ deal }) => toDay(deal.created_at)],
  ['description', ({ deal }) => deal.deal_descriptions?.short_description],
];

const toNames = (ids: readonly string[] | null, toName: (id: string) => string | null | undefined): string =>
  (ids ?? []).flatMap((id) => toName(id) ?? []).join('; ');

/** Saves deals as CSV, names where they are owned; answers with the name of the file. */
export function saveDeals(rows: readonly DealRow[]): string {
  const file = `deals-${new Date().toISOString().slice(0, 10)}.csv`;
  const body = rows.map((row) => columns.map(([, read]) => read(row) ?? null));
  saveCsv(file, toCsv([columns.map(([head]) => head), ...body]));
  return file;
}
