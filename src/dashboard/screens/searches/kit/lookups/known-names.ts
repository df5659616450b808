import type { RecordKind } from '#contract/filters.ts';
import { foldText, formatCount } from '../../../../platform/format.ts';
import { readFreeName } from '../../../../records/request-names.ts';
import { readLibraryVersion } from '../../../../records/record-store.ts';
import {
  type CompanyRecord,
  freeNames,
  type InvestorRecord,
  unlockedCompanies,
  unlockedInvestors,
  unlockedPeople,
} from '../../../../records/records.ts';

/** A record in a picker; the remark tells records of the same name apart. */
export type LookupMatch = { readonly id: string; readonly name: string; readonly remark: string };

/** A record as a match; empty if it has no name. */
export const buildLookupMatch = (id: string, name: string | null, remark: string | null | undefined): LookupMatch[] =>
  name === null ? [] : [{ id, name, remark: remark ?? '' }];

const maxMatches = 30;
const compareStarts = (one: string, other: string) => one.slice(0, 100).localeCompare(other.slice(0, 100));

/**
 * Records whose name contains a text, among unlocked, free and previously searched ones. Names that start with it come
 * first.
 */
export function findKnownNames(kind: RecordKind, name: string): LookupMatch[] {
  const wanted = foldText(name);
  return [...readKnownNames(kind).values()]
    .flatMap(({ one, folded }) => {
      // The remark of a company or an investor is its domain.
      const at = one.remark === name ? 0 : folded.indexOf(wanted);
      return at < 0 ? [] : [{ one, at }];
    })
    .toSorted((a, b) => Math.min(a.at, 1) - Math.min(b.at, 1) || compareStarts(a.one.name, b.one.name))
    .slice(0, maxMatches)
    .map(({ one }) => one);
}

/** Shown for a record whose name is locked. */
export const unnamed = {
  company: 'Unnamed company',
  investor: 'Unnamed investor',
  person: 'Unnamed person',
} as const satisfies Record<RecordKind, string>;

/** The name of an unlocked, free or previously searched record; undefined while it is unknown. */
export const readKnownName = (kind: RecordKind, id: string): string | undefined =>
  readKnownNames(kind).get(id)?.one.name ?? readFreeName(kind, id);

type KnownNames = ReadonlyMap<string, { readonly one: LookupMatch; readonly folded: string }>;
const cache = new Map<RecordKind, { readonly version: number; readonly byId: KnownNames }>();

/** All names of a kind by id, cached until a store changes: reading 20,000 rows takes too long for each key press. */
function readKnownNames(kind: RecordKind): KnownNames {
  const [version, cached] = [readLibraryVersion(), cache.get(kind)];
  if (cached?.version === version) return cached.byId;
  const all = [...listFreeNames(kind), ...listUnlockedNames(kind)];
  const byId = new Map(all.map((one) => [one.id, { one, folded: foldText(one.name) }]));
  cache.set(kind, { version, byId });
  return byId;
}

function* listFreeNames(kind: RecordKind): Iterable<LookupMatch> {
  for (const { row } of freeNames.rows()) {
    if (row.kind === kind) yield { id: row.id, name: row.name, remark: row.remark };
  }
}

function* listUnlockedNames(kind: RecordKind): Iterable<LookupMatch> {
  if (kind === 'person') {
    for (const { row } of unlockedPeople.rows()) yield* buildLookupMatch(row.id, row.name, row.current_company?.name);
    return;
  }
  const unlocked = kind === 'company' ? unlockedCompanies.rows() : unlockedInvestors.rows();
  for (const { row } of unlocked) yield* buildLookupMatch(row.id, row.name, row.domain ?? describeRecord(row));
}

/** Tells records without a domain apart: "Berlin, 12 deals". */
const describeRecord = (row: CompanyRecord | InvestorRecord): string =>
  [
    row.location?.city?.name,
    'total_deal_count' in row && row.total_deal_count && formatCount(row.total_deal_count, 'deal'),
  ]
    .filter(Boolean)
    .join(', ');
