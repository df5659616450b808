import type { ParsedBodyOf } from '#contract/endpoint.ts';
import {
  type findUnlockedCompanies,
  type UnlockedKind,
  unlockedKinds,
  type UnlockedRecord,
  type RecordsById,
} from '#contract/workspace/records.ts';
import { uuid } from '#contract/scalars.ts';
import type { LooseRecord } from '#contract/workspace/workspace-endpoint.ts';
import { parseAddressSlug, parseDomain } from '../db/identifiers.ts';
import type { Sql } from '../db/sql.ts';

type CompanyAddresses = ParsedBodyOf<typeof findUnlockedCompanies>;

/** A record to be stored; null for an id that the service does not know. */
export type RecordToStore = {
  readonly kind: UnlockedKind;
  readonly id: string;
  readonly record: LooseRecord | null;
  /** Whether it is a round that is only known from its company, which replaces no whole one. */
  readonly partial?: boolean;
};

/** Stores records as unlocked, and returns how many of them were before. The newer one counts. */
export async function storeRecords(
  tx: Sql,
  accountId: string,
  records: readonly RecordToStore[],
  now: Date,
): Promise<number> {
  const distinct = [...new Map(records.map((one) => [`${one.kind} ${one.id}`, one])).values()];
  if (distinct.length === 0) return 0;
  const column = <T>(read: (one: RecordToStore) => T): T[] => distinct.map(read);
  const [kinds, ids] = [column(({ kind }) => kind), column(({ id }) => id)];
  const [row] = await tx<{ before: number }[]>`
    WITH given AS (
      SELECT * FROM unnest(${kinds}::text[], ${ids}::uuid[],
        ${column(({ record }) => (record === null ? null : JSON.stringify(record)))}::text[],
        ${column(({ partial }) => partial === true)}::boolean[]) AS given (kind, id, record, partial)
    ), before AS (
      SELECT count(*)::int AS before FROM given JOIN unlocked_records held
        ON held.account_id = ${accountId} AND held.kind = given.kind AND held.id = given.id AND held.record IS NOT NULL
      WHERE given.record IS NOT NULL
    ), stored AS (
      INSERT INTO unlocked_records AS held (account_id, kind, id, record, partial, unlocked_at)
      SELECT ${accountId}, kind, id, record, partial, ${now} FROM given ORDER BY kind, id
      ON CONFLICT (account_id, kind, id) DO UPDATE
        SET record = excluded.record, partial = excluded.partial, unlocked_at = excluded.unlocked_at
        WHERE held.record IS NULL OR (excluded.record IS NOT NULL AND (held.partial OR NOT excluded.partial))
    )
    SELECT before FROM before`;
  return row?.before ?? 0;
}

type Row = {
  readonly kind: UnlockedKind;
  readonly id: string;
  readonly record: string | null;
  readonly unlocked_at: Date;
};

const buildRecord = ({ id, record, unlocked_at }: Row): UnlockedRecord => ({
  id,
  record: record === null ? null : (JSON.parse(record) as LooseRecord),
  unlocked_at: unlocked_at.toISOString(),
});

/** Ids by kind. */
export type IdsByKind = { readonly [K in UnlockedKind]?: readonly string[] | undefined };

/** Those of the named records that are unlocked, or known to be unknown. */
export async function findRecords(sql: Sql, accountId: string, ids: IdsByKind): Promise<RecordsById> {
  const found: Partial<Record<UnlockedKind, UnlockedRecord[]>> = {};
  for (const kind of unlockedKinds) {
    const wanted = ids[kind] && [...new Set(ids[kind])].filter(isUuid);
    if (wanted) found[kind] = (await readRecords(sql, accountId, kind, wanted)).map(buildRecord);
  }
  return found;
}

/**
 * The held records of one kind with these ids, in no order. An id at a time through the index: a join with the list
 * reads all records of the account, whose number PostgreSQL knows late.
 */
export async function readRecords(
  sql: Sql,
  accountId: string,
  kind: UnlockedKind,
  ids: readonly string[],
): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  const rows = await sql<Row[]>`
    SELECT kind, id, record, unlocked_at FROM unlocked_records
    WHERE account_id = ${accountId} AND kind = ${kind} AND id = ANY(${[...ids]}::uuid[])`;
  return rows;
}

/** How many companies are compared before other requests get their turn. */
const comparedAtOnce = 1000;

/** The unlocked companies with one of these addresses. */
export async function findCompaniesByAddress(
  sql: Sql,
  accountId: string,
  { domains, linkedin_urls: linkedin, crunchbase_urls: crunchbase }: CompanyAddresses,
): Promise<UnlockedRecord[]> {
  const wanted = [
    { member: 'domain', parse: parseDomain, given: domains },
    { member: 'linkedin', parse: parseAddressSlug, given: linkedin },
    { member: 'crunchbase', parse: parseAddressSlug, given: crunchbase },
  ].map(({ member, parse, given }) => ({ member, parse, values: new Set(given.map(parse).filter(Boolean)) }));
  const isWanted = (company: LooseRecord) =>
    wanted.some(({ member, parse, values }) => values.has(parse(readText(company, member))));
  const found: UnlockedRecord[] = [];
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await sql<Row[]>`
      SELECT kind, id, record, unlocked_at FROM unlocked_records
      WHERE account_id = ${accountId} AND kind = 'companies' AND id > ${last} AND record IS NOT NULL
      ORDER BY id LIMIT ${comparedAtOnce}`;
    found.push(...rows.map(buildRecord).filter(({ record }) => record !== null && isWanted(record)));
    const next = rows.at(-1)?.id;
    if (next === undefined || rows.length < comparedAtOnce) return found;
    last = next;
  }
}

/** A member of a record that is a text; blank for any other. */
function readText(record: LooseRecord, member: string): string {
  const value = record[member];
  return typeof value === 'string' ? value : '';
}

/** The ids of one kind that are neither unlocked nor known to be unknown, each once, in the order given. */
export async function findLocked(
  sql: Sql,
  accountId: string,
  kind: UnlockedKind,
  ids: readonly string[],
): Promise<string[]> {
  const distinct = [...new Set(ids)].filter(isUuid);
  if (distinct.length === 0) return [];
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM unlocked_records WHERE account_id = ${accountId} AND kind = ${kind} AND id = ANY(${distinct}::uuid[])`;
  const held = new Set(rows.map(({ id }) => id));
  return distinct.filter((id) => !held.has(id));
}

/** A hosted service may name records by something else; those are never unlocked. */
const isUuid = (id: unknown): id is string => typeof id === 'string' && uuid.safeParse(id).success;
