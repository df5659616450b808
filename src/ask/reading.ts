import { companyCatalogue } from '#contract/company-filters.ts';
import { searchCompanies } from '#contract/companies.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import { searchDeals } from '#contract/deals.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { graduatingStages } from '#contract/market.ts';
import type { facetStages } from '#contract/facets.ts';
import { addFilterMembers, type Filter, type SearchCatalogue, type SearchScreen } from '#contract/filters.ts';
import { investorCatalogue } from '#contract/investor-filters.ts';
import { searchInvestors } from '#contract/investors.ts';
import { searchPeople } from '#contract/people.ts';
import { personCatalogue } from '#contract/person-filters.ts';
import type { FoundName, KnownRecord } from './name-words.ts';
import { maybe, phrases, sequence, wordLike } from './phrases.ts';
import { type AskContext, type Meaning, nameFilter, screenOf, type Subject, type Understood } from './pieces.ts';
import type { Span, TokenRange } from './sentence.ts';

/** Words of the sentence with the filter that they fill. */
export type ReadPiece = Span & {
  readonly words: string;
  readonly filter: Filter;
  readonly values: readonly unknown[];
  /** How the words were read, if they have two readings: "month first". */
  readonly note?: string;
};
/** Words that fill no filter, with the reason unless it is that they were not understood. */
type UnreadPiece = Span & { readonly words: string; readonly reason?: string };
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

/**
 * What a question for a figure asks about: the amount raised, the size of the rounds of a stage, or the companies of a
 * stage that raise a later one.
 */
export type MarketFigure = {
  readonly measure?: 'amount';
  readonly sizes?: (typeof facetStages)[number];
  readonly stage?: (typeof graduatingStages)[number];
};

/** A sentence as a search of one screen. */
export type SentenceReading = {
  readonly screen: SearchScreen;
  /** Whether it asks how these deals are doing, which the market screen answers, and not which they are. */
  readonly isMarket: boolean;
  /** What the market screen shows first of them. */
  readonly figure: MarketFigure;
  readonly pieces: readonly ReadPiece[];
  readonly unread: readonly UnreadPiece[];
  readonly choices: readonly ReadChoice[];
  /** Words that are understood without a filter: what is searched, how many rows, what is asked. */
  readonly used: readonly Span[];
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

/** The search that the facts of a sentence mean. */
export function buildReading(context: AskContext): Omit<SentenceReading, 'isMarket' | 'figure'> {
  const { sentence, subject, facts } = context;
  const { filters } = searchCatalogues[screenOf(subject)];
  const locate = (range: TokenRange) => ({ ...sentence.span(range), words: sentence.words(range) });
  const findFilter = (means: Meaning) => filters.find(({ name }) => name === nameFilter(subject, means));
  const findFilterOf = ({ means }: Understood) => {
    if (typeof means === 'object') return means;
    return findFilter(means === 'amount' || means === 'size' ? settleAmount(context, means) : means);
  };
  const pieces: ReadPiece[] = [];
  const choices: ReadChoice[] = [];
  const unread: UnreadPiece[] = facts.unread.map(({ from, to, ...reason }) => ({ ...locate({ from, to }), ...reason }));
  for (const piece of facts.pieces) {
    const filter = findFilterOf(piece);
    const values = filter && restrict(filter, piece.values);
    if (filter && values)
      pieces.push({ ...locate(piece), filter, values, ...(piece.note === undefined ? {} : { note: piece.note }) });
    else unread.push(locate(piece));
  }
  for (const { means, candidates, record, ...range } of facts.choices) {
    const filter = findFilter(means);
    if (filter) choices.push({ ...locate(range), filter, candidates, ...(record ? { record } : {}) });
    else unread.push(locate(range));
  }
  const values = mergeValues(pieces, unread);
  const sort = facts.order && chooseOrder(subject, facts.order.sort, pieces);
  const byStart = (a: Span, b: Span) => a.start - b.start;
  return {
    screen: screenOf(subject),
    pieces: pieces.toSorted(byStart),
    unread: unread.toSorted(byStart),
    choices: choices.toSorted(byStart),
    used: listUsed(context),
    values,
    order: facts.order && sort !== undefined ? { ...locate(facts.order), sort } : undefined,
    limit: facts.limit,
    body: buildSearchBody(filters, values, sort, facts.limit),
  };
}

/** Any word but those that only connect others. */
const isContent = /^(?!(?:in|from|at|of|the|an?|for|by|with|to|is|are|was|were|has|have|did|and)$).*[\p{L}\p{N}]/u;
/** The words that were read and are no filter, order, choice or unused. */
function listUsed({ sentence, facts }: AskContext): Span[] {
  const others = [...facts.pieces, ...facts.choices, ...facts.unread, ...(facts.order ? [facts.order] : [])];
  const isOther = (at: number) => others.some(({ from, to }) => from <= at && at < to);
  return sentence.tokens.flatMap(({ text }, from) =>
    sentence.isRead(from) && !isOther(from) && isContent.test(text) ? [sentence.span({ from, to: from + 1 })] : [],
  );
}

const latestRound = sequence(
  wordLike(/^rais\w+$/),
  maybe(phrases('a | an | its | their | the')),
  maybe(phrases('latest | last')),
  phrases('series | seed | preseed | pre seed | round'),
);
const roundWords = phrases('round | latest | last');

/** Money of a company: the latest round's if a period or round is mentioned with it, otherwise the total. */
function settleAmount({ sentence, subject, facts }: AskContext, means: 'amount' | 'size'): Meaning {
  if (subject !== 'companies' && subject !== 'people') return 'size';
  const isOfRound = facts.pieces.some((piece) => piece.means === 'announced') || sentence.has(latestRound);
  return isOfRound || (means === 'size' && sentence.has(roundWords)) ? 'size' : 'totalRaised';
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
function chooseOrder(subject: Subject, sort: string, pieces: readonly ReadPiece[]): string {
  if (sort !== 'active' && sort !== 'total') return sort;
  const isOfDeals = /^(?:company_investments|investor\.deals)\.(?!investment_type)/;
  const hasDeals = pieces.some(({ filter }) => filter.paths.some((path) => isOfDeals.test(path)));
  if (subject === 'investors') return hasDeals ? 'matching_deals' : sort === 'total' ? 'total_deals' : 'recent_deals';
  if (hasDeals) return 'filtered_deal_count';
  return sort === 'total' ? 'total_deal_count' : 'deal_count_last_12_months';
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
