import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { toCount } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { writeUrl } from '../../platform/url/codec.ts';
import { toSpanName } from './days.ts';
import { countMatches } from './items.ts';
import { alertsUrl, type AlertsUrl } from './question.ts';
import { periodNames, type Alerts } from './use-alerts.ts';

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
  const title = toTitle(alerts);
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-b border-line px-4.5 pt-3.5 pb-2.5 wide:px-6 print:hidden">
      <title>{`${title}, Fundscope`}</title>
      <h1 className="text-[19px] font-[640] tracking-[-0.02em] tabular-nums">{title}</h1>
      <span className="text-[11.5px] text-ink-3 tabular-nums">
        {periodNames[value.period]}, {toSpanName(alerts.days)}, UTC
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
function toTitle({ items, isAnswered }: Alerts): string {
  if (!isAnswered) return 'Alerts';
  return `${toCount(items.length, 'deal')}, ${toCount(countMatches(items), 'match', 'matches')}`;
}
