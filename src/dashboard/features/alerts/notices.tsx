import type { ReactNode } from 'react';
import { formatCount, formatMoney } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import type { Item } from './items.ts';
import type { Alerts, AlertsUrl } from './use-alerts.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { describeError } from '../../platform/http/error-text.ts';

type AlertsNoticesProps = { readonly alerts: Alerts; readonly onAgain: () => void; readonly children: ReactNode };

/** What is to be said before the feed: what failed, what was deleted, what contradicts, what could not be read. */
export function AlertsNotices({ alerts, onAgain, children }: AlertsNoticesProps) {
  const { failure, pending, gone, configurations, items, surprises } = alerts;
  const names = configurations.filter(({ configuration_id: id }) => id !== null && gone.includes(id));
  const contradicting = items.filter(({ contradicts }) => contradicts !== undefined);
  return (
    <div className="grid gap-2 px-4.5 py-2.5 empty:hidden wide:px-6 print:hidden">
      {children}
      {failure && !pending && <AlertsFailure failure={failure} onAgain={onAgain} />}
      {gone.length > 0 && (
        <Notice
          look="warn"
          title={`${formatCount(gone.length, 'alert')} ${gone.length === 1 ? 'was' : 'were'} deleted`}
          actions={<Button onClick={onAgain}>Reload alerts</Button>}
        >
          {names.map(({ configuration_name: name }) => name ?? 'an unnamed alert').join(', ')}. The deals below are from
          your other alerts.
        </Notice>
      )}
      {contradicting.length > 0 && <Contradictions items={contradicting} />}
      {surprises > 0 && (
        <p className="text-[12px] text-ink-3">
          {formatCount(surprises, 'field')} of the response could not be read and {surprises === 1 ? 'is' : 'are'} not
          shown.
        </p>
      )}
    </div>
  );
}

const mostNamed = 3;

function Contradictions({ items }: { readonly items: readonly Item[] }) {
  const named = items
    .slice(0, mostNamed)
    .map(
      ({ deal, usd, contradicts }) =>
        `${deal.company_name ?? 'unnamed'}: ${formatMoney(usd ?? 0)}, not ${formatMoney(contradicts ?? 0)}`,
    );
  const rest = items.length - named.length;
  return (
    <Notice
      look="warn"
      title={`${formatCount(items.length, 'amount')} in the alerts ${items.length === 1 ? 'differs from an unlocked row' : 'differ from unlocked rows'}`}
    >
      The unlocked value is used. {named.join('; ')}
      {rest > 0 ? `; and ${formatCount(rest, 'more', 'more')}` : ''}. If many differ by a factor of a million, check the
      unit of alert amounts in the connection.
    </Notice>
  );
}

type AlertsFailureProps = { readonly failure: Error; readonly onAgain: () => void };

/** Why the alerts did not come: asking for them is free, so nothing can have been charged. */
export function AlertsFailure({ failure, onAgain }: AlertsFailureProps) {
  if (failure instanceof ApiError && failure.kind === 'plan') return <PlanNotice failure={failure} />;
  const title = failure instanceof ApiError ? describeError(failure).title : 'Something went wrong on this page';
  const isOffline = failure instanceof ApiError && failure.kind === 'offline';
  return (
    <Notice look="bad" urgent title={title} actions={<Button onClick={onAgain}>Try again, free</Button>}>
      {isOffline
        ? 'You can still edit statuses and notes: they are stored on this device. Try again when you are back online.'
        : `You were not charged. The service reported: ${failure.message}`}
    </Notice>
  );
}

function PlanNotice({ failure: { message } }: { readonly failure: ApiError }) {
  return (
    <Notice look="warn" urgent title="Your plan does not include alerts">
      <p>
        Alerts are part of the Pro+ and API plans. You can find the same rounds on the deals screen, for 1 credit per
        row.
      </p>
      <p>The service reported: {message}</p>
    </Notice>
  );
}

type EmptyWordsProps = {
  readonly alerts: Alerts;
  readonly value: AlertsUrl;
  readonly onChange: (next: Partial<AlertsUrl>) => void;
};

/** Why the feed is empty, and what to do; nothing while an answer is on its way or failed. */
export function EmptyMessage({ alerts, value, onChange }: EmptyWordsProps) {
  const { isAnswered, pending, failure, configurations, listed, memory } = alerts;
  if (pending && !isAnswered) return <Waiting />;
  if (failure || !isAnswered) return null;
  return (
    <div className="px-4.5 py-3 wide:px-6">
      {configurations.length === 0 ? (
        <Notice
          title="No saved alerts yet"
          actions={<Button onClick={() => onChange({ view: 'alerts' })}>Manage alerts</Button>}
        >
          Create an alert with filters such as round, location and size. Its matching deals appear here by day, free.
        </Notice>
      ) : listed.length > 0 ? (
        <Notice
          title="No deals from the selected alerts in this period"
          actions={<Button onClick={() => onChange({ alert: [] })}>Show all alerts</Button>}
        >
          Other alerts have matches.
        </Notice>
      ) : (
        <Notice
          title={formatTitle(value.period, memory.finishedAt)}
          actions={<OtherDays value={value} onChange={onChange} />}
        >
          Days are in UTC. “Since my last review” also finds deals that were added late.
        </Notice>
      )}
    </div>
  );
}

const formatTitle = (period: AlertsUrl['period'], finishedAt: number): string =>
  period === 'review' && finishedAt > 0 ? 'Nothing new since your last review' : 'No deals matched in this period';

function OtherDays({ value, onChange }: Pick<EmptyWordsProps, 'value' | 'onChange'>) {
  const go = (period: AlertsUrl['period']) => onChange({ period, from: undefined, to: undefined });
  return (
    <>
      {value.period !== 'last-week' && <Button onClick={() => go('last-week')}>Last week</Button>}
      {value.period !== 'review' && <Button onClick={() => go('review')}>Since my last review</Button>}
    </>
  );
}

function Waiting() {
  return (
    <div className="px-4.5 py-5 wide:px-6">
      <output className="sr-only">Reading the alerts</output>
      <div aria-hidden className="grid gap-5">
        {[64, 48, 56, 40].map((width) => (
          <div key={width} className="grid gap-2">
            <div className="h-3.5 w-40 animate-pulse rounded bg-line" />
            <div className="h-3 animate-pulse rounded bg-line" style={{ width: `${width}%` }} />
          </div>
        ))}
      </div>
    </div>
  );
}
