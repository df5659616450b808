import { dealCatalogue } from '#contract/deal-filters.ts';
import { formatCount, formatGrouped, formatShortDay } from '../../platform/format.ts';
import { UnreadNotice } from '../../platform/ui/notice.tsx';
import { ScreenHead } from '../../platform/ui/screen-head.tsx';
import { useSingleKey, useWindowKeys, hasDialog, isTyping } from '../../platform/ui/single-key.ts';
import { formatSearchParams } from '../../platform/url/raw-search.ts';
import { writeUrl } from '../../platform/url/url.ts';
import { describeQuery } from '../searches/kit/query/sentence.ts';
import type { Resource } from '../searches/kit/resource/resource.ts';
import { SaveButtons } from '../searches/kit/saved/save-search.tsx';
import { SearchProvider } from '../searches/kit/search/search-context.tsx';
import { SearchedValues } from '../searches/kit/search-page.tsx';
import { ClockBlock } from './clock.tsx';
import { CountMarket } from './count-market.tsx';
import { GraduationBlock } from './graduation.tsx';
import { KnownOnPicker } from './known-on.tsx';
import { LeadsBlock } from './leads.tsx';
import { MarketProvider, useMarket } from './market-context.tsx';
import { blockGroups, type BlockName, buildSavedBody } from './market-requests.ts';
import { type MarketUrl, marketUrl } from './market-url.ts';
import { MarketFiles } from './market-files.tsx';
import { QuestionBar } from './question-bar.tsx';
import { keepAsFilters } from './selection.ts';
import { SizesBlock } from './sizes.tsx';
import { WhereBlock } from './where.tsx';
import { WindowBlock } from './window.tsx';

/** The market screen: figures about all deals of a question, as known on a day. `deals` is the resource of its filters. */
export function MarketPage({ deals }: { readonly deals: Resource }) {
  return (
    <SearchProvider resource={deals} url={marketUrl}>
      <SearchedValues>
        <MarketProvider>
          <MarketScreen />
        </MarketProvider>
      </SearchedValues>
    </SearchProvider>
  );
}

function MarketScreen() {
  const { url, unread, figures, selection } = useMarket();
  // This one never selects, so that it always counts the selection.
  const counted = figures.sizes.data;
  const isSelected = selection.length > 0;
  const total =
    counted &&
    (isSelected
      ? `${formatGrouped(counted.within)} of ${formatCount(counted.total, 'deal')}`
      : formatCount(counted.total, 'deal'));
  useMarketKeys();
  return (
    <div className="flex min-h-0 grow flex-col print:one-page">
      <ScreenHead title="Market" about={<output className="max-tablet:sr-only">{total ?? ''}</output>}>
        <KnownOnPicker />
        <SaveQuestion />
        <MarketFiles />
      </ScreenHead>
      <QuestionBar within={isSelected ? counted?.within : undefined} />
      <div
        data-scroll-restoration-id="market"
        className="grid min-h-0 grow content-start gap-3.5 scroll-y px-4 pt-1 pb-5 tablet:px-6 print:overflow-visible"
      >
        <p className="hidden text-ink-2 print:block">{describeQuestion(url)}</p>
        <UnreadNotice unread={unread} />
        {url.known !== undefined && (
          <p className="text-12 text-ink-3">
            Deals as they had been added by {formatShortDay(url.known)}. Facts of companies, such as place and industry,
            are today’s.
          </p>
        )}
        <CountMarket />
        <ClockBlock />
        <div className="grid grid-cols-1 gap-3.5 full:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)] print:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)]">
          <SizesBlock />
          <GraduationBlock />
        </div>
        <div className="grid grid-cols-1 gap-3.5 full:grid-cols-[minmax(0,1.72fr)_minmax(0,1fr)] print:grid-cols-[minmax(0,1.72fr)_minmax(0,1fr)]">
          <WhereBlock />
          <LeadsBlock />
        </div>
        <WindowBlock />
      </div>
    </div>
  );
}

/** Saves the question with its day and views; what is selected is not a part of it. */
function SaveQuestion() {
  const { url } = useMarket();
  const search = formatSearchParams(writeUrl(marketUrl, { ...url, mark: [] }));
  return <SaveButtons now={{ screen: 'market', search, body: buildSavedBody(url), via: null, columns: null }} />;
}

/** T and P show the focused block as a table or a picture; Enter keeps the selection as filters, Escape clears it. */
function useMarketKeys(): void {
  const { url, change, selection, select, toggleTable, setPictured } = useMarket();
  useSingleKey('t', () => toggleTable(findFocused()));
  useSingleKey('p', () => setPictured(findFocused()));
  useWindowKeys((event) => {
    if (selection.length === 0 || event.defaultPrevented || hasDialog() || isTyping(event.target)) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (event.key === 'Escape') {
      event.preventDefault();
      select([]);
    } else if (event.key === 'Enter' && isPlain && !isPressable(event.target)) {
      const kept = keepAsFilters(url, selection);
      if (!kept) return;
      event.preventDefault();
      change({ ...(kept as Partial<MarketUrl>), mark: [] });
    }
  });
}

/** The question in words, for paper, where the chips are not. */
const describeQuestion = (url: MarketUrl): string => `${describeQuery(dealCatalogue, url)}.`;

const isPressable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('a, button') !== null;

/** The block with the focus; the clock where none has it. */
function findFocused(): BlockName {
  const name = document.activeElement?.closest<HTMLElement>('[data-block]')?.dataset['block'] ?? '';
  return name in blockGroups ? (name as BlockName) : 'clock';
}
