import type { StatusState } from '../../library/status/statuses.ts';
import { formatRoundType } from '../../platform/rounds.ts';
import { type AlertItem, readStatus } from './items.ts';
import { type CsvCell, saveCsv, toCsv } from '../../search/export/csv.ts';

type Column = readonly [head: string, read: (item: AlertItem, statuses: StatusState) => CsvCell | undefined];

const columns: readonly Column[] = [
  ['deal_id', ({ id }) => id],
  ['announced_utc', ({ day }) => day],
  ['company', ({ deal }) => deal.company_name],
  ['company_id', ({ deal }) => deal.company_id],
  ['website', ({ deal }) => deal.company_website],
  ['city', ({ deal }) => deal.location?.city],
  ['country', ({ deal }) => deal.location?.country],
  ['round', ({ round }) => formatRoundType(round)],
  ['raised_usd', ({ usd }) => usd],
  ['alerts', ({ reasons }) => reasons.map(({ alertName }) => alertName).join('; ')],
  ['reasons', ({ reasons }) => reasons.map(({ text }) => text).join(' ')],
  ['status', (item, statuses) => readStatus(statuses, item).status],
  ['tags', (item, statuses) => readStatus(statuses, item).tags.join('; ')],
  ['note', (item, statuses) => readStatus(statuses, item).note],
  ['article', ({ deal }) => (deal.articles?.find(({ is_primary: main }) => main === true) ?? deal.articles?.[0])?.link],
];

/** Deals as CSV, with status, tags and note. */
const formatItemsCsv = (items: readonly AlertItem[], statuses: StatusState): string =>
  toCsv([
    columns.map(([head]) => head),
    ...items.map((item) => columns.map(([, read]) => read(item, statuses) ?? null)),
  ]);

/** Saves deals as a CSV file and returns its name. */
export function saveItems(items: readonly AlertItem[], statuses: StatusState, what: string): string {
  const file = `${what}-${new Date().toISOString().slice(0, 10)}.csv`;
  saveCsv(file, formatItemsCsv(items, statuses));
  return file;
}
