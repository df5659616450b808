import type { RecordAlias } from './page.ts';
import type { ComparedColumn } from './catalogue.ts';
import { anyOf, oneOf, type Predicate } from './predicates.ts';
import type { Fragment, Sql } from './sql.ts';

/** A domain without scheme, `www.`, port and path, in lower case (contract 1.2). */
export function parseDomain(value: string): string {
  return value
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}

/** The slug of a LinkedIn, Crunchbase or Twitter address: its last path segment, in lower case (contract 1.2). */
export function parseAddressSlug(value: string): string {
  const path = value
    .trim()
    .toLowerCase()
    .replace(/[?#].*$/s, '');
  const last = path.split('/').findLast((segment) => segment !== '') ?? '';
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

/** As `currentId`, for a list of ids. */
export const currentIds = (sql: Sql, ids: readonly string[]): Fragment => sql`(${ids}::uuid[] || ARRAY(
  SELECT now.uuid FROM merges was JOIN merges now ON now.entity = was.entity AND now.own_id = was.id
  WHERE was.uuid = ANY(${ids}::uuid[])))`;

/** The condition for one identifier, over the record with that alias; slugs and domains compare as in contract 1.2. */
export function buildIdentifierCondition(sql: Sql, alias: RecordAlias, { kind, value }: Identifier): Fragment {
  const record = sql.identifier(alias);
  if (kind === 'id') return sql`${record}.uuid = ${currentId(sql, value)}`;
  if (kind === 'domain') return sql`${record}.domain = ${parseDomain(value)}`;
  return sql`${record}.${sql.identifier(`${kind}_slug`)} = ${parseAddressSlug(value)}`;
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

/** The column for each list of identifiers, and how a value is converted for it (contract 1.2). */
const identifierLists = {
  ids: ['uuid', (value: string) => value],
  domains: ['domain', parseDomain],
  linkedin_urls: ['linkedin_slug', parseAddressSlug],
  crunchbase_urls: ['crunchbase_slug', parseAddressSlug],
  twitter_urls: ['twitter_slug', parseAddressSlug],
} as const;
type IdentifierList = keyof typeof identifierLists;

/** The predicate of any of the identifiers, over the record with that alias; undefined when none is given. */
export function matchAnyIdentifier(
  alias: 'c' | 'i' | 'p',
  identifiers: Partial<Record<IdentifierList, readonly string[] | undefined>> | undefined,
): Predicate | undefined {
  const given = Object.entries(identifiers ?? {}).flatMap(([list, values]) => {
    const [column, toStored] = identifierLists[list as IdentifierList];
    return values ? [oneOf(`${alias}.${column}` as ComparedColumn, values.map(toStored))] : [];
  });
  return given.length === 0 ? undefined : anyOf(...given);
}

/** The predicate of one identifier, over the record with that alias. */
export function matchIdentifier(alias: 'c' | 'i' | 'p', { kind, value }: Identifier): Predicate {
  const lists = {
    id: 'ids',
    domain: 'domains',
    linkedin: 'linkedin_urls',
    crunchbase: 'crunchbase_urls',
    twitter: 'twitter_urls',
  } as const;
  return matchAnyIdentifier(alias, { [lists[kind]]: [value] }) ?? anyOf();
}
