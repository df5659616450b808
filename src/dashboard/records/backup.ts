import { z } from 'zod';
import { company } from '#contract/companies.ts';
import { deal, dealDetail, lineupAngel, lineupInvestor } from '#contract/deals.ts';
import { investor } from '#contract/investors.ts';
import { person } from '#contract/people.ts';
import { readTolerant } from '#contract/record.ts';
import { kindNames, toStore, type Kind } from './records.ts';
import type { Addition, Identified, Kept } from './owned.ts';

const addition = z.object({
  rows: z.array(z.object({ at: z.number().min(0), row: z.looseObject({ id: z.string().min(1) }) })),
  unknown: z.array(z.string()),
});

/** Everything that is owned, as one file; kinds that a later version adds are left out by an earlier one. */
const backup = z.object({
  format: z.literal('fundscope-backup'),
  version: z.literal(1),
  savedAt: z.iso.datetime(),
  kinds: z.record(z.string(), addition),
});
export type Backup = z.infer<typeof backup>;

const markValue = z.union([z.string(), z.boolean(), z.array(z.string())]).nullable();

/** What rows of each kind must look like, so that a foreign or hurt file breaks no screen. */
const shapes: Record<Exclude<Kind, 'answers'>, z.ZodType> = {
  deals: deal,
  companies: company,
  investors: investor,
  lineups: z.object({ id: z.string(), firms: z.array(lineupInvestor), angels: z.array(lineupAngel) }),
  names: z.object({
    id: z.string(),
    kind: z.enum(['company', 'firm', 'person']),
    name: z.string(),
    remark: z.string(),
  }),
  articles: z.object({ id: z.string(), articles: dealDetail.shape.articles }),
  people: person,
  histories: person.pick({ id: true, employment_history: true, education_history: true }),
  marks: z.object({ id: z.string(), value: markValue }),
  shown: z.object({ id: z.string(), value: z.union([z.string(), z.number()]).nullable() }),
  searches: z.looseObject({ id: z.string() }),
};

/** What this device owns, ready to be saved; it holds no key. */
export function toBackup(): Backup {
  const kinds = Object.fromEntries(kindNames.map((kind) => [kind, toStore(kind).all()]));
  return { format: 'fundscope-backup', version: 1, savedAt: new Date().toISOString(), kinds } as Backup;
}

/** How many rows a backup brought that were not owned before, by kind. */
export type Restored = Record<Kind, number>;

/** Merges a backup into what is owned, newer rows over older ones; undefined when the text is no backup of ours. */
export function restoreBackup(text: string): Restored | undefined {
  const read = backup.safeParse(toJson(text));
  if (!read.success) return undefined;
  return Object.fromEntries(
    kindNames.map((kind) => {
      const store = toStore(kind);
      const before = store.all().rows.length;
      store.merge(toSound(kind, read.data.kinds[kind] ?? { rows: [], unknown: [] }));
      return [kind, store.all().rows.length - before];
    }),
  ) as Restored;
}

/** Leaves out rows that are none, and takes no time from the future, which nothing could ever replace. */
function toSound(kind: Kind, { rows, unknown }: Addition<Identified>): Addition<Identified> {
  const now = Date.now();
  const read = (row: Identified): unknown =>
    kind === 'answers' ? row : readTolerant(shapes[kind], row, () => undefined);
  const sound = rows.flatMap(({ at, row }): Kept<Identified>[] => {
    const kept = read(row) as Identified | null;
    return kept === null ? [] : [{ at: Math.min(at, now), row: kept }];
  });
  return { rows: sound, unknown };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
