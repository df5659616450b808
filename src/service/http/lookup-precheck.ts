import { uuid } from '#contract/scalars.ts';
import { type Identifier, parseDomain } from '../db/identifiers.ts';
import { HttpError } from './http-error.ts';

type IdentifierKind = Identifier['kind'];
type RawQuery = Readonly<Record<string, unknown>>;

/** The identifiers of a company or an investor, and of a person (contract 1.5). */
export const organizationKinds = ['id', 'domain', 'linkedin', 'crunchbase'] as const;
export const personKinds = ['id', 'linkedin', 'crunchbase', 'twitter'] as const;

const identifierForms = {
  id: { error: 'invalidId', isValid: (value) => uuid.safeParse(value).success },
  domain: {
    error: 'invalidDomain',
    isValid: (value) => /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(parseDomain(value)),
  },
  linkedin: { error: 'invalidLinkedinUrl', isValid: (value) => isUrlOf('linkedin\\.com', value) },
  crunchbase: { error: 'invalidCrunchbaseUrl', isValid: (value) => isUrlOf('crunchbase\\.com', value) },
  twitter: { error: 'invalidTwitterUrl', isValid: (value) => isUrlOf('(twitter|x)\\.com', value) },
} as const satisfies Record<IdentifierKind, { error: string; isValid: (value: string) => boolean }>;

/** Whether a text is a URL of a host with a path; scheme and `www.` are optional. */
const isUrlOf = (host: string, value: string): boolean =>
  new RegExp(`^(https?://)?([a-z]{2,3}\\.)?(www\\.)?${host}/[^\\s]*[^\\s/]`, 'i').test(value.trim());

/** Throws unless the query has exactly one of the identifiers, in a valid form (contract 5). */
export function precheckIdentifiers(query: RawQuery, kinds: readonly IdentifierKind[]): void {
  const given = kinds.filter((kind) => query[kind] !== undefined);
  if (given.length === 0) throw new HttpError('missingIdentifier', { accepted: kinds });
  if (given.length > 1) throw new HttpError('multipleIdentifiers', { accepted: kinds, sent: given });
  precheckForms(query, given);
}

function precheckForms(query: RawQuery, kinds: readonly IdentifierKind[]): void {
  for (const kind of kinds) {
    const value = query[kind];
    if (typeof value === 'string' && !identifierForms[kind].isValid(value)) {
      throw new HttpError(identifierForms[kind].error);
    }
  }
}

/** The checks of a route that reads one company or investor, or one person. */
export const byOrganization = { checkQuery: (query: RawQuery) => precheckIdentifiers(query, organizationKinds) };
export const byPerson = { checkQuery: (query: RawQuery) => precheckIdentifiers(query, personKinds) };

/** Throws unless `page` and `page_size` are integers within their ranges (contract 5). */
export function precheckPaging(query: RawQuery): void {
  if (!isWholeNumber(query['page'], 0, Number.MAX_SAFE_INTEGER)) throw new HttpError('invalidPage');
  if (!isWholeNumber(query['page_size'], 1, 500)) throw new HttpError('invalidPageSize');
}

const isWholeNumber = (value: unknown, min: number, max: number): boolean =>
  value === undefined ||
  (typeof value === 'string' && /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max);

/** The identifiers that GET /company/search and its siblings accept besides a name. */
const searchKinds = {
  company: ['domain', 'linkedin', 'crunchbase'],
  investor: ['domain', 'linkedin', 'crunchbase'],
  person: personKinds,
} as const;
type SearchedResource = keyof typeof searchKinds;

/** The checks of a route that finds companies, investors or people by name or identifier. */
export const byNameOrIdentifier = (resource: SearchedResource) => ({
  checkQuery: (query: RawQuery) => precheckSearch(query, resource),
});

/**
 * Throws unless a search by name or identifier has parameters, none of them blank, in a valid form; for companies only
 * one (contract 5).
 */
function precheckSearch(query: RawQuery, resource: SearchedResource): void {
  const kinds = searchKinds[resource];
  const path = `/${resource}/search`;
  const accepted = ['name', ...kinds];
  const sent = accepted.filter((parameter) => query[parameter] !== undefined);
  const profile = resource === 'person' ? 'in' : 'company';
  const details = {
    provided: Object.keys(query),
    examples: {
      valid: [`${path}?name=acme`, `${path}?linkedin=linkedin.com/${profile}/acme`],
      invalid: [path, `${path}?name=`],
    },
  };
  if (sent.length === 0) throw new HttpError('missingSearchParameter', { ...details, accepted });
  if (resource === 'company' && sent.length > 1)
    throw new HttpError('multipleSearchParameters', { ...details, accepted, sent });
  for (const parameter of sent) {
    if (isBlank(query[parameter])) throw new HttpError('emptySearchTerm', { ...details, parameter });
  }
  precheckForms(query, kinds);
}

/** Whether a parameter is text without visible characters. */
export const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** The identifier of a query that passed `precheckIdentifiers`. */
export function pickIdentifier(query: Partial<Record<IdentifierKind, string | undefined>>): Identifier {
  const [kind, value] =
    Object.entries(query).find(([key, given]) => Object.hasOwn(identifierForms, key) && given !== undefined) ?? [];
  if (kind === undefined || value === undefined) throw new Error('no identifier in a checked query');
  return { kind: kind as IdentifierKind, value };
}
