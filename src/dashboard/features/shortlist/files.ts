import { readStages } from '../../library/status/stages.ts';
import { formatRoundType } from '../../platform/rounds.ts';
import { saveCsv, toCsv } from '../../search/export/file-formats.ts';
import { recordKindNames, type ShortlistItem } from './items.ts';
import { formatUtcDay } from '../../platform/format.ts';

const heads =
  'type,id,name,stage,owner,next_step,date_utc,note,tags,round,amount_usd,amount_native,deals,location'.split(',');

/** The shortlist as CSV, in the order on screen. */
function formatShortlistFile(items: readonly ShortlistItem[]): string {
  const stages = new Map(readStages().map(({ id, name }) => [id, name]));
  return toCsv([
    heads,
    ...items.map(({ kind, id, name, stage, status, round, usd, native, deals, place }) => [
      recordKindNames[kind][0].toLowerCase(),
      id,
      name ?? null,
      stages.get(stage) ?? null,
      status.owner,
      status.next,
      status.due,
      status.note,
      status.tags.join('; '),
      round ? formatRoundType(round) : null,
      usd ?? null,
      native ?? null,
      deals ?? null,
      place,
    ]),
  ]);
}

/** Saves the shortlist as CSV; returns the name of the file. */
export function saveShortlist(items: readonly ShortlistItem[]): string {
  const file = `shortlist-${formatUtcDay()}.csv`;
  saveCsv(file, formatShortlistFile(items));
  return file;
}
