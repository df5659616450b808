import { useQuery } from '@tanstack/react-query';
import { dealCatalogue } from '#contract/deal-filters.ts';
import { addDays } from '../../records/alerts/items.ts';
import { useConnected } from '../../platform/http/connection.ts';
import { parseRawSearch, type RawSearch } from '../../platform/url/raw-search.ts';
import { readUrl } from '../../platform/url/url.ts';
import { useSearches } from '../searches/kit/saved/searches.tsx';
import { type Clock } from './clock-sentence.ts';
import { blockQuery } from './market-requests.ts';
import { type MarketUrl, marketUrl } from './market-url.ts';

/** A question about the market with its name. */
export type Question = { readonly name: string; readonly url: MarketUrl };

const maxQuestions = 3;

/** The saved questions and searches of deals as questions about all their days; all deals where there is none. */
export function useQuestions(): readonly [Question, ...Question[]] {
  const saved = useSearches().filter(({ screen }) => screen === 'market' || screen === 'deals');
  const [first, ...others] = saved
    .slice(0, maxQuestions)
    .map(({ name, search }) => ({ name, url: toQuestion(parseRawSearch(search)) }));
  return first ? [first, ...others] : [{ name: 'all deals', url: toQuestion({}) }];
}

const days = new Set(['from', 'to', 'added_from', 'added_to']);
const filterKeys: ReadonlySet<string> = new Set(
  dealCatalogue.filters.flatMap(({ keys }) => keys).filter((key) => !days.has(key)),
);

/** The deals of an address on all their days, as known today, shown as the market shows them first. */
export const toQuestion = (raw: RawSearch): MarketUrl =>
  readUrl(marketUrl, Object.fromEntries(Object.entries(raw).filter(([key]) => filterKeys.has(key)))).value;

/** The figures of a question now and seven days ago. */
export function useWeek({ url }: Question, today: string) {
  // What is requested depends on the service.
  useConnected();
  const { data: now, error, isPending } = useQuery(blockQuery('clock', url));
  const earlier = useQuery(blockQuery('clock', { ...url, known: addDays(today, -7) }));
  const { data: sized } = useQuery(blockQuery('sizes', url));
  return { now, error, before: earlier.data, sized, isLoading: isPending || earlier.isPending };
}

type NewReports = {
  readonly start: string;
  readonly isRunning: boolean;
  readonly before: number;
  readonly now: number;
  readonly added: number;
};

/** What each period had on an earlier day and has now, the newest first. */
export function listNewReports(now: Clock, before: Clock): readonly NewReports[] {
  const earlier = new Map(before.periods.map(({ start, deals }) => [start, deals]));
  return now.periods
    .map(({ start, deals, is_running: isRunning }) => {
      const had = earlier.get(start) ?? 0;
      return { start, isRunning, before: had, now: deals, added: deals - had };
    })
    .toReversed();
}
