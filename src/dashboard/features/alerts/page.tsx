import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { useIsWide } from '../../platform/ui/use-browser.ts';
import { UnreadNotice } from '../../platform/ui/notice.tsx';
import { useUrl, writeUrl } from '../../platform/url/url.ts';
import { type AlertItem, countMatches, formatDayRange, groupByDay } from './items.ts';
import { AlertsNotices } from './notices.tsx';
import { type AlertsState, alertsUrl, type AlertsUrl, periodNames, refreshAlerts, useAlerts } from './use-alerts.ts';
import { SidePanel } from './side-panel.tsx';
import { useReviewProgress } from './review-state.ts';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../platform/format.ts';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';

// One view is open at a time: the feed loads a virtual list, the digest charts.
const Review = lazyPart(() => import('./review.tsx').then((module) => ({ default: module.Review })));
const Digest = lazyPart(() => import('./digest-view.tsx').then((module) => ({ default: module.DigestView })));
const SavedAlerts = lazyPart(() => import('./managed-alerts.tsx').then((module) => ({ default: module.SavedAlerts })));

export type AlertsPageProps = {
  /** Renders the details of a deal. The app provides it, because it uses other features. */
  readonly renderDetail: (item: AlertItem) => ReactNode;
};

/** The alerts screen. Its whole state is in the URL. */
export function AlertsPage({ renderDetail }: AlertsPageProps) {
  const client = useQueryClient();
  const wide = useIsWide();
  const [sheetOpen, setSheetOpen] = useState(false);
  const url = useUrl(alertsUrl);
  const alerts = useAlerts(url.value);
  const review = useReviewProgress(alerts.items);
  const days = groupByDay(alerts.items);
  const change = (next: Partial<AlertsUrl>) => url.write({ ...url.value, open: undefined, ...next });
  const refresh = () => void refreshAlerts(client);
  const panel = (
    <SidePanel
      value={url.value}
      onChange={change}
      {...alerts}
      days={days}
      statuses={review.statuses}
      onDay={({ items }) => {
        setSheetOpen(false);
        review.moveTo(items[0]);
      }}
      onExport={() =>
        void import('./digest.ts').then(({ saveItems }) =>
          saveItems(
            alerts.items.filter(({ id }) => review.statuses.get(id)?.status === 'shortlist'),
            review.statuses,
            'shortlist',
          ),
        )
      }
    />
  );
  return (
    <div className="flex min-h-0 grow print:block">
      {wide && (
        <aside
          aria-label="Alerts"
          className="flex w-[264px] shrink-0 flex-col border-r border-line bg-panel print:hidden"
        >
          {panel}
        </aside>
      )}
      <div className="flex min-h-0 min-w-0 grow flex-col print:block">
        <AlertsHead
          value={url.value}
          alerts={alerts}
          onRefresh={refresh}
          corner={
            !wide && (
              <Button onClick={() => setSheetOpen(true)}>
                <SlidersHorizontal aria-hidden className="size-3.5" />
                <span className="sr-only">Alerts and days</span>
              </Button>
            )
          }
        />
        <AlertsNotices alerts={alerts} onRetry={refresh}>
          <UnreadNotice unread={url.unread} />
        </AlertsNotices>
        <Suspense>
          {url.value.view === 'digest' && (
            <Digest value={url.value} alerts={alerts} statuses={review.statuses} onChange={change} />
          )}
          {url.value.view === 'alerts' && <SavedAlerts alerts={alerts} />}
          {url.value.view === 'review' && (
            <Review url={url} {...{ alerts, review, days, wide, renderDetail }} onChange={change} />
          )}
        </Suspense>
      </div>
      {!wide && sheetOpen && (
        <Suspense>
          <LazySheet title="Alerts and days" edge="left" onClose={() => setSheetOpen(false)}>
            {panel}
          </LazySheet>
        </Suspense>
      )}
    </div>
  );
}

type AlertsHeadProps = {
  readonly value: AlertsUrl;
  readonly alerts: AlertsState;
  readonly onRefresh: () => void;
  /** The button that opens the side panel on a narrow screen. */
  readonly corner: ReactNode;
};

const views = [
  ['review', 'Review'],
  ['digest', 'Digest'],
  ['alerts', 'Saved alerts'],
] as const;

/** The number of deals, the period, and the views. */
export function AlertsHead({ value, alerts, onRefresh, corner }: AlertsHeadProps) {
  const title = formatTitle(alerts);
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-b border-line px-4.5 pt-3.5 pb-2.5 wide:px-6 print:hidden">
      <title>{`${title}, Fundscope`}</title>
      <h1 className="text-[19px] font-[640] tracking-[-0.02em] tabular-nums">{title}</h1>
      <span className="text-[11.5px] text-ink-3 tabular-nums">
        {periodNames[value.period]}, {formatDayRange(alerts.days)}, UTC
      </span>
      <div className="flex flex-wrap items-center gap-1.5 wide:ml-auto">
        <nav aria-label="Views" className="flex gap-0.5 rounded-[8px] bg-sunken p-0.5">
          {views.map(([view, name]) => (
            <Link
              key={view}
              to="/alerts"
              search={writeUrl(alertsUrl, { ...value, view, open: undefined })}
              // Without `exact` the plain URL matches every view.
              activeOptions={{ exact: true }}
              aria-current={value.view === view ? 'page' : undefined}
              className="inline-flex h-7 items-center rounded-[6px] px-2.5 font-medium whitespace-nowrap text-ink-2 hover:text-ink aria-[current=page]:bg-panel aria-[current=page]:text-ink aria-[current=page]:shadow-[0_0_0_1px_var(--color-line)]"
            >
              {name}
            </Link>
          ))}
        </nav>
        {corner}
        <Button aria-busy={alerts.pending} onClick={onRefresh}>
          <RefreshCw aria-hidden className={`size-3.5 ${alerts.pending ? 'animate-spin' : ''}`} />
          <span className="max-wide:sr-only">Refresh</span>
        </Button>
      </div>
    </div>
  );
}

/** "41 deals, 58 matches": a deal that matches two alerts counts as two matches. */
function formatTitle({ items, isLoaded }: AlertsState): string {
  if (!isLoaded) return 'Alerts';
  return `${formatCount(items.length, 'deal')}, ${formatCount(countMatches(items), 'match', 'matches')}`;
}
