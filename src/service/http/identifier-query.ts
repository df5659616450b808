import { uuid } from '#contract/scalars.ts';
import { type Identifier, toDomain } from '../db/identifiers.ts';
import { Refusal } from './errors.ts';

type IdentifierKind = Identifier['kind'];

const forms: Record<IdentifierKind, { code: string; what: string; fits: (value: string) => boolean }> = {
  id: { code: 'INVALID_ID', what: 'a uuid', fits: (value) => uuid.safeParse(value).success },
  domain: {
    code: 'INVALID_DOMAIN',
    what: 'a domain or a URL, such as example.com',
    fits: (value) => /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(toDomain(value)),
  },
  linkedin: {
    code: 'INVALID_LINKEDIN_URL',
    what: 'a LinkedIn URL',
    fits: (value) => isAddressOf('linkedin\\.com', value),
  },
  crunchbase: {
    code: 'INVALID_CRUNCHBASE_URL',
    what: 'a Crunchbase URL',
    fits: (value) => isAddressOf('crunchbase\\.com', value),
  },
  twitter: {
    code: 'INVALID_TWITTER_URL',
    what: 'a Twitter or X URL',
    fits: (value) => isAddressOf('(twitter|x)\\.com', value),
  },
};

/** Whether a text is an address of a site with something behind its host; scheme and `www.` do not matter. */
const isAddressOf = (host: string, value: string): boolean =>
  new RegExp(`^(https?://)?([a-z]{2,3}\\.)?(www\\.)?${host}/[^\\s]*[^\\s/]`, 'i').test(value.trim());

/** What names a company or a firm, and what names a person (contract 1.5). */
export const organizationKinds = ['id', 'domain', 'linkedin', 'crunchbase'] as const;
export const personKinds = ['id', 'linkedin', 'crunchbase', 'twitter'] as const;

type Query = Record<string, unknown>;

/** Refuses a single look-up that names none or several of the identifiers, or one in a wrong form (contract 5). */
export function refuseIdentifiers(query: Query, kinds: readonly IdentifierKind[]): void {
  const given = kinds.filter((kind) => query[kind] !== undefined);
  const help = `Give exactly one of ${kinds.join(', ')}.`;
  if (given.length === 0) throw new Refusal(400, 'MISSING_IDENTIFIER', 'No identifier was given.', { help });
  if (given.length > 1) {
    throw new Refusal(400, 'MULTIPLE_IDENTIFIERS', 'More than one identifier was given.', {
      help: `${help} Given: ${given.join(', ')}.`,
    });
  }
  refuseForms(query, given);
}

/** Refuses identifiers in a wrong form. */
export function refuseForms(query: Query, kinds: readonly IdentifierKind[]): void {
  for (const kind of kinds) {
    const value = query[kind];
    if (typeof value !== 'string' || forms[kind].fits(value)) continue;
    throw new Refusal(400, forms[kind].code, `${kind} must be ${forms[kind].what}.`, {
      help: `Give ${kind} as ${forms[kind].what}.`,
    });
  }
}

/** Refuses paging that is no whole number in its range (contract 5). */
export function refusePaging(query: Query): void {
  const isWhole = (value: unknown, least: number, most: number) =>
    value === undefined ||
    (typeof value === 'string' && /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most);
  if (!isWhole(query['page'], 0, Number.MAX_SAFE_INTEGER)) {
    throw new Refusal(400, 'INVALID_PAGE', 'page must be a whole number from 0.', { help: 'The first page is 0.' });
  }
  if (!isWhole(query['page_size'], 1, 500)) {
    throw new Refusal(400, 'INVALID_PAGE_SIZE', 'page_size must be a whole number from 1 to 500.', {
      help: 'Leave it out for 10 rows.',
    });
  }
}

/** The one identifier of a query that passed `refuseIdentifiers`. */
export function toIdentifier(query: Partial<Record<IdentifierKind, string | undefined>>): Identifier {
  const [kind, value] =
    Object.entries(query).find(([key, given]) => Object.hasOwn(forms, key) && given !== undefined) ?? [];
  if (kind === undefined || value === undefined) throw new Error('a look-up passed without an identifier');
  return { kind: kind as IdentifierKind, value };
}
