import type { Endpoint } from '../endpoint.ts';
import { companyCatalogue } from '../company-filters.ts';
import { searchCompanies } from '../companies.ts';
import { dealCatalogue } from '../deal-filters.ts';
import { searchDeals } from '../deals.ts';
import { addFilterMembers, type Filter, type SearchCatalogue, type SearchScreen } from '../filters.ts';
import { investorCatalogue } from '../investor-filters.ts';
import { searchInvestors } from '../investors.ts';
import { searchPeople } from '../people.ts';
import { personCatalogue } from '../person-filters.ts';
import { takeNamedFilters } from './catalogue-words.ts';
import { takeAlert, takeFacts } from './fact-words.ts';
import { takeNames } from './name-facts.ts';
import type { FoundName, KnownRecord, NameSearches } from './name-words.ts';
import {
  findFilterOfPiece,
  listValues,
  screenOf,
  type Subject,
  type Understood,
  type Unread,
  type NameChoice,
  type RecordMention,
} from './pieces.ts';
import { Sentence, type Span } from './sentence.ts';
import { readSubject } from './subject-words.ts';

/** Words of the sentence with the filter that they fill. */
export type ReadPiece = Span & { readonly words: string; readonly filter: Filter; readonly values: readonly unknown[] };
/** Words that fill no filter, with the reason unless it is that they were not understood. */
type UnreadPiece = Unread & { readonly words: string };
/**
 * Words with several candidates, or a name that is not known yet: the search leaves them out until one is chosen.
 * `record` is the priced search by name that could find it.
 */
export type ReadChoice = Span & {
  readonly words: string;
  readonly filter: Filter;
  readonly candidates: readonly (FoundName | KnownRecord)[];
  readonly record?: 'investor' | 'company';
};
/** The words that name an order. */
type ReadOrder = Span & { readonly words: string; readonly sort: string };

/** A sentence as a search of one screen. */
export type SentenceReading = {
  readonly screen: SearchScreen;
  readonly pieces: readonly ReadPiece[];
  readonly unread: readonly UnreadPiece[];
  readonly choices: readonly ReadChoice[];
  /** The values of each filter by the keys of the catalogue. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly order: ReadOrder | undefined;
  readonly limit: number | undefined;
  /** The body for the endpoint of the screen. */
  readonly body: Readonly<Record<string, unknown>>;
};

/** The search of each screen as data. */
export const searchCatalogues: Readonly<Record<SearchScreen, SearchCatalogue>> = {
  deals: dealCatalogue,
  companies: companyCatalogue,
  investors: investorCatalogue,
  people: personCatalogue,
};
/** The endpoint of each screen. */
export const searchEndpoints = {
  deals: searchDeals,
  companies: searchCompanies,
  investors: searchInvestors,
  people: searchPeople,
} as const satisfies Record<SearchScreen, Endpoint>;

/** The maximum length of a sentence. */
export const maxSentenceLength = 500;

/**
 * Reads a sentence as a search, relative to a UTC day. The same sentence gives the same search; free searches by name
 * are the only requests. Words are never guessed: with several meanings they are a choice, with none they are unread.
 */
export async function readSentence(given: string, today: string, searches: NameSearches): Promise<SentenceReading> {
  const sentence = new Sentence(given.slice(0, maxSentenceLength));
  const facts = {
    pieces: [] as Understood[],
    unread: [] as Unread[],
    choices: [] as NameChoice[],
    records: [] as RecordMention[],
  };
  takeAlert(sentence, facts);
  const { subject, span: head } = readSubject(sentence);
  const catalogue = searchCatalogues[screenOf(subject)];
  facts.pieces.push(...takeNamedFilters(sentence, catalogue, today));
  takeFacts(sentence, subject, today, facts);
  if (head && !/^(?:unicorn|exits|marketplaces|neobanks|[a-z]+techs)/.test(sentence.rest.slice(head.start, head.end)))
    sentence.mask(head);
  await takeNames({ sentence, subject, searches, facts });
  return assemble(sentence, subject, catalogue, facts);
}

