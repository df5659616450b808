import type { OrganizationIdentifiers } from '#contract/request-parts.ts';
import type { RecordAlias } from './page.ts';
import type { Fragment, Sql } from './sql.ts';

/** A domain without scheme, `www.`, port and path, in lower case (contract 1.2). */
export function parseDomain(value: string): string {
  return value
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}

/** The slug of a LinkedIn, Crunchbase or Twitter address: its last path segment, in lower case (contract 1.2). */
export function readAddressSlug(value: string): string {
  const path = value
    .trim()
    .toLowerCase()
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (!/[%\0]/.test(last)) return last;
  try {
    return decodeURIComponent(last).replaceAll('\0', '');
  } catch {
    return last;
  }
}

/** One identifier of a record: its kind, and its value as given. */
export type Identifier = {
  readonly kind: 'id' | 'domain' | 'linkedin' | 'crunchbase' | 'twitter';
  readonly value: string;
};

/** The current id of a record, by its current or a former id: a record merged from several sources has several ids. */
export const currentId = (sql: Sql, id: string): Fragment => sql`coalesce((
  SELECT now.uuid FROM merges was JOIN merges now ON now.entity = was.entity AND now.own_id = was.id
  WHERE was.uuid = ${id} LIMIT 1), ${id}::uuid)`;

/** The same for a list of ids. */
export const currentIds = (sql: Sql, ids: readonly string[]): Fragment => sql`(${ids}::uuid[] || ARRAY(
  SELECT now.uuid FROM merges was JOIN merges now ON now.entity = was.entity AND now.own_id = was.id
  WHERE was.uuid = ANY(${ids}::uuid[])))`;

/** The condition for one identifier, over the record with that alias; slugs and domains are compared as contract 1.2 says. */
export function buildIdentifierCondition(sql: Sql, alias: RecordAlias, { kind, value }: Identifier): Fragment {
  const record = sql.identifier(alias);
  if (kind === 'id') return sql`${record}.uuid = ${currentId(sql, value)}`;
  if (kind === 'domain') return sql`${record}.domain = ${parseDomain(value)}`;
  return sql`${record}.${sql.identifier(`${kind}_slug`)} = ${readAddressSlug(value)}`;
}

/** One condition for each given identifier, to be joined with AND. */
export const buildIdentifierConditions = (
  sql: Sql,
  alias: RecordAlias,
  identifiers: Partial<Record<Identifier['kind'], string | undefined>>,
): Fragment[] =>
  Object.entries(identifiers).flatMap(([kind, value]) =>
    value === undefined ? [] : [buildIdentifierCondition(sql, alias, { kind: kind as Identifier['kind'], value })],
  );

/** The condition for any of the identifiers, joined with OR, over the record with that alias; undefined when none is given. */
export function buildAnyIdentifierCondition(
  sql: Sql,
  alias: RecordAlias,
  identifiers: OrganizationIdentifiers | undefined,
): Fragment | undefined {
  const record = sql.identifier(alias);
  const { ids, domains, linkedin_urls, crunchbase_urls } = identifiers ?? {};
  const conditions = [
    ids && sql`${record}.uuid = ANY(${currentIds(sql, ids)})`,
    domains && sql`${record}.domain = ANY(${domains.map(parseDomain)}::text[])`,
    linkedin_urls && sql`${record}.linkedin_slug = ANY(${linkedin_urls.map(readAddressSlug)}::text[])`,
    crunchbase_urls && sql`${record}.crunchbase_slug = ANY(${crunchbase_urls.map(readAddressSlug)}::text[])`,
  ].filter((condition) => condition !== undefined);
  if (conditions.length === 0) return undefined;
  return sql`(${conditions.reduce((all, condition) => sql`${all} OR ${condition}`)})`;
}
