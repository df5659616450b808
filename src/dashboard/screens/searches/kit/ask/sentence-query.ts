import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { NameSearches } from '#ask/name-words.ts';
import { readSentence } from '#ask/read-sentence.ts';
import { collectValues, type ReadPiece, searchCatalogues, type SentenceReading } from '#ask/reading.ts';
import { industryType, locationType } from '#contract/enums.ts';
import { listRoundForms } from '#contract/facets.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { readServiceTime } from '../../../../platform/http/service-clock.ts';
import { findKnownNames } from '../lookups/known-names.ts';
import { permalinksNamed } from '../lookups/permalink-search.ts';
import { findAddress, type SearchQuery } from '../query/search-query.ts';
import { formatUtcDay } from '../../../../platform/format.ts';

/** How long to wait after the last key before names are searched. */
const debounceMs = 200;

/** A sentence as a search, read after the last key; the same sentence is read once. */
export const sentenceReading = (text: string) =>
  queryOptions({
    queryKey: ['sentence', text],
    queryFn: async ({ client, signal }): Promise<SentenceReading> => {
      await rest(signal);
      return readSentence(text, formatUtcDay(readServiceTime()), buildSearches(client));
    },
    // Names may have been unlocked since.
    gcTime: 0,
  });

const rest = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, debounceMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('Typed on', 'AbortError'));
    });
  });

const buildSearches = (client: QueryClient): NameSearches => ({
  findLocations: async (name) =>
    (await client.query(permalinksNamed('location', name))).map(({ kind, ...one }) => ({
      ...one,
      location_type: locationType.safeParse(kind).data ?? null,
    })) as Awaited<ReturnType<NameSearches['findLocations']>>,
  findIndustries: async (name) =>
    (await client.query(permalinksNamed('industry', name))).map(({ kind, ...one }) => ({
      ...one,
      industry_type: industryType.safeParse(kind).data ?? null,
    })) as Awaited<ReturnType<NameSearches['findIndustries']>>,
  findKnown: (kind, name) => findKnownNames(kind, name),
});

/** A round that is named alone means its stage: extensions, and pre-rounds of a series, count as it everywhere. */
const widenRounds = ({ round = [] }: SearchQuery): Pick<SearchQuery, 'round'> =>
  round.length === 0 ? {} : { round: round.flatMap((one) => (isPlainRound(one) ? listRoundForms(one) : [one])) };

const isPlainRound = ({ type, pre, extension }: FinancingFilter): boolean => !extension && (!pre || type === 'SEED');

/** The query of a reading with these of its pieces. */
export function buildQuery({ screen, order, limit }: SentenceReading, pieces: readonly ReadPiece[]): SearchQuery {
  const { blank } = findAddress(searchCatalogues[screen]);
  const set = Object.entries(collectValues(pieces)).filter(([, value]) => value !== undefined);
  const query: SearchQuery = { ...blank, ...Object.fromEntries(set) };
  return { ...query, ...widenRounds(query), sort: order?.sort ?? blank.sort, rows: limit ?? blank.rows };
}
