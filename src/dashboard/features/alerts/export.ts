import type { StatusState } from '../../library/status/statuses.ts';
import { formatRoundType } from '../../platform/rounds.ts';
import { type Item, readStatus } from './items.ts';
import { type CsvCell, saveCsv, toCsv } from '../../search/export/csv.ts';

type Column = readonly [head: string, read: (item: Item, marks: StatusState) => CsvCell | undefined];

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
  ['mark', (item, marks) => readStatus(marks, item).status],
  ['tags', (item, marks) => readStatus(marks, item).tags.join('; ')],
  ['note', (item, marks) => readStatus(marks, item).note],
  ['article', ({ deal }) => (deal.articles?.find(({ is_primary: main }) => main === true) ?? deal.articles?.[0])?.link],
];

/** Deals of the feed as CSV, with marks, tags and notes. */
const formatItemsCsv = (items: readonly Item[], marks: StatusState): string =>
  toCsv([columns.map(([head]) => head), ...items.map((item) => columns.map(([, read]) => read(item, marks) ?? null))]);

/** Saves deals of the feed as a file; answers with its name. */
export function saveItems(items: readonly Item[], marks: StatusState, what: string): string {
  const file = `${what}-${new Date().toISOString().slice(0, 10)}.csv`;
  saveCsv(file, formatItemsCsv(items, marks));
  return file;
}
