import { z } from 'zod';
import { type Database, type WorkName, workNames } from '../../platform/storage/database.ts';
import { buildSpan, oldWorkKinds, type WorkEntry } from '../records/device.ts';
import { unpackRows, type Identified, type StoredRecord } from '../records/packed-rows.ts';
import { authorFields, listParts, searchParts, stageFields, statusFields, statusKinds } from './work-store.ts';

const id = z.string().min(1);
const at = z.number().min(0);
const present = z.unknown().refine((value) => value !== undefined);

/** A key of these parts. z.tuple would add a kilobyte to what every page loads. */
const keyOf = (...parts: readonly z.ZodType[]) =>
  z.custom<readonly string[]>(
    (key) =>
      Array.isArray(key) &&
      key.length === parts.length &&
      parts.every((part, index) => part.safeParse(key[index]).success),
  );

const entrySchemas = {
  statuses: z.object({
    key: z.union([
      keyOf(z.enum(statusKinds), id, z.enum([...statusFields, ...authorFields])),
      keyOf(z.literal('stage'), id, z.enum(stageFields)),
    ]),
    at,
    value: z.union([z.string(), z.boolean(), z.array(z.string())]).nullable(),
  }),
  reviews: z.object({
    key: z.union([keyOf(z.enum(['shown', 'alert']), id), keyOf(z.enum(['finished', 'place']))]),
    at,
    value: z.union([z.string(), z.number()]).nullable(),
  }),
  searches: z.object({ key: keyOf(id, z.enum(searchParts)), at, value: present }),
  lists: z.object({ key: keyOf(id, z.enum(listParts)), at, value: present }),
} satisfies Record<WorkName, z.ZodType>;

/** Parses entries of a backup or an older version, and leaves out those that no screen can show. */
export const parseWork = (name: WorkName, entries: readonly unknown[]): WorkEntry[] =>
  entries.flatMap((entry) => {
    const { data } = entrySchemas[name].safeParse(entry);
    return data ? [data] : [];
  });

/** Before version 5 of the device database, the key of an entry was one text with spaces. */
const splitOldId: Record<WorkName, (old: string) => readonly string[]> = {
  statuses: (old) => {
    const [kind = '', record = '', field = ''] = old.split(' ');
    return [kind, record, field === 'verdict' ? 'status' : field];
  },
  reviews: (old) => (old === 'finished' || old === 'place' ? [old] : ['shown', old]),
  searches: (old) => (old.endsWith(' found') ? [old.slice(0, -' found'.length), 'new-rows'] : [old, 'search']),
  lists: (old) => {
    const [list = '', part = 'head'] = old.split(' ');
    return [list, part];
  },
};

/** Converts rows of the user's work, as versions before 5 stored them and saved them in backups, to entries. */
export const convertOldWork = (name: WorkName, rows: readonly StoredRecord<Identified>[]): WorkEntry[] =>
  parseWork(
    name,
    rows.map(({ at: changedAt, row }) => ({
      key: splitOldId[name](row.id),
      at: changedAt,
      value: (row as { readonly value?: unknown }).value,
    })),
  );

/** Moves the user's work from the stores of unlocked records into its own, in one transaction. */
export async function migrateWork(database: Database): Promise<void> {
  const transaction = database.transaction(['rows', 'pages', ...workNames], 'readwrite');
  const [rows, pages] = [transaction.objectStore('rows'), transaction.objectStore('pages')];
  await Promise.all(
    workNames.map(async (name) => {
      const span = buildSpan(oldWorkKinds[name]);
      const store = transaction.objectStore(name);
      const [packed, loose] = await Promise.all([pages.getAll(span), rows.getAll(span)]);
      const latest = new Map<string, WorkEntry>();
      // Loose rows are at least as new as packed ones.
      for (const entry of convertOldWork(name, [...packed.flatMap((page) => unpackRows(page)), ...loose])) {
        const index = JSON.stringify(entry.key);
        if (entry.at >= (latest.get(index)?.at ?? 0)) latest.set(index, entry);
      }
      await Promise.all(
        [...latest.values()].map(async (entry) => {
          const stored = await store.get([...entry.key]);
          if ((stored?.at ?? -1) < entry.at) await store.put({ ...entry, key: [...entry.key] });
        }),
      );
      await Promise.all([rows.delete(span), pages.delete(span)]);
    }),
  );
  await transaction.done;
}