type Facts = {
  readonly pieces: readonly Understood[];
  readonly unread: readonly Unread[];
  readonly choices: readonly NameChoice[];
  readonly records: readonly RecordMention[];
};

function assemble(sentence: Sentence, subject: Subject, catalogue: SearchCatalogue, facts: Facts): SentenceReading {
  const byStart = (a: Span, b: Span) => a.start - b.start;
  const withWords = <T extends Span>(one: T) => {
    const span = sentence.trim(one);
    return { ...one, ...span, words: sentence.read(span) };
  };
  const filters = new Map(catalogue.filters.map((filter) => [filter.name, filter]));
  const pieces: ReadPiece[] = [];
  const unread: UnreadPiece[] = facts.unread.map(withWords);
  for (const piece of settleMoney(subject, facts.pieces, sentence)) {
    if (piece.means === 'sort' || piece.means === 'limit') continue;
    const filter = filters.get(findFilterOfPiece(subject, piece) ?? '');
    const values = filter && restrict(filter, listValues(piece));
    if (filter && values) pieces.push({ ...withWords(piece), filter, values });
    else unread.push(withWords({ start: piece.start, end: piece.end }));
  }
  const choices: ReadChoice[] = [];
  const offer = (asPiece: Understood, candidates: ReadChoice['candidates'], record?: 'investor' | 'company') => {
    const filter = filters.get(findFilterOfPiece(subject, asPiece) ?? '');
    const span = { start: asPiece.start, end: asPiece.end };
    if (filter) choices.push({ ...withWords(span), filter, candidates, ...(record ? { record } : {}) });
    else unread.push(withWords(span));
  };
  for (const { filter, candidates, isOwn, start, end } of facts.choices)
    offer(
      filter === 'place'
        ? { start, end, means: 'place', names: [], isOwn }
        : { start, end, means: 'industry', names: [] },
      candidates,
    );
  const findExact = ({ name, candidates }: RecordMention) =>
    candidates.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  for (const record of facts.records) {
    const { kind, candidates, start, end } = record;
    const exact = findExact(record);
    const others = facts.records.filter((one) => one !== record && one.start === start);
    if (others.some((one) => findExact(one).length === 1)) continue;
    const piece: Understood = { start, end, means: kind, records: exact };
    const filter = filters.get(findFilterOfPiece(subject, piece) ?? '');
    if (filter && exact.length === 1) pieces.push({ ...withWords({ start, end }), filter, values: [exact] });
    else offer(piece, candidates, kind);
  }
  const values = mergeValues(pieces, unread);
  const order = chooseOrder(subject, facts.pieces, pieces);
  const limit = facts.pieces.flatMap((piece) => (piece.means === 'limit' ? [piece.limit] : []))[0];
  return {
    screen: screenOf(subject),
    pieces: pieces.toSorted(byStart),
    unread: unread.toSorted(byStart),
    choices: choices.toSorted(byStart),
    values,
    order: order && withWords(order),
    limit,
    body: buildSearchBody(catalogue.filters, values, order?.sort, limit),
  };
}

/** Money of no stated kind: the latest round's if a period or round is mentioned with it, otherwise the total. */
function settleMoney(subject: Subject, pieces: readonly Understood[], { text }: Sentence): readonly Understood[] {
  if (subject === 'deals' || subject === 'investors' || subject === 'angels') return pieces;
  const isOfRound =
    pieces.some(({ means }) => means === 'dates') ||
    /\brais\w+ (?:an? |its |their |the )?(?:latest |last )?(?:series|seed|pre-?seed|round)/i.test(text);
  return pieces.map((piece) =>
    piece.means === 'money' && piece.of !== 'total'
      ? {
          ...piece,
          of:
            piece.of === 'size' && isOfRound
              ? 'size'
              : isOfRound
                ? 'size'
                : piece.of === 'size' && /\b(?:rounds?|latest|last)\b/i.test(text)
                  ? 'size'
                  : 'total',
        }
      : piece,
  );
}

