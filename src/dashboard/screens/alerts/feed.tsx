import { textScale } from '../../platform/ui/use-browser.ts';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useDeferredValue,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Check } from 'lucide-react';
import type { StatusState } from '../../records/status/statuses.ts';
import { Button, KeyCap } from '../../platform/ui/button.tsx';
import {
  type AlertDay,
  countReviewed,
  formatDayName,
  formatLocalTime,
  formatProgress,
} from '../../records/alerts/items.ts';

type FeedRecord = { readonly id: string };

type FeedProps<T extends FeedRecord> = {
  /** Receives the active article. */
  readonly ref: Ref<HTMLElement>;
  readonly entries: readonly T[];
  readonly activeId: string | undefined;
  /** Counts moves by key; each one moves the focus to the active entry. */
  readonly followed: number;
  readonly busy: boolean;
  readonly children: (entry: T, index: number) => ReactNode;
  /** The head that stays at the top while its entries scroll past. */
  readonly renderHead: (entry: T) => ReactNode;
  /** Called by Page Down and Page Up. */
  readonly onMove: (by: number) => void;
  /** Called when an entry is focused or clicked. */
  readonly onActivate: (entry: T) => void;
};

/** Up to this many entries are all rendered, so that the browser can search and print them. */
const maxUnvirtualized = 200;
/** About as many as fit into a window; on a higher screen, the others follow at once. */
const firstPainted = 20;
/** Those out of view are laid out when they come near it. */
const unvirtualized = '[content-visibility:auto] [contain-intrinsic-block-size:auto_3.2rem]';
const estimatedHeight = 51 * textScale;

/**
 * An ARIA feed: Page Up and Page Down move between articles, Ctrl+Home and Ctrl+End leave the feed. Above 200 entries
 * only the visible ones and the active one are rendered.
 */
