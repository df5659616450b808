import { listStages } from '../../records/status/stages.ts';
import { formatRoundType } from '../../platform/rounds.ts';
import { saveCsv, toCsv } from '../searches/kit/export/file-formats.ts';
import { recordKindNames, type ShortlistItem } from './items.ts';
import { formatUtcDay } from '../../platform/format.ts';

const heads =
  'type,id,name,stage,owner,next_step,date_utc,note,tags,round,amount_usd,amount_native,deals,location'.split(',');

/** The shortlist as CSV, in the order on screen: stage by stage. */
const formatShortlistFile = (items: readonly ShortlistItem[]): string =>
  toCsv([
    heads,
    ...listStages().flatMap((stage) =>
      items
        .filter((item) => item.stage === stage.id)
        .map(({ kind, id, name, status, round, usd, native, deals, place }) => [
          recordKindNames[kind][0].toLowerCase(),
          id,
          name ?? null,
          stage.name,
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
    ),
  ]);

/** Saves the shortlist as CSV; returns the name of the file. */
export function saveShortlist(items: readonly ShortlistItem[]): string {
  const file = `shortlist-${formatUtcDay()}.csv`;
  saveCsv(file, formatShortlistFile(items));
  return file;
}
