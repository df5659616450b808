import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, RefreshCw, Send } from 'lucide-react';
import { type ReactNode } from 'react';
import { useConnected } from '../../platform/http/connection.ts';
import { useIsViewer } from '../../platform/http/membership.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Overflow } from '../../platform/ui/overflow.tsx';
import { useIsWide } from '../../platform/ui/use-browser.ts';
import { SegmentLinks } from '../../platform/ui/segments.tsx';
import { UnreadNotice } from '../../platform/ui/notice.tsx';
import { useUrl, writeUrl } from '../../platform/url/url.ts';
import { type AlertItem, countMatches, formatDayRange, groupByDay } from '../../records/alerts/items.ts';
import { AlertsNotices } from './notices.tsx';
import {
  type AlertsState,
  alertsUrl,
  type AlertsUrl,
  refreshAlerts,
  useAlerts,
} from '../../records/alerts/use-alerts.ts';
import { AlertsToolbar, ReviewMeter } from './toolbar.tsx';
import { useReviewProgress } from '../../records/alerts/review-state.ts';
import { formatCount } from '../../platform/format.ts';
import { Review } from './review.tsx';
import { DigestView } from './digest-view.tsx';
import { SavedAlerts } from './managed-alerts.tsx';
import { saveItems } from './digest.ts';

type AlertsPageProps = {
  /** Renders the details of a deal. The app provides it, because it uses other features. */
  readonly renderDetail: (item: AlertItem) => ReactNode;
};

/** The alerts screen. Its whole state is in the URL. */
export function AlertsPage({ renderDetail }: AlertsPageProps) {
  const client = useQueryClient();
  const wide = useIsWide();
  const url = useUrl(alertsUrl);
  const alerts = useAlerts(url.value);
  const review = useReviewProgress(alerts.items, alerts.leftAt);
  const days = groupByDay(alerts.items);
  const isEmpty = alerts.isLoaded && alerts.configurations.length === 0;
  const change = (next: Partial<AlertsUrl>) => url.write({ ...url.value, open: undefined, ...next });
  const isViewer = useIsViewer();
  const hasDeliveries = useConnected()?.deliveries === true && !isViewer;
  const refresh = () => void refreshAlerts(client);
  const saveShortlist = () =>
    saveItems(
      alerts.items.filter(({ id }) => review.statuses.get(id)?.status === 'shortlist'),
      review.statuses,
      'shortlist',
    );
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col tiny:scroll-y print:block">
      {url.value.view === 'review' && (
        <p className="hidden px-6 py-2 text-15 font-semibold print:block">
          {['Alerts', formatDayRange(alerts.days), formatTitle(alerts)].filter(Boolean).join(', ')}
        </p>
      )}
      <AlertsHead value={url.value} alerts={alerts}>
        {url.value.view === 'review' && (
          <ReviewMeter
            items={alerts.items}
            days={days}
            statuses={review.statuses}
            onDay={({ items }) => review.moveTo(items[0])}
          />
        )}
        <Overflow label="More actions">
          <Button variant="ghost" aria-busy={alerts.pending} onClick={refresh}>
            <RefreshCw aria-hidden className="size-3.75" />
            Refresh
          </Button>
          <Button variant="ghost" onClick={saveShortlist}>
            <Download aria-hidden className="size-3.75" />
            Export shortlist as CSV
          </Button>
          {hasDeliveries && (
            <Link
              to="/settings"
              hash="deliveries"
              className="inline-flex h-7.5 items-center gap-1.5 rounded-md border px-2.5 font-medium max-tablet:min-h-10"
            >
              <Send aria-hidden className="size-3.75" />
              Deliveries
            </Link>
          )}
        </Overflow>
      </AlertsHead>
      {url.value.view !== 'alerts' && !isEmpty && <AlertsToolbar value={url.value} alerts={alerts} onChange={change} />}
      <AlertsNotices alerts={alerts} onRetry={refresh}>
        <UnreadNotice unread={url.unread} />
      </AlertsNotices>
      {url.value.view === 'digest' && (
        <DigestView value={url.value} alerts={alerts} statuses={review.statuses} onChange={change} />
      )}
      {url.value.view === 'alerts' && (
        <SavedAlerts
          alerts={alerts}
          isFormOpen={url.value.form === 'new'}
          onFormClosed={() => url.value.form && url.write({ ...url.value, form: undefined }, 'replace')}
        />
      )}
      {url.value.view === 'review' && (
        <Review url={url} {...{ alerts, review, days, wide, renderDetail }} onChange={change} />
      )}
    </div>
  );
}

type AlertsHeadProps = {
  readonly value: AlertsUrl;
  readonly alerts: AlertsState;
  readonly children: ReactNode;
};

const views = [
  ['review', 'Review'],
  ['digest', 'Digest'],
  ['alerts', 'Manage'],
] as const;

/** The number of deals, the review so far, and the views. */
function AlertsHead({ value, alerts, children }: AlertsHeadProps) {
  const title = formatTitle(alerts);
  return (
    <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4.5 py-2 wide:px-6 short:py-1 short:max-tablet:min-h-0 short:max-tablet:gap-x-1.5 short:max-tablet:px-3 print:hidden">
      <title>{`${title === '' ? 'Alerts' : title}, Fundscope`}</title>
      <h1 className="flex items-center gap-3 text-15 font-semibold tabular-nums max-tablet:grow short:max-tablet:sr-only">
        Alerts
        {title !== '' && (
          <span className="border-l border-line pl-3 text-13 font-normal text-ink-3 max-tablet:hidden">{title}</span>
        )}
      </h1>
      <div className="ml-auto flex flex-wrap items-center gap-1.5 max-tablet:contents short:max-tablet:[&>button]:w-7">
        <SegmentLinks
          label="Views"
          to="/alerts"
          className="order-2 short:order-none"
          views={views.map(([view, name]) => ({
            name,
            search: writeUrl(alertsUrl, { ...value, view, open: undefined, form: undefined }),
            isCurrent: value.view === view,
          }))}
        />
        {children}
      </div>
    </div>
  );
}

/**
 * "41 deals, 58 matches": a deal that matches two alerts counts as two matches. Without any, the view says why
 * (`EmptyFeed`).
 */
function formatTitle({ items, isLoaded }: AlertsState): string {
  if (!isLoaded || items.length === 0) return '';
  return `${formatCount(items.length, 'deal')}, ${formatCount(countMatches(items), 'match', 'matches')}`;
}
