import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type StatusState, useCanUndo } from '../../records/status/statuses.ts';
import { DetailPanel } from '../../platform/ui/detail-panel.tsx';
import type { UrlState } from '../../platform/url/url.ts';
import { DayHead, Feed } from './feed.tsx';
import { EmptyFeed } from './empty-feed.tsx';
import { FeedItem } from './feed-item.tsx';
import { type AlertDay, type AlertItem, countReviewed, readStatus } from '../../records/alerts/items.ts';
import { type AlertsState, type alertsUrl, type AlertsUrl, endReview } from '../../records/alerts/use-alerts.ts';
import { reviewKeys, useReviewActions } from './review-keys.ts';
import { isLate, type ReviewProgress } from '../../records/alerts/review-state.ts';
import { Button, KeyCap } from '../../platform/ui/button.tsx';
import { focusOnMount } from '../../platform/ui/notice.tsx';
import { useKeepFocus } from '../../platform/ui/use-browser.ts';
import { Bookmark, PanelRightOpen, Undo2, X } from 'lucide-react';

type ReviewProps = {
  readonly url: UrlState<typeof alertsUrl>;
  readonly alerts: AlertsState;
  readonly review: ReviewProgress;
  readonly days: readonly AlertDay[];
  readonly wide: boolean;
  readonly renderDetail: (item: AlertItem) => ReactNode;
  readonly onChange: (next: Partial<AlertsUrl>) => void;
};

/** The feed with its keys and status buttons, and the details of the open deal. */
export function Review({ url, alerts, review, days, wide, renderDetail, onChange }: ReviewProps) {
  const { items, memory, pending } = alerts;
  const { active, statuses } = review;
  const canUndo = useCanUndo();
  const { openItem, open, decide, undo, move, finishDay } = useReviewActions(url, items, review);
  const firsts = new Map(days.map((group) => [group.items[0]?.id, group]));
  const place = useRef<HTMLDivElement>(null);
  const article = useRef<HTMLElement>(null);
  // The button of the first alert leaves once it is saved.
  useKeepFocus(place, alerts.isLoaded && alerts.configurations.length === 0);
  return (
    <div ref={place} tabIndex={-1} className="flex min-h-0 grow outline-none tiny:shrink-0">
      <div className="flex min-h-0 min-w-0 grow flex-col">
        <output className="sr-only">{review.message}</output>
        <FinishBar key={url.value.period} {...{ alerts, statuses, article }} />
        {items.length === 0 ? (
          <EmptyFeed alerts={alerts} value={url.value} onChange={onChange} />
        ) : (
          <>
            <Feed
              ref={article}
              entries={items}
              activeId={active?.id}
              followed={review.followed}
              busy={pending}
              onMove={move}
              onActivate={review.activate}
              renderHead={(item) => {
                const group = days.find(({ day }) => day === item.day);
                return (
                  group && <DayHead {...{ group, statuses }} isActive={false} onDone={() => finishDay(group.day)} />
                );
              }}
            >
              {(item) => {
                const group = firsts.get(item.id);
                const isActive = item.id === active?.id;
                return (
                  <>
                    {group && <DayHead {...{ group, statuses, isActive }} onDone={() => finishDay(group.day)} />}
                    <FeedItem
                      item={item}
                      recordStatus={readStatus(statuses, item)}
                      isActive={isActive}
                      isLate={url.value.period === 'review' && isLate(item, memory)}
                      onStatus={(next) => review.toggle(item, next)}
                      onOpen={() => open(item.id)}
                    />
                  </>
                );
              }}
            </Feed>
            {wide && <KeyLine />}
            {!wide && active && (
              <ThumbBar
                name={active.deal.company_name ?? 'this deal'}
                canUndo={canUndo}
                onStatus={decide}
                onUndo={undo}
                onOpen={() => open(active.id)}
              />
            )}
          </>
        )}
      </div>
      {openItem && (
        <DetailPanel
          id={openItem.id}
          title={openItem.deal.company_name ?? 'Unnamed company'}
          step={{ place: `${items.indexOf(openItem) + 1} of ${items.length}`, onStep: move }}
          wide={wide}
          opener={() => article.current}
          onClose={() => open(undefined)}
        >
          {renderDetail(openItem)}
        </DetailPanel>
      )}
    </div>
  );
}

type FinishBarProps = {
  readonly alerts: AlertsState;
  readonly statuses: StatusState;
  /** The active deal of the feed. */
  readonly article: RefObject<HTMLElement | null>;
};

