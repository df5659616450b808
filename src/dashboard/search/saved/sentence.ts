import { toMoney, toCount, toShortId } from '../../platform/format.ts';
import { unlockedCompanies, unlockedInvestors } from '../../library/records/records.ts';
import { toRoundName, type Round } from '../../platform/rounds.ts';
import { sortNames } from '../query/sort-names.ts';

/** What is asked of the service. */
export type Asked = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly summary: string;
};

type Members = Readonly<Record<string, unknown>>;
type ToName = (value: unknown) => string;

/** Sections whose members need a word before them. */
const sections: Record<string, string> = {
  latest_deal: 'latest round',
  investors: 'backed by',
  company_investments: 'with deals',
  deals: 'with deals',
  investor: 'of an investor',
};
/** What the members of a request are about, where their own name does not say it. */
const subjects: Record<string, string> = {
  locations: 'in',
  industries: 'in',
  super_categories: 'in',
  portfolio_locations: 'in',
  investor_locations: 'backed from',
  search_query: 'about',
  size: 'raised',
  deal_size: 'raised',
  total_raised: 'raised in all',
  date: '',
  deal: '',
  created: 'added',
  financing_types: '',
  ipo_status: '',
  company_ids: 'of',
  investor_ids: 'with',
  people_ids: 'with',
  ids: 'exactly',
  deal_ids: 'exactly',
};
/** Nouns for ids that have no name. */
const nouns: Record<string, string> = {
  company_ids: 'company',
  investor_ids: 'firm',
  people_ids: 'person',
  deal_ids: 'deal',
};
const plurals: Record<string, string> = { company: 'companies', person: 'people' };
const silent = new Set(['page', 'page_size', 'sort_by']);

/** A question in one short sentence, made from what is sent; names stand where the address or owned rows know them. */
export function toSentence({ method, path, body, summary }: Asked, search = ''): string {
  const toName = toNames(search);
  // A search alone says what it asks in its body.
  if (method !== 'POST' || !body) return [summary, toQueryWords(path, toName)].filter((part) => part !== '').join(': ');
  const noun = path.slice(1, 2).toUpperCase() + path.slice(2);
  const words = toWords(body, toName);
  const order = typeof body['sort_by'] === 'string' ? [toOrder(path.slice(1), body['sort_by'])] : [];
  return [words.length === 0 ? `All ${path.slice(1)}` : `${noun}: ${words.join(', ')}`, ...order].join(', ');
}

/** An order in words: those of the screen that asks, else the service's. */
function toOrder(screen: string, sort: string): string {
  const names: Readonly<Record<string, Readonly<Record<string, string>>>> = sortNames;
  return names[screen]?.[sort] ?? `${toPlain(sort)} first`;
}

function toQueryWords(path: string, toName: ToName): string {
  const [place = '', query = ''] = path.split('?');
  const id = /[\da-f]{8}-[\da-f-]{27}/i.exec(place)?.[0];
  return [...(id === undefined ? [] : [toName(id)]), ...new URLSearchParams(query).values()].map(toName).join(', ');
}

function toWords(members: Members, toName: ToName): string[] {
  const words: string[] = [];
  const done = new Set<string>();
  for (const [key, value] of Object.entries(members)) {
    if (silent.has(key) || done.has(key)) continue;
    const range = /^(?<base>.*?)_(?:min|max|start|end)(?:_date)?$/.exec(key)?.groups?.['base'];
    if (isMembers(value)) words.push(...toSectionWords(key, toWords(value, toName)));
    else if (range !== undefined && range !== '') {
      const ends = [
        ['min', 'start', 'start_date'],
        ['max', 'end', 'end_date'],
      ].map((names) => names.map((name) => `${range}_${name}`).find((name) => name in members));
      for (const end of ends) if (end !== undefined) done.add(end);
      words.push(
        toRangeWords(
          range,
          ends.map((end) => (end === undefined ? undefined : members[end])),
        ),
      );
    } else words.push(toMemberWords(key, value, toName));
  }
  return words.filter((word) => word !== '');
}

function toSectionWords(section: string, words: readonly string[]): string[] {
  const [first, ...rest] = words;
  const label = sections[section];
  return first === undefined ? [] : [label === undefined ? first : `${label} ${first.replace(/^with /, '')}`, ...rest];
}

function toRangeWords(base: string, [low, high]: readonly unknown[]): string {
  const isAmount = typeof (low ?? high) === 'number';
  const write = (end: unknown): string => (isAmount ? toMoney(Number(end)).replace('.0', '') : String(end));
  const words =
    low === undefined
      ? `${isAmount ? 'at most' : 'until'} ${write(high)}`
      : high === undefined
        ? `${isAmount ? 'at least' : 'since'} ${write(low)}`
        : `${write(low)} to ${write(high)}`;
  return `${subjects[base] ?? toPlain(base)} ${words}`.trim();
}

function toMemberWords(key: string, value: unknown, toName: ToName): string {
  if (value === true) return toPlain(key);
  const list = (Array.isArray(value) ? value : [value]) as unknown[];
  const noun = nouns[key] ?? (key === 'ids' ? 'record' : undefined);
  if (noun !== undefined && list.length > 3) {
    return `${subjects[key] ?? ''} ${toCount(list.length, noun, plurals[noun])}`.trim();
  }
  const names = list.map((one) => (key === 'search_query' ? `“${String(one)}”` : toName(one)));
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  if (key === 'employee_count') return `${shown.join(' or ')} employees`;
  return `${subjects[key] ?? toPlain(key)} ${shown.join(' or ')}`.trim();
}

/** Names of permalinks and ids: from the address (`permalink~KIND~Name`, `id~Name`), else from owned rows. */
function toNames(search: string): ToName {
  const known = new Map<string, string>();
  for (const value of new URLSearchParams(search).values()) {
    const [id = '', ...rest] = value.split('~');
    const name = rest.at(-1);
    if (name !== undefined && name !== '') known.set(id, name);
  }
  return (value) => {
    if (isMembers(value)) return toRoundName(value as Round);
    const text = String(value);
    const owned = unlockedCompanies.read(text)?.name ?? unlockedInvestors.read(text)?.name;
    if (/^[\da-f]{8}-[\da-f-]{27}$/i.test(text)) return known.get(text) ?? owned ?? toShortId(text);
    return known.get(text) ?? (/^[a-z\d]+(-[a-z\d]+)+$/.test(text) && !/^\d/.test(text) ? toTitle(text) : text);
  };
}

const toTitle = (slug: string): string =>
  slug.replaceAll(/(^|-)(\w)/g, (_, dash: string, letter: string) => `${dash && ' '}${letter.toUpperCase()}`);
const toPlain = (member: string): string => member.replaceAll('_', ' ');
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
