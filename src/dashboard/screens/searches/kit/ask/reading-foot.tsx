import { useNavigate } from '@tanstack/react-router';
import { CornerDownLeft } from 'lucide-react';
import { type RefObject, Suspense, use } from 'react';
import { searchCatalogues, type SentenceReading } from '#ask/reading.ts';
import { useIsCounted } from '../../../../platform/http/connection.ts';
import { parseRawSearch } from '../../../../platform/url/raw-search.ts';
import { Button } from '../../../../platform/ui/button.tsx';
import { formatAddress, type SearchQuery } from '../query/search-query.ts';
import { type FillSearch, RenderElsewhere } from './ask-controls.ts';

/** Where the search of a sentence is: its screen, or the market with the figure that it asks for. */
function formatReading({ screen, figure }: SentenceReading, query: SearchQuery, isMarket: boolean) {
  const search = parseRawSearch(formatAddress(searchCatalogues[screen], query));
  if (!isMarket) return { to: `/${screen}`, search } as const;
  const { measure, sizes, stage } = figure;
  return {
    to: '/market',
    search: {
      ...search,
      ...(measure && { measure: [measure] }),
      ...(sizes && { sizes: [sizes] }),
      ...(stage && { stage: [stage] }),
    },
  } as const;
}

/** What opens a reading with some query: the form or the market, or the results of a search that was sent. */
export function useReadingActions(onFill: FillSearch | undefined, onDone: (isFilled: boolean) => void) {
  const navigate = useNavigate();
  // A hosted service has no market.
  const isCounted = useIsCounted();
  const isMarketOf = (read: SentenceReading) => read.isMarket && isCounted;
  return {
    isMarketOf,
    fill: (read: SentenceReading, query: SearchQuery) => {
      onDone(true);
      const isMarket = isMarketOf(read);
      if (onFill?.(read.screen, query, isMarket) !== true) void navigate(formatReading(read, query, isMarket));
    },
    show: (read: SentenceReading, sent: SearchQuery) => {
      onDone(true);
      const { to, search } = formatReading(read, sent, false);
      void navigate({ to, search: { ...search, run: ['1'] } });
    },
  };
}

type ReadingFootProps = {
  /** Undefined until the sentence is read. */
  readonly reading: SentenceReading | undefined;
  readonly query: SearchQuery | undefined;
  readonly isMarket: boolean;
  /** Whether the sentence is searched at once, at a shown price; otherwise it fills a form. */
  readonly isSearched: boolean;
  readonly searchButton: RefObject<HTMLButtonElement | null>;
  /** Whether words wait for a choice. */
  readonly isOpen: boolean;
  readonly onFill: () => void;
  readonly onShow: (sent: SearchQuery) => void;
};

/** The foot of a reading about another screen: what fills its form or opens the market, and what searches it. */
export function ReadingFoot({ reading, query, isMarket, isSearched, isOpen, onFill, ...search }: ReadingFootProps) {
  const renderElsewhere = use(RenderElsewhere);
  const name = reading && (isMarket ? 'Show the market' : `Set filters of ${searchCatalogues[reading.screen].many}`);
  const hasSearch = renderElsewhere !== undefined && isSearched && !isMarket && query !== undefined;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line px-4 py-2">
      {!hasSearch && <span className="text-12 text-ink-3">Reading is free.</span>}
      <span className="ml-auto flex flex-wrap items-center gap-1.5">
        <Button type={reading ? 'button' : 'submit'} variant={hasSearch ? 'ghost' : 'primary'} onClick={onFill}>
          {name ?? 'Set filters'}
          {!isOpen && !hasSearch && <CornerDownLeft aria-hidden className="size-3.5" />}
        </Button>
        {hasSearch && reading && <Suspense>{renderElsewhere({ ...search, name: reading.screen, query })}</Suspense>}
      </span>
    </div>
  );
}
