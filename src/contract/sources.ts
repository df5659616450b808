import { z } from 'zod';
import { accountEndpoint } from './endpoint.ts';
import { filterList } from './request-parts.ts';
import { nullableText, uuid } from './scalars.ts';

const recordKind = z.enum(['company', 'investor', 'person', 'deal']);
export type ProvenanceKind = z.infer<typeof recordKind>;

/** Where a record comes from. */
const recordProvenance = z.strictObject({
  id: uuid,
  kind: recordKind,
  /** When it was added: a deal itself, another record with the first of its deals, or without one with its source. */
  added_at: z.iso.datetime(),
  sources: z.array(
    z.strictObject({
      key: z.string(),
      title: z.string(),
      licence: z.string(),
      address: nullableText,
      imported_at: z.iso.datetime(),
      /** The record's id in this source alone. */
      own_id: uuid,
      /** Why it is one with the record of the other sources; null for a record of one source. */
      reason: nullableText,
      /** The file, and the row in it that the record was first in; null where the source has no files. */
      file: nullableText,
      row: z.int().nullable(),
    }),
  ),
  /** For a record of several sources: which of them, by key, each fact is from, and which say something else. */
  facts: z.array(z.strictObject({ fact: z.string(), from: z.array(z.string()), differs: z.array(z.string()) })),
});
export type RecordProvenance = z.infer<typeof recordProvenance>;

/** "rounds.csv, row 12"; undefined where the source has no files. */
export const formatOrigin = ({ file, row }: Pick<RecordProvenance['sources'][number], 'file' | 'row'>) =>
  file === null ? undefined : `${file}${row === null ? '' : `, row ${row}`}`;

/** The facts on which sources disagree, with the titles of those that are used and of those that are not. */
export function listDisagreements({ sources, facts }: RecordProvenance): string[] {
  const name = (keys: readonly string[]) =>
    keys.map((key) => sources.find((source) => source.key === key)?.title ?? key).join(' and ');
  return facts
    .filter(({ differs }) => differs.length > 0)
    .map(({ fact, from, differs }) => `${fact}: ${from.length > 0 ? name(from) : 'computed'}, not ${name(differs)}`);
}

/** The maximum number of ids per request. */
export const maxProvenance = 500;

/**
 * POST /account/sources: where records come from: source, file, row and day, and which source won where several
 * disagree; free, without values. Ids that the service does not know are left out. Only our own service has it.
 */
export const readRecordSources = accountEndpoint('readRecordSources', 'POST', '/sources', {
  summary: 'Read where records come from',
  body: z.strictObject({ kind: recordKind, ids: filterList(uuid, maxProvenance) }),
  data: z.strictObject({ records: z.array(recordProvenance) }),
  reads: 'records',
  window: 'names',
});
