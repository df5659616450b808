import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
import { Check } from 'lucide-react';
import type { StatusState } from '../../library/status/statuses.ts';
import { formatCount } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { formatDayName, formatLocalTime } from './days.ts';
import { type Day, measureProgress, formatProgress } from './items.ts';

/** What stands in a feed: anything with an id. */
type Entry = { readonly id: string };

type FeedProps<T extends Entry> = {
  readonly label: string;
  readonly entries: readonly T[];
  readonly activeId: string | undefined;
  /** Counts the steps after which the focus goes to the active entry. */
  readonly followed: number;
  readonly busy: boolean;
  readonly children: (entry: T, index: number) => ReactNode;
  /** Page Down and Page Up, as the feed pattern has it. */
  readonly onMove: (by: number) => void;
  /** An entry got the focus or was pressed. */
  readonly onStand: (entry: T) => void;
  /** Hears of each element that comes into the page. */
  readonly watch: (element: HTMLElement) => () => void;
};

/** Up to so many entries all stand in the page, where the browser finds and prints them. */
const mostPlain = 200;
const guessedHeight = 104;

/**
 * A feed (ARIA): articles with their place and number, Page Up and Page Down between them, Ctrl with Home and End out
 * of it. Beyond 200 only those in sight and the active one are in the page.
 */
export function Feed<T extends Entry>(props: FeedProps<T>) {
  const { label, entries, activeId, followed, busy, onMove } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const activeIndex = entries.findIndex(({ id }) => id === activeId);
  const isVirtual = entries.length > mostPlain;
  const virtualizer = useVirtualizer({
    count: entries.length,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => entries[index]?.id ?? index,
    estimateSize: () => guessedHeight,
    overscan: 6,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.max(0, activeIndex)])].toSorted((a, b) => a - b),
  });

  // The entry that a key moved to exists only after the render that the key caused.
  useLayoutEffect(() => {
    if (followed === 0) return;
    const article = scroller.current?.querySelector<HTMLElement>('[role="feed"] > article[tabindex="0"]');
    article?.focus({ preventScroll: true });
    article?.scrollIntoView({ block: 'nearest' });
  }, [followed]);
  // Where the person stood before is in sight at once.
  const opened = useRef(false);
  useLayoutEffect(() => {
    if (opened.current || activeIndex < 0) return;
    opened.current = true;
    if (isVirtual) virtualizer.scrollToIndex(activeIndex, { align: 'center' });
    else scroller.current?.querySelector('article[tabindex="0"]')?.scrollIntoView({ block: 'center' });
  }, [activeIndex, isVirtual, virtualizer]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'PageDown') onMove(1);
    else if (event.key === 'PageUp') onMove(-1);
    else if ((event.ctrlKey || event.metaKey) && (event.key === 'End' || event.key === 'Home')) {
      focusBeside(event.currentTarget, event.key === 'End');
    } else return;
    event.preventDefault();
  };
  const shown = isVirtual ? virtualizer.getVirtualItems() : entries.map((_, index) => ({ index, start: undefined }));
  return (
    <div ref={scroller} className="relative min-h-0 grow overflow-y-auto overscroll-contain">
      <div
        role="feed"
        aria-label={label}
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
                {...{ entry, index, start }}
                measure={isVirtual ? virtualizer.measureElement : undefined}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

type FeedEntryProps<T extends Entry> = FeedProps<T> & {
  readonly entry: T;
  readonly index: number;
  /** Pixels from the top of the feed; undefined where all entries stand in the page. */
  readonly start: number | undefined;
  readonly measure: ((element: HTMLElement) => void) | undefined;
};

function FeedEntry<T extends Entry>(props: FeedEntryProps<T>) {
  const { entry, index, start, entries, activeId, children, measure, onStand, watch } = props;
  const isActive = entry.id === activeId;
  const refer: Ref<HTMLElement> = (element) => {
    if (!element) return;
    measure?.(element);
    return watch(element);
  };
  return (
    <article
      ref={refer}
      data-index={index}
      data-entry={entry.id}
      tabIndex={isActive ? 0 : -1}
      aria-posinset={index + 1}
      aria-setsize={entries.length}
      aria-labelledby={`name-${entry.id}`}
      aria-describedby={`why-${entry.id}`}
      className={`group/entry scroll-my-24 outline-none ${start === undefined ? '' : 'absolute inset-x-0 top-0'}`}
      style={start === undefined ? undefined : { transform: `translateY(${start}px)` }}
      onFocus={() => isActive || onStand(entry)}
      onClick={() => isActive || onStand(entry)}
    >
      {children(entry, index)}
    </article>
  );
}

const focusable = 'a[href], button, input, select, textarea, [tabindex="0"]';

/** Moves the focus to what stands right before the feed, or behind it, where nothing may mean the page's beginning. */
function focusBeside(feed: HTMLElement, behind: boolean): void {
  const all = [...document.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => !feed.contains(element) && element.getClientRects().length > 0,
  );
  const follows = (element: HTMLElement) =>
    (feed.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const target = behind ? (all.find(follows) ?? all[0]) : all.findLast((element) => !follows(element));
  target?.focus();
}

type DayHeadProps = {
  readonly group: Day;
  readonly marks: StatusState;
  readonly isActive: boolean;
  readonly onDone: () => void;
};

/** The head of a UTC day: how many deals, how far it is reviewed, and the way to be done with it. */
export function DayHead({ group: { day, items }, marks, isActive, onDone }: DayHeadProps) {
  const progress = measureProgress(items, marks);
  const isDone = progress.reviewed === progress.total;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line px-4.5 pt-5 pb-2 wide:px-6">
      <h2
        className="text-[14.5px] font-semibold tracking-[-0.01em]"
        title={day === null ? undefined : `The day begins at 00:00 UTC. ${formatLocalTime(`${day}T00:00:00Z`)}`}
      >
        {day === null ? 'No date given' : `${formatDayName(day)}, UTC`}
      </h2>
      <span className="text-[12px] text-ink-3 tabular-nums">
        {formatCount(items.length, 'deal')}, {formatProgress(progress)}
      </span>
      <span className="ml-auto">
        {isDone ? (
          <span className="inline-flex h-8 items-center gap-1.5 text-[12px] text-accent-ink">
            <Check aria-hidden className="size-3.5" />
            Day done
          </span>
        ) : (
          <Button look="ghost" tabIndex={isActive ? 0 : -1} onClick={onDone}>
            Day done
          </Button>
        )}
      </span>
    </div>
  );
}
