/** By what a company of a list is found. */
export const identifierKinds = ['domain', 'linkedin', 'crunchbase'] as const;
export type IdentifierKind = (typeof identifierKinds)[number];

/** One identifier in the form in which two writings of it are the same: "domain:acme.com", "linkedin:acme". */
export type IdentifierKey = `${IdentifierKind}:${string}`;

const hosts = {
  linkedin: /^(?:[a-z]{2,3}\.)?linkedin\.com$/,
  crunchbase: /^crunchbase\.com$/,
};
const pages = {
  linkedin: /^\/(?:company|company-beta|school|showcase|organization)\/([^/]+)/,
  crunchbase: /^\/(?:organization|company)\/([^/]+)/,
};
const domain = /^(?=.{4,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z\d-]+)$/u;
/** How people write that there is none. */
const nothing = /^(?:none|null|nil|unknown|n\.?a\.?)$/;
const slug = /^[\p{L}\p{N}][\p{L}\p{N}_.&'-]{0,120}$/u;

/** Host without scheme, `www.` and port, as the service compares domains (contract 1.2), and path of an address. */
const splitParts = (text: string): { readonly host: string; readonly path: string } => {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z\d+.-]*:\/\//, '')
    .replace(/[?#].*$/, '');
  const at = bare.indexOf('/');
  const host = at < 0 ? bare : bare.slice(0, at);
  const plain = host
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  return { host: plain, path: at < 0 ? '' : bare.slice(at) };
};

/** What a text names beyond doubt, whatever its column says; undefined for a word, a profile of a person, or nothing. */
export function readIdentifier(text: string): IdentifierKey | undefined {
  const { host, path } = splitParts(text);
  for (const kind of ['linkedin', 'crunchbase'] as const) {
    if (!hosts[kind].test(host) || path.replaceAll('/', '') === '') continue;
    const found = pages[kind].exec(path)?.[1];
    return found === undefined ? undefined : `${kind}:${simplify(found)}`;
  }
  return domain.test(host) ? `domain:${host}` : undefined;
}

/** What a cell of a column of such identifiers names; LinkedIn and Crunchbase columns may hold the bare last part. */
export function readCell(kind: IdentifierKind, text: string): IdentifierKey | undefined {
  const bare = text.trim().toLowerCase();
  const isBare = kind !== 'domain' && slug.test(bare) && !nothing.test(bare);
  return isBare ? `${kind}:${bare}` : readIdentifier(text);
}

function simplify(part: string): string {
  try {
    const plain = decodeURIComponent(part);
    // A blank parts the keys of a line.
    return /\s/.test(plain) ? part : plain;
  } catch {
    return part;
  }
}

/** Kind and value of a key. */
export function parseIdentifier(key: IdentifierKey): { readonly kind: IdentifierKind; readonly value: string } {
  const at = key.indexOf(':');
  return { kind: key.slice(0, at) as IdentifierKind, value: key.slice(at + 1) };
}

/** An identifier as the service is asked for it. */
export function buildWire(key: IdentifierKey): string {
  const { kind, value } = parseIdentifier(key);
  if (kind === 'domain') return value;
  const page = kind === 'linkedin' ? 'www.linkedin.com/company' : 'www.crunchbase.com/organization';
  return `https://${page}/${encodeURIComponent(value)}`;
}

/** How an identifier is shown. */
export function showColumn(key: IdentifierKey): string {
  const { kind, value } = parseIdentifier(key);
  return kind === 'domain' ? value : `${kind === 'linkedin' ? 'LinkedIn' : 'Crunchbase'} ${value}`;
}

type Addressed = {
  readonly domain: string | null;
  readonly linkedin: string | null;
  readonly crunchbase: string | null;
};

/** Every identifier of a company, to be compared with those of lines. */
export function buildKeys(company: Addressed): IdentifierKey[] {
  return identifierKinds.flatMap((kind) => {
    const text = company[kind];
    return text === null ? [] : (readCell(kind, text) ?? []);
  });
}
