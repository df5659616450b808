import { useQueryClient } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { useIsWide } from '../../platform/ui/use-media.ts';
import { UnreadNotice } from '../../platform/url/unread-notice.tsx';
import { useUrl } from '../../platform/url/use-url.ts';
import { toDayGroups, type Item } from './items.ts';
import { AlertsHead } from './head.tsx';
import { AlertsNotices } from './notices.tsx';
import { refreshAlerts } from './queries.ts';
import { alertsUrl, type AlertsUrl } from './question.ts';
import { SidePanel } from './side-panel.tsx';
import { useAlerts } from './use-alerts.ts';
import { useTriage } from './use-triage.ts';

// One view is open at a time; the feed brings its virtual list, the digest its charts.
const Review = lazy(() => import('./review.tsx').then((module) => ({ default: module.Review })));
const Digest = lazy(() => import('./digest-view.tsx').then((module) => ({ default: module.DigestView })));
const Configurations = lazy(() =>
  import('./configurations.tsx').then((module) => ({ default: module.Configurations })),
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
  const triage = useTriage(alerts.items);
  const days = toDayGroups(alerts.items);
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
            alerts.items.filter(({ id }) => triage.marks.get(id)?.verdict === 'shortlist'),
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
