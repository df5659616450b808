import { Fragment, useRef, type ReactNode } from 'react';
import { useCanUndo } from '../../library/status/marks.ts';
import { DetailPanel } from '../../platform/ui/detail-panel.tsx';
import type { UrlState } from '../../platform/url/use-url.ts';
import { DayHead } from './day-head.tsx';
import { EmptyWords } from './empty-words.tsx';
import { Feed } from './feed.tsx';
import { FeedItem } from './feed-item.tsx';
import { FinishBar } from './finish-bar.tsx';
import type { Day, Item } from './items.ts';
import { toMark } from './progress.ts';
import type { alertsUrl, AlertsUrl } from './question.ts';
import { keepShown } from './shown.ts';
import { ThumbBar } from './thumb-bar.tsx';
import { isLate, type Alerts } from './use-alerts.ts';
import { useReviewActs } from './use-review-acts.ts';
import type { Triage } from './use-triage.ts';

type ReviewProps = {
  readonly url: UrlState<typeof alertsUrl>;
  readonly alerts: Alerts;
  readonly triage: Triage;
  readonly days: readonly Day[];
  readonly wide: boolean;
  readonly renderDetail: (item: Item) => ReactNode;
  readonly onChange: (next: Partial<AlertsUrl>) => void;
};

/** The feed with its keys, the decisions, and the details of one deal beside it. */
export function Review({ url, alerts, triage, days, wide, renderDetail, onChange }: ReviewProps) {
  const { items, memory, pending } = alerts;
  const { active, marks } = triage;
  const canUndo = useCanUndo();
  const watch = useShownWatch();
  const { openItem, open, decide, undo, move, finishDay } = useReviewActs(url, items, triage);
  const firsts = new Map(days.map((group) => [group.items[0]?.id, group]));
  return (
    <div className="flex min-h-0 grow">
      <div className="flex min-h-0 min-w-0 grow flex-col">
        <output className="sr-only">{triage.said}</output>
        {items.length === 0 ? (
          <EmptyWords alerts={alerts} value={url.value} onChange={onChange} />
        ) : (
          <>
            <FinishBar alerts={alerts} marks={marks} />
            <Feed
              label="Deals that matched"
              entries={items}
              activeId={active?.id}
              followed={triage.followed}
              busy={pending}
              onMove={move}
              onStand={triage.stand}
              watch={watch}
            >
              {(item) => {
                const group = firsts.get(item.id);
                const isActive = item.id === active?.id;
                return (
                  <>
                    {group && <DayHead {...{ group, marks, isActive }} onDone={() => finishDay(group.day)} />}
                    <FeedItem
                      item={item}
                      mark={toMark(marks, item)}
                      isActive={isActive}
                      isLate={url.value.period === 'review' && isLate(item, memory)}
                      onVerdict={(verdict) => triage.toggle(item, verdict)}
                      onOpen={() => open(item.id)}
                    />
                  </>
                );
              }}
            </Feed>
            {!wide && active && (
              <ThumbBar
                name={active.deal.company_name ?? 'this deal'}
                canUndo={canUndo}
                onVerdict={decide}
                onUndo={undo}
                onOpen={() => open(active.id)}
              />
            )}
          </>
        )}
      </div>
      {openItem && (
        <DetailPanel
          title={openItem.deal.company_name ?? 'Unnamed company'}
          wide={wide}
          opener='[role="feed"] > article[tabindex="0"]'
          onClose={() => open(undefined)}
        >
          <Fragment key={openItem.id}>{renderDetail(openItem)}</Fragment>
        </DetailPanel>
      )}
    </div>
  );
}

/** Notes each deal that comes into sight, for the review after this one. */
function useShownWatch(): (element: HTMLElement) => () => void {
  const observer = useRef<IntersectionObserver>(undefined);
  return (element) => {
    observer.current ??= new IntersectionObserver((entries) =>
      keepShown(
        entries.flatMap(({ isIntersecting, target }) =>
          isIntersecting && target instanceof HTMLElement ? (target.dataset['entry'] ?? []) : [],
        ),
      ),
    );
    const watcher = observer.current;
    watcher.observe(element);
    return () => watcher.unobserve(element);
  };
}
