import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw, SlidersHorizontal } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { useIsWide } from '../../platform/ui/use-media.ts';
import { UnreadNotice } from '../../platform/url/unread-notice.tsx';
import { useUrl } from '../../platform/url/use-url.ts';
import { countMatches, type Item, groupByDay } from './items.ts';
import { AlertsNotices } from './notices.tsx';
import { type Alerts, alertsUrl, type AlertsUrl, periodNames, refreshAlerts, useAlerts } from './use-alerts.ts';
import { SidePanel } from './side-panel.tsx';
import { useReviewProgress } from './review-state.ts';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../platform/format.ts';
import { writeUrl } from '../../platform/url/codec.ts';
import { formatSpan } from './days.ts';

// One view is open at a time; the feed brings its virtual list, the digest its charts.
const Review = lazy(() => import('./review.tsx').then((module) => ({ default: module.Review })));
const Digest = lazy(() => import('./digest-view.tsx').then((module) => ({ default: module.DigestView })));
const Configurations = lazy(() =>
  import('./managed-alerts.tsx').then((module) => ({ default: module.Configurations })),
);

/** What other screens lend to this one, so that no feature imports another. */
export type AlertsPageProps = {
  /** The details of an item, with what other screens know of its deal. */
  readonly renderDetail: (item: Item) => ReactNode;
};

/** The alerts screen: a function of the address. */
export function AlertsPage({ renderDetail }: AlertsPageProps) {
  const client = useQueryClient();
  const wide = useIsWide();
  const [sheetOpen, setSheetOpen] = useState(false);
  const url = useUrl(alertsUrl);
  const alerts = useAlerts(url.value);
  const triage = useReviewProgress(alerts.items);
  const days = groupByDay(alerts.items);
  const change = (next: Partial<AlertsUrl>) => url.write({ ...url.value, open: undefined, ...next });
  const again = () => void refreshAlerts(client);
  const panel = (
    <SidePanel
      value={url.value}
      onChange={change}
      {...alerts}
      days={days}
      marks={triage.marks}
      onDay={({ items }) => {
        setSheetOpen(false);
        triage.moveTo(items[0]);
      }}
      onExport={() =>
        void import('./export.ts').then(({ saveItems }) =>
          saveItems(
            alerts.items.filter(({ id }) => triage.marks.get(id)?.status === 'shortlist'),
            triage.marks,
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
          onRefresh={again}
          corner={
            !wide && (
              <Button onClick={() => setSheetOpen(true)}>
                <SlidersHorizontal aria-hidden className="size-3.5" />
                <span className="sr-only">Alerts and days</span>
              </Button>
            )
          }
        />
        <AlertsNotices alerts={alerts} onAgain={again}>
          <UnreadNotice unread={url.unread} />
        </AlertsNotices>
        <Suspense>
          {url.value.view === 'digest' && <Digest value={url.value} alerts={alerts} onChange={change} />}
          {url.value.view === 'alerts' && <Configurations alerts={alerts} />}
          {url.value.view === 'review' && (
            <Review url={url} {...{ alerts, triage, days, wide, renderDetail }} onChange={change} />
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
  readonly alerts: Alerts;
  readonly onRefresh: () => void;
  /** The way to the panel on a narrow screen. */
  readonly corner: ReactNode;
};

const views = [
  ['review', 'Review'],
  ['digest', 'Digest'],
  ['alerts', 'Saved alerts'],
] as const;

/** How many deals in which days, and the parts of the screen. */
export function AlertsHead({ value, alerts, onRefresh, corner }: AlertsHeadProps) {
  const title = formatTitle(alerts);
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-b border-line px-4.5 pt-3.5 pb-2.5 wide:px-6 print:hidden">
      <title>{`${title}, Fundscope`}</title>
      <h1 className="text-[19px] font-[640] tracking-[-0.02em] tabular-nums">{title}</h1>
      <span className="text-[11.5px] text-ink-3 tabular-nums">
        {periodNames[value.period]}, {formatSpan(alerts.days)}, UTC
      </span>
      <div className="flex flex-wrap items-center gap-1.5 wide:ml-auto">
        <nav aria-label="Parts of the alerts screen" className="flex gap-0.5 rounded-[8px] bg-sunken p-0.5">
          {views.map(([view, name]) => (
            <Link
              key={view}
              to="/alerts"
              search={writeUrl(alertsUrl, { ...value, view, open: undefined })}
              // Without `exact` the plain address counts as a part of every other.
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
          <span className="max-wide:sr-only">Refresh, free</span>
        </Button>
      </div>
    </div>
  );
}

/** "41 deals, 58 matches": a deal that two alerts found is one deal and two matches. */
function formatTitle({ items, isAnswered }: Alerts): string {
  if (!isAnswered) return 'Alerts';
  return `${formatCount(items.length, 'deal')}, ${formatCount(countMatches(items), 'match', 'matches')}`;
}
