import { z } from 'zod';
import { type ExportedKind, type exportedPart, exportedKind } from '#contract/workspace/data.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { parseBody } from '../http/validation.ts';
import {
  restoredList,
  restoredOurs,
  restoredRecord,
  restoredResponse,
  restoredReviews,
  restoredSavedSearch,
  restoredSearch,
  restoredStage,
  restoredStatus,
} from './restore-items.ts';
import type { Restore } from './restored-values.ts';
import { restoreRecords, restoreResponses, restoreSearches } from './restore-records.ts';
import {
  restoreLists,
  restoreReviews,
  restoreSavedSearches,
  restoreStages,
  restoreStatuses,
  restoreUs,
} from './restore-work.ts';

type RestoreItems<T> = (tx: Sql, restore: Restore, items: readonly T[]) => Promise<number>;
type Prepare = (items: readonly unknown[]) => (tx: Sql, restore: Restore) => Promise<number>;

function prepare<T>(item: z.ZodType<T>, restoreItems: RestoreItems<T>): Prepare {
  const schema = z.strictObject({ items: z.array(item) });
  return (given) => {
    const { items } = parseBody(schema, { items: given });
    return (tx, restore) => restoreItems(tx, restore, items);
  };
}

const prepareRecords = (kind: ExportedKind) =>
  prepare(restoredRecord, (tx, restore, items) => restoreRecords(tx, restore, kind, items));

const kinds: Record<Exclude<ExportedKind, 'purchases'>, Prepare> = {
  deals: prepareRecords('deals'),
  companies: prepareRecords('companies'),
  investors: prepareRecords('investors'),
  people: prepareRecords('people'),
  rounds: prepareRecords('rounds'),
  articles: prepareRecords('articles'),
  histories: prepareRecords('histories'),
  searches: prepare(restoredSearch, restoreSearches),
  responses: prepare(restoredResponse, restoreResponses),
  statuses: prepare(restoredStatus, restoreStatuses),
  stages: prepare(restoredStage, restoreStages),
  us: prepare(restoredOurs, restoreUs),
  lists: prepare(restoredList, restoreLists),
  saved_searches: prepare(restoredSavedSearch, restoreSavedSearches),
  reviews: prepare(restoredReviews, restoreReviews),
};

/**
 * Adds what the parts of an export have and the account lacks; of what both have, the later change counts. Each part is
 * one transaction, after all were checked. Returns how many items were added or changed, by kind.
 */
export async function restoreParts(
  db: Pool,
  accountId: string,
  parts: readonly z.output<typeof exportedPart>[],
  now: Date,
): Promise<Record<string, number>> {
  const prepared = parts.flatMap((part) => {
    const kind = exportedKind.exclude(['purchases']).safeParse(part.kind).data;
    return kind === undefined ? [] : [{ kind, restoreItems: kinds[kind](part.items) }];
  });
  const rows = await db<{ id: string }[]>`SELECT id FROM members WHERE account_id = ${accountId}`;
  const restore: Restore = { accountId, now, members: new Set(rows.map(({ id }) => id)) };
  const restored: Record<string, number> = {};
  for (const { kind, restoreItems } of prepared) {
    const count = await db.begin((tx) => restoreItems(tx, restore));
    restored[kind] = (restored[kind] ?? 0) + count;
  }
  return restored;
}