/** Offers to finish once every deal is reviewed; afterwards it says so, also after a reload. */
function FinishBar({ alerts, statuses, article }: FinishBarProps) {
  const client = useQueryClient();
  /** Undoes the end of the review. */
  const [undo, setUndo] = useState<() => void>();
  const [ending, setEnding] = useState(false);
  const finishButton = useRef<HTMLButtonElement>(null);
  const { items, memory } = alerts;
  const { reviewed, total } = countReviewed(items, statuses);
  const isReviewed = total > 0 && reviewed === total;
  // After the last decision the keyboard continues here.
  useEffect(() => {
    if (isReviewed && article.current?.contains(document.activeElement)) finishButton.current?.focus();
  }, [isReviewed, article]);
  if (undo || (isReviewed && items.every(({ id }) => memory.wasShown(id)))) {
    return (
      <FinishMessage text="Review finished. The next one starts with new deals.">
        {undo && (
          <Button
            ref={focusOnMount}
            onClick={() => {
              undo();
              setUndo(undefined);
            }}
          >
            Undo
          </Button>
        )}
      </FinishMessage>
    );
  }
  if (!isReviewed) return null;
  const finish = async () => {
    setEnding(true);
    const reopen = await endReview(client, alerts);
    setEnding(false);
    setUndo(() => reopen);
  };
  return (
    <FinishMessage text="All deals are reviewed.">
      <Button ref={finishButton} variant="primary" aria-busy={ending} onClick={() => void (ending || finish())}>
        Finish review
      </Button>
    </FinishMessage>
  );
}

function FinishMessage({ text, children }: { readonly text: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-accent-soft px-4.5 py-2 wide:px-6">
      <span className="font-medium text-accent-ink">{text}</span>
      {children}
    </div>
  );
}

/** The keys of the review. */
function KeyLine() {
  return (
    <ul className="flex h-10 shrink-0 items-center gap-x-4 overflow-hidden border-t border-line px-6 text-12 text-ink-3 print:hidden">
      {reviewKeys.map(({ key, what }) => (
        <li key={key} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <KeyCap>{key}</KeyCap> {what}
        </li>
      ))}
      <li className="ml-auto inline-flex items-center gap-1.5 whitespace-nowrap">
        All keys <KeyCap>?</KeyCap>
      </li>
    </ul>
  );
}

type ThumbBarProps = {
  /** The company that the buttons are about. */
  readonly name: string;
  readonly canUndo: boolean;
  readonly onStatus: (status: 'shortlist' | 'pass') => void;
  readonly onUndo: () => void;
  readonly onOpen: () => void;
};

/** The status buttons at the bottom of a narrow screen; each moves to the next deal. */
function ThumbBar({ name, canUndo, onStatus, onUndo, onOpen }: ThumbBarProps) {
  return (
    <fieldset
      aria-label={`Decide about ${name}`}
      className="grid shrink-0 grid-cols-[1fr_auto_auto_1fr] gap-1.5 border-t border-line bg-panel px-3 py-2"
    >
      <Thumb onPress={() => onStatus('pass')}>
        <X aria-hidden className="size-4" />
        Pass
      </Thumb>
      <Thumb quiet disabled={!canUndo} onPress={onUndo}>
        <Undo2 aria-hidden className="size-4" />
        <span className="sr-only">Undo</span>
      </Thumb>
      <Thumb quiet onPress={onOpen}>
        <PanelRightOpen aria-hidden className="size-4" />
        <span className="sr-only">Open {name}</span>
      </Thumb>
      <Thumb onPress={() => onStatus('shortlist')}>
        <Bookmark aria-hidden className="size-4" />
        Shortlist
      </Thumb>
    </fieldset>
  );
}

type ThumbProps = {
  readonly quiet?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

function Thumb({ quiet, disabled, onPress, children }: ThumbProps) {
  return (
    <button
      type="button"
      aria-disabled={disabled === true}
      className={`inline-flex h-11 items-center justify-center gap-2 rounded-[9px] border font-[550] aria-disabled:text-ink-3 ${
        quiet === true ? 'w-12 border-transparent text-ink-2 tiny:w-6' : 'border-edge bg-panel tiny:[&>svg]:hidden'
      }`}
      onClick={() => disabled !== true && onPress()}
    >
      {children}
    </button>
  );
}