export function Feed<T extends FeedRecord>(props: FeedProps<T>) {
  const { ref, entries, activeId, followed, busy, renderHead, onMove } = props;
  const [top, setTop] = useState<number>();
  const scroller = useRef<HTMLDivElement>(null);
  /** What is rendered, by the index of its entry. */
  const articles = useRef<Map<number, HTMLElement>>(new Map());
  const activeIndex = entries.findIndex(({ id }) => id === activeId);
  const isVirtual = entries.length > maxUnvirtualized;
  const virtualizer = useVirtualizer({
    count: entries.length,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => entries[index]?.id ?? index,
    estimateSize: () => estimatedHeight,
    overscan: 6,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.max(0, activeIndex)])].toSorted((a, b) => a - b),
  });

  const findActive = () => articles.current.get(activeIndex) ?? null;
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, findActive);
  useFocusAfterMove(followed, findActive);
  // Scrolls to the active entry when the feed opens.
  const opened = useRef(false);
  useLayoutEffect(() => {
    if (opened.current || activeIndex < 0) return;
    opened.current = true;
    if (isVirtual) virtualizer.scrollToIndex(activeIndex, { align: 'center' });
    else articles.current.get(activeIndex)?.scrollIntoView({ block: 'center' });
  }, [activeIndex, isVirtual, virtualizer]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'PageDown') onMove(1);
    else if (event.key === 'PageUp') onMove(-1);
    else if ((event.ctrlKey || event.metaKey) && (event.key === 'End' || event.key === 'Home')) {
      focusOutside(event.currentTarget, event.key === 'End');
    } else return;
    event.preventDefault();
  };
  const topEntry = top === undefined ? undefined : entries[top];
  // What is in view is painted before the others are rendered.
  const isWhole = useDeferredValue(true, false);
  const rendered = isWhole ? entries : entries.slice(0, Math.max(0, activeIndex) + firstPainted);
  const shown = isVirtual ? virtualizer.getVirtualItems() : rendered.map((_, index) => ({ index, start: undefined }));
  return (
    <div
      ref={scroller}
      className="min-h-0 grow scroll-y overscroll-contain tiny:h-72 tiny:flex-none"
      onScroll={({ currentTarget }) => setTop(findTop(currentTarget, articles.current))}
    >
      {topEntry && (
        <div inert className="sticky top-0 z-10 h-0">
          {renderHead(topEntry)}
        </div>
      )}
      <div
        role="feed"
        aria-label="Deals that matched"
        aria-busy={busy}
        className={isVirtual ? 'relative' : undefined}
        style={isVirtual ? { height: virtualizer.getTotalSize() } : undefined}
        onKeyDown={onKeyDown}
      >
        {shown.map(({ index, start }) => {
          const entry = entries[index];
          return (
            entry && (
              <FeedEntry
                key={entry.id}
                {...props}
                {...{ entry, index, start, articles }}
                measure={isVirtual ? virtualizer.measureElement : undefined}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Moves the focus to the active entry after each move by key. It exists only after the next render. */
function useFocusAfterMove(followed: number, findActive: () => HTMLElement | null): void {
  const focusActive = useEffectEvent(() => {
    const article = findActive();
    article?.focus({ preventScroll: true });
    article?.scrollIntoView({ block: 'nearest' });
  });
  useLayoutEffect(() => {
    if (followed > 0) focusActive();
  }, [followed]);
}

/** The index of the entry at the top edge; undefined where the feed is not scrolled. */
function findTop(scroller: HTMLElement, articles: ReadonlyMap<number, HTMLElement>): number | undefined {
  if (scroller.scrollTop === 0) return undefined;
  const { top } = scroller.getBoundingClientRect();
  const inView = [...articles].filter(([, article]) => article.getBoundingClientRect().bottom > top);
  return inView.length === 0 ? undefined : Math.min(...inView.map(([index]) => index));
}

type FeedEntryProps<T extends FeedRecord> = FeedProps<T> & {
  readonly entry: T;
  readonly index: number;
  /** Pixels from the top of the feed; undefined where all entries are rendered. */
  readonly start: number | undefined;
  readonly articles: RefObject<Map<number, HTMLElement>>;
  readonly measure: ((element: HTMLElement) => void) | undefined;
};

function FeedEntry<T extends FeedRecord>(props: FeedEntryProps<T>) {
  const { entry, index, start, entries, activeId, children, articles, measure, onActivate } = props;
  const isActive = entry.id === activeId;
  const refer: Ref<HTMLElement> = (element) => {
    if (!element) return undefined;
    measure?.(element);
    articles.current.set(index, element);
    return () => void articles.current.delete(index);
  };
  return (
    <article
      ref={refer}
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      aria-posinset={index + 1}
      aria-setsize={entries.length}
      aria-labelledby={`name-${entry.id}`}
      aria-describedby={`why-${entry.id}`}
      className={`group/entry scroll-my-24 outline-none ${start === undefined ? unvirtualized : 'absolute inset-x-0 top-0'}`}
      style={start === undefined ? undefined : { transform: `translateY(${start}px)` }}
      onFocus={() => isActive || onActivate(entry)}
      onClick={() => isActive || onActivate(entry)}
    >
      {children(entry, index)}
    </article>
  );
}

const focusable = 'a[href], button, input, select, textarea, [tabindex="0"]';

/** Moves the focus to the last element before the feed, or to the first one after it. */
function focusOutside(feed: HTMLElement, after: boolean): void {
  const all = [...document.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => !feed.contains(element) && !element.closest('[inert]') && element.getClientRects().length > 0,
  );
  const follows = (element: HTMLElement) =>
    (feed.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const target = after ? (all.find(follows) ?? all[0]) : all.findLast((element) => !follows(element));
  target?.focus();
}

type DayHeadProps = {
  readonly group: AlertDay;
  readonly statuses: StatusState;
  readonly isActive: boolean;
  readonly onDone: () => void;
};

/** The head of a UTC day: number of deals, review progress, and the button that marks the day as done. */
export function DayHead({ group: { day, items }, statuses, isActive, onDone }: DayHeadProps) {
  const progress = countReviewed(items, statuses);
  const isDone = progress.reviewed === progress.total;
  return (
    <div className="flex min-h-8.5 items-center gap-x-2.5 border-b border-line bg-sunken px-4.5 wide:pr-4 wide:pl-6">
      <h2
        className="py-1 text-13 font-semibold"
        title={day === null ? undefined : `Starts at 00:00 UTC. ${formatLocalTime(`${day}T00:00:00Z`)}`}
      >
        {day === null ? 'No date' : `${formatDayName(day)}, UTC`}
      </h2>
      <span className="text-12 text-ink-2 tabular-nums max-wide:sr-only">{formatProgress(progress)}</span>
      <span className="ml-auto flex shrink-0 items-center">
        {isDone ? (
          <span className="inline-flex items-center gap-1.5 text-12 text-accent-ink">
            <Check aria-hidden className="size-3.5" />
            Done
          </span>
        ) : (
          <Button variant="ghost" className="print:hidden" tabIndex={isActive ? 0 : -1} onClick={onDone}>
            <span>
              Mark <span className="max-tablet:sr-only">day </span>done
            </span>
            {isActive && <KeyCap isHint>D</KeyCap>}
          </Button>
        )}
      </span>
    </div>
  );
}
