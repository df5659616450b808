import { type ExportedKind, exportName, exportVersion, maxPartItems } from '#contract/workspace/data.ts';
import { unlockedKinds } from '#contract/workspace/records.ts';
import type { Sql } from '../db/sql.ts';
import {
  hasReviews,
  readPurchaseBatches,
  readRecordBatches,
  readResponseBatches,
  readSearchBatches,
  readStatusBatches,
  readWholeLists,
} from './export-items.ts';
import { readReviewState } from './reviews.ts';
import { findSavedSearches } from './saved-searches.ts';
import { listOwnStages } from './stages.ts';
import { listUs } from './us.ts';

/** The most characters of a part, unless a single item has more. */
export const maxPartCharacters = 4_000_000;

/** Everything that an account stores as the text of one JSON document, which a restore reads part by part. */
export async function* exportWorkspaceJson(sql: Sql, accountId: string, now: Date): AsyncGenerator<string> {
  const head = { format: exportName, version: exportVersion, exported_at: now.toISOString() };
  yield `${JSON.stringify(head).slice(0, -1)},"parts":[`;
  let part: { readonly kind: ExportedKind; items: number; characters: number } | undefined;
  for await (const [kind, items] of readItems(sql, accountId)) {
    for (const item of items) {
      const fits =
        part?.kind === kind && part.items < maxPartItems && part.characters + item.length <= maxPartCharacters;
      if (part && fits) yield `,${item}`;
      else {
        yield `${part ? ']},' : ''}{"kind":"${kind}","items":[${item}`;
        part = { kind, items: 0, characters: 0 };
      }
      part.items += 1;
      part.characters += item.length;
    }
  }
  yield `${part ? ']}' : ''}]}\n`;
}

/** The texts of all items by kind, in batches; kinds that others name come before those. */
async function* readItems(sql: Sql, accountId: string): AsyncGenerator<readonly [ExportedKind, string[]]> {
  for (const kind of unlockedKinds) {
    for await (const rows of readRecordBatches(sql, accountId, kind)) {
      yield [kind, rows.map(({ id, record, unlocked_at }) => writeItem({ id, unlocked_at }, { record }))];
    }
  }
  for await (const rows of readSearchBatches(sql, accountId)) {
    yield ['searches', rows.map(({ body, figures, ignored, ...row }) => writeItem(row, { body, figures, ignored }))];
  }
  for await (const rows of readResponseBatches(sql, accountId)) {
    yield ['responses', rows.map(({ data, meta, ...row }) => writeItem(row, { data, meta }))];
  }
  yield ['stages', (await listOwnStages(sql, accountId)).map((stage) => writeItem(stage))];
  yield ['us', (await listUs(sql, accountId)).map((ours) => writeItem(ours))];
  for await (const rows of readStatusBatches(sql, accountId)) yield ['statuses', rows.map((row) => writeItem(row))];
  for await (const list of readWholeLists(sql, accountId)) yield ['lists', [writeItem(list)]];
  yield ['saved_searches', (await findSavedSearches(sql, accountId)).map((saved) => writeItem(saved))];
  const reviews = await readReviewState(sql, accountId);
  if (hasReviews(reviews)) yield ['reviews', [writeItem(reviews)]];
  for await (const rows of readPurchaseBatches(sql, accountId)) {
    yield ['purchases', rows.map(({ input, place: _place, ...row }) => writeItem(row, { input }))];
  }
}

/** An item as JSON, with members that are JSON already. */
function writeItem(members: object, json: Readonly<Record<string, string | null>> = {}): string {
  const text = JSON.stringify(members);
  const raw = Object.entries(json).map(([name, value]) => `,${JSON.stringify(name)}:${value ?? 'null'}`);
  return `${text.slice(0, -1)}${raw.join('')}}`;
}
