import { z } from 'zod';
import { toUnicodeDomain } from './international-domain.ts';

/** The kinds of identifiers by which a company of a list is searched. */
export const identifierKinds = ['domain', 'linkedin', 'crunchbase'] as const;
export type IdentifierKind = (typeof identifierKinds)[number];

/** An identifier in its normalized form; its value has no blanks. */
export type CompanyIdentifier = { readonly kind: IdentifierKind; readonly value: string };

/** The columns by which the company of a line is searched. */
export const searchedColumns = [...identifierKinds, 'name'] as const;
export type SearchedColumn = (typeof searchedColumns)[number];

/** The identifiers of a line as one text, or else its name: under it a list stores its matches. */
export const lineKey = z.string().brand<'line key'>();
export type LineKey = z.infer<typeof lineKey>;

/** The key of a line that has these identifiers: "domain:acme.com linkedin:acme". */
export const encodeLineKey = (identifiers: readonly CompanyIdentifier[]): LineKey =>
  lineKey.parse(
    identifiers
      .map(({ kind, value }) => `${kind}:${value}`)
      .toSorted()
      .join(' '),
  );

/** The identifiers in a line's key, ordered by the name of their kind; none in that of a name. */
export const decodeLineKey = (key: LineKey): CompanyIdentifier[] =>
  (decodeNameKey(key) === undefined ? key.split(' ') : []).flatMap((part) => {
    const kind = identifierKinds.find((one) => part.startsWith(`${one}:`));
    return kind === undefined ? [] : [{ kind, value: part.slice(kind.length + 1) }];
  });

/** The key of a line without an identifier: its name. */
export const encodeNameKey = (name: string): LineKey => lineKey.parse(`${nameStart}${name}`);

/** The name in the key of a line without an identifier; undefined for the key of any other. */
export const decodeNameKey = (key: string): string | undefined =>
  key.startsWith(nameStart) ? key.slice(nameStart.length) : undefined;

const nameStart = 'name:';
const maxNameLength = 200;

/** A name as it is searched and compared; undefined for a text without a letter or digit. */
export function parseNameCell(text: string): string | undefined {
  const name = text.trim().replaceAll(/\s+/g, ' ').toLowerCase().slice(0, maxNameLength);
  return /[\p{L}\p{N}]/u.test(name) && !placeholderPattern.test(name) ? name : undefined;
}

const hosts = {
  linkedin: /^(?:[a-z]{2,3}\.)?linkedin\.com$/,
  crunchbase: /^crunchbase\.com$/,
};
const pages = {
  linkedin: /^\/(?:company|company-beta|school|showcase|organization)\/([^/]+)/,
  crunchbase: /^\/(?:organization|company)\/([^/]+)/,
};
const domain = /^(?=.{4,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z\d-]+)$/u;
/** Texts that mean "no value". */
const placeholderPattern = /^(?:none|null|nil|unknown|n\.?a\.?)$/;
const slug = /^[\p{L}\p{N}][\p{L}\p{N}_.&'-]{0,120}$/u;

/** The host of a URL without scheme, `www.` and port, as the service compares domains (contract 1.2), and its path. */
const splitParts = (text: string): { readonly host: string; readonly path: string } => {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z\d+.-]*:\/\//, '')
    .replace(/[?#].*$/s, '');
  const at = bare.indexOf('/');
  const host = at < 0 ? bare : bare.slice(0, at);
  const plain = host
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  return { host: toUnicodeDomain(plain), path: at < 0 ? '' : bare.slice(at) };
};

/** The identifier in a text of any column; undefined for a plain word, a person's profile or no text. */
export function parseIdentifier(text: string): CompanyIdentifier | undefined {
  const { host, path } = splitParts(text);
  for (const kind of ['linkedin', 'crunchbase'] as const) {
    if (!hosts[kind].test(host) || path.replaceAll('/', '') === '') continue;
    const found = pages[kind].exec(path)?.[1];
    return found === undefined ? undefined : { kind, value: decodeSlug(found) };
  }
  return domain.test(host) ? { kind: 'domain', value: host } : undefined;
}

/** The identifier in a cell of a column of that kind. LinkedIn and Crunchbase columns may contain the bare slug. */
export function parseIdentifierCell(kind: IdentifierKind, text: string): CompanyIdentifier | undefined {
  const bare = text.trim().toLowerCase();
  const isBare = kind !== 'domain' && slug.test(bare) && !placeholderPattern.test(bare);
  return isBare ? { kind, value: bare } : parseIdentifier(text);
}

function decodeSlug(part: string): string {
  try {
    const plain = decodeURIComponent(part);
    // Blanks separate the identifiers in the key of a line.
    return /\s/.test(plain) ? part : plain;
  } catch {
    return part;
  }
}

/** An identifier as the API accepts it. */
export function formatWireIdentifier({ kind, value }: CompanyIdentifier): string {
  if (kind === 'domain') return value;
  const page = kind === 'linkedin' ? 'www.linkedin.com/company' : 'www.crunchbase.com/organization';
  return `https://${page}/${encodeURIComponent(value)}`;
}

/** An identifier as text on screen. */
export function formatIdentifier({ kind, value }: CompanyIdentifier): string {
  return kind === 'domain' ? value : `${kind === 'linkedin' ? 'LinkedIn' : 'Crunchbase'} ${value}`;
}

type CompanyAddresses = {
  readonly domain: string | null;
  readonly linkedin: string | null;
  readonly crunchbase: string | null;
};

/** All identifiers of a company, to compare with those of a line. */
export function listCompanyIdentifiers(company: CompanyAddresses): CompanyIdentifier[] {
  return identifierKinds.flatMap((kind) => {
    const text = company[kind];
    return text === null ? [] : (parseIdentifierCell(kind, text) ?? []);
  });
}
