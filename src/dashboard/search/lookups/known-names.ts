import { z } from 'zod';
import type { RecordKind } from '#contract/filters.ts';
import { readLibraryVersion } from '../../library/records/record-store.ts';
import {
  freeNames,
  storedResults,
  unlockedCompanies,
  unlockedInvestors,
  unlockedPeople,
} from '../../library/records/records.ts';

/** Browsers store names of investors under this kind since the first version. */
export const storedKinds = { company: 'company', investor: 'firm', person: 'person' } as const satisfies Record<
  RecordKind,
  string
>;

export const match = z.object({ id: z.string(), name: z.string(), remark: z.string() });
/** A record that can be chosen by name; the remark tells it apart from its namesakes. */
export type Match = z.infer<typeof match>;

/** A record as it can be chosen; none where it has no name. */
export const buildMatch = (id: string, name: string | null, remark: string | null | undefined): Match[] =>
  name === null ? [] : [{ id, name, remark: remark ?? '' }];

/** A name without regard to case and accents. */
export const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const mostFound = 30;

/** Records with such a name among all that is owned, free or was looked up before. Names that begin so come first. */
export function findNamed(kind: RecordKind, name: string): Match[] {
  const wanted = fold(name);
  return [...readKnown(kind).values()]
    .flatMap(({ one, folded }) => {
      const at = folded.indexOf(wanted);
      return at < 0 ? [] : [{ one, at }];
    })
    .toSorted((a, b) => Math.min(a.at, 1) - Math.min(b.at, 1) || a.one.name.localeCompare(b.one.name))
    .slice(0, mostFound)
    .map(({ one }) => one);
}

/** The name of a record that is owned, free or was looked up; undefined when none is. */
export const readNamed = (kind: RecordKind, id: string): string | undefined => readKnown(kind).get(id)?.one.name;

type Known = ReadonlyMap<string, { readonly one: Match; readonly folded: string }>;
const known = new Map<RecordKind, { readonly version: number; readonly byId: Known }>();

/** Every name of a kind by id, gathered again when a store changed: reading through 20,000 rows takes too long a key. */
function readKnown(kind: RecordKind): Known {
  const [version, held] = [readLibraryVersion(), known.get(kind)];
  if (held?.version === version) return held.byId;
  const all = [...countFreeSlots(kind), ...toLookedUp(kind), ...toOwned(kind)];
  const byId = new Map(all.map((one) => [one.id, { one, folded: fold(one.name) }]));
  known.set(kind, { version, byId });
  return byId;
}

function* countFreeSlots(kind: RecordKind): Iterable<Match> {
  for (const { row } of freeNames.rows()) {
    if (row.kind === storedKinds[kind]) yield { id: row.id, name: row.name, remark: row.remark };
  }
}

function* toLookedUp(kind: RecordKind): Iterable<Match> {
  const start = JSON.stringify(['look-up', storedKinds[kind]]).slice(0, -1);
  for (const { row } of storedResults.rows()) {
    if (row.id.startsWith(start)) yield* z.array(match).safeParse(row.data).data ?? [];
  }
}

function* toOwned(kind: RecordKind): Iterable<Match> {
  if (kind === 'person') {
    for (const { row } of unlockedPeople.rows()) yield* buildMatch(row.id, row.name, row.current_company?.name);
    return;
  }
  const owned = kind === 'company' ? unlockedCompanies.rows() : unlockedInvestors.rows();
  for (const { row } of owned) yield* buildMatch(row.id, row.name, row.domain);
}