/** The values without those that the filter does not have; undefined if none is left. */
function restrict(filter: Filter, values: readonly unknown[]): readonly unknown[] | undefined {
  if (filter.kind !== 'multiSelect') return values;
  const known = (values[0] as readonly string[]).filter((value) => value in filter.options);
  return known.length > 0 ? [known] : undefined;
}

const toKey = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'permalink' in value ? String(value.permalink) : JSON.stringify(value);

/** The values of some pieces by the keys of the catalogue, after others were removed. */
export const collectValues = (pieces: readonly ReadPiece[]): Readonly<Record<string, unknown>> =>
  mergeValues([...pieces], []);

/** The values of each filter: lists are merged, a second value of any other kind narrows a range or is not used. */
function mergeValues(pieces: ReadPiece[], unread: UnreadPiece[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const piece of pieces.slice()) {
    const isUsed = piece.filter.keys.map((key, at) => {
      const [known, next] = [values[key], piece.values[at]];
      if (next === undefined) return true;
      if (known !== undefined && !Array.isArray(known) && known !== next) return false;
      values[key] =
        Array.isArray(known) && Array.isArray(next)
          ? [...new Map([...known, ...next].map((one) => [toKey(one), one])).values()]
          : next;
      return true;
    });
    if (isUsed.every(Boolean)) continue;
    pieces.splice(pieces.indexOf(piece), 1);
    unread.push({
      start: piece.start,
      end: piece.end,
      words: piece.words,
      reason: `${piece.filter.label} is set already.`,
    });
  }
  return orderRanges(pieces, values);
}

/** A minimum above its maximum would be rejected. It can arise only from two separate phrases, so both are left out. */
function orderRanges(pieces: readonly ReadPiece[], values: Record<string, unknown>): Record<string, unknown> {
  for (const { filter } of pieces) {
    if (filter.kind !== 'moneyRange' && filter.kind !== 'dateRange') continue;
    const [low, high] = filter.keys.map((key) => values[key] as number | string | undefined);
    if (low !== undefined && high !== undefined && low > high) for (const key of filter.keys) delete values[key];
  }
  return values;
}

/** "Most active" counts matching deals if the sentence says which deals, otherwise those of a year. */
function chooseOrder(subject: Subject, facts: readonly Understood[], pieces: readonly ReadPiece[]) {
  const order = facts.flatMap((piece) => (piece.means === 'sort' ? [piece] : []))[0];
  if (order?.sort !== 'active' && order?.sort !== 'total') return order;
  const hasDeals = pieces.some(({ filter }) =>
    filter.paths.some((path) => /^(?:company_investments|investor\.deals)\.(?!investment_type)/.test(path)),
  );
  const [total, recent, matching] =
    subject === 'investors'
      ? ['total_deals', 'recent_deals', 'matching_deals']
      : ['total_deal_count', 'deal_count_last_12_months', 'filtered_deal_count'];
  return { ...order, sort: (hasDeals ? matching : order.sort === 'total' ? total : recent) ?? '' };
}

/** The request body of values by key. */
function buildSearchBody(
  filters: readonly Filter[],
  values: Readonly<Record<string, unknown>>,
  sort: string | undefined,
  limit: number | undefined,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const filter of filters) addFilterMembers(body, filter, listMembers(filter, values));
  return {
    ...body,
    ...(sort === undefined ? {} : { sort_by: sort }),
    ...(limit === undefined ? {} : { page_size: limit }),
  };
}

function listMembers(filter: Filter, values: Readonly<Record<string, unknown>>): readonly unknown[] {
  const own = filter.keys.map((key) => values[key]);
  const names = (own[0] ?? []) as readonly FoundName[];
  if (filter.kind === 'records') return [((own[0] ?? []) as readonly KnownRecord[]).map(({ id }) => id)];
  if (filter.kind === 'locations') return [names.map(({ permalink }) => permalink)];
  if (filter.kind !== 'industries') return own;
  const isSuper = ({ kind }: FoundName) => kind === 'SUPER_CATEGORY';
  return [names.filter((one) => !isSuper(one)), names.filter(isSuper)].map((list) =>
    list.map(({ permalink }) => permalink),
  );
}
