import { domainToUnicode } from 'node:url';
import type { RecordAlias } from './page.ts';
import type { ComparedColumn } from './catalogue.ts';
import { anyOf, oneOf, type Predicate } from './predicates.ts';
import type { Fragment, Sql } from './sql.ts';

const longestDomain = 253;

/** A domain without scheme, `www.`, port and path, in lower case (contract 1.2); an international one in its own letters. */
export function parseDomain(value: string): string {
  const domain = value
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  if (domain.length > longestDomain) return domain;
  const composed = domain.normalize('NFC');
  return /(^|\.)xn--/.test(domain) ? domainToUnicode(domain) || domain : composed;
}

/** The part of a path behind which the name of a company or a person is. */
const pageKinds = new Set(
  'company company-beta school showcase organization organizations person people in pub profile profiles investor'.split(
    ' ',
  ),
);

/**
 * The slug of a LinkedIn, Crunchbase or Twitter address in lower case (contract 1.2): its company or person, whatever page
 * of them it is, or a slug alone. '' if it is an address of something else.
 */
export function parseAddressSlug(value: string): string {
  const path = value
    .trim()
    .toLowerCase()
    .replace(/[?#].*$/s, '')
    .replace(/^[a-z]+:\/\//, '');
  const segments = path.split('/').filter((segment) => segment !== '');
  const kind = segments.findIndex((segment) => pageKinds.has(segment));
  const isPage = kind >= 0 && kind < segments.length - 1;
  // Without such a part, the name is behind the host, as at Twitter, or alone.
  const isOther = segments.length > 2 && !/(^|\.)(twitter|x)\.com$/.test(segments[0] ?? '');
  const slug = isPage ? segments[kind + 1] : isOther ? '' : segments[Math.min(1, segments.length - 1)];
  return decodeSlug(slug ?? '');
}

function decodeSlug(slug: string): string {
  if (!/[%\0]/.test(slug)) return slug;
  try {
    return decodeURIComponent(slug).replaceAll('\0', '');
  } catch {
    return slug;
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
