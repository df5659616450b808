import type { ReactNode } from 'react';
import { formatCount, formatMoney } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import type { AlertItem } from '../../records/alerts/items.ts';
import type { AlertsState } from '../../records/alerts/use-alerts.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { describeError } from '../../platform/http/error-text.ts';

type AlertsNoticesProps = { readonly alerts: AlertsState; readonly onRetry: () => void; readonly children: ReactNode };

/** Notices above the feed: failures, deleted alerts, differing amounts, unreadable values. */
export function AlertsNotices({ alerts, onRetry, children }: AlertsNoticesProps) {
  const { failure, pending, problem, deletedIds, configurations, items, surprises } = alerts;
  const names = configurations.filter(({ configuration_id: id }) => id !== null && deletedIds.includes(id));
  const differing = items.filter(({ alertUsd }) => alertUsd !== undefined);
  return (
    <div className="grid gap-2 px-4.5 py-2.5 empty:hidden wide:px-6 print:hidden">
      {children}
      {problem !== undefined && <Notice variant="bad" urgent title={problem} />}
      {failure && !pending && <AlertsFailure failure={failure} onRetry={onRetry} />}
      {deletedIds.length > 0 && (
        <Notice
          variant="warn"
          title={`${formatCount(deletedIds.length, 'alert')} ${deletedIds.length === 1 ? 'was' : 'were'} deleted`}
          actions={<Button onClick={onRetry}>Reload alerts</Button>}
        >
          {names.map(({ configuration_name: name }) => name ?? 'an unnamed alert').join(', ')}. The deals below are from
          your other alerts.
        </Notice>
      )}
      {differing.length > 0 && <AmountDifferences items={differing} />}
      {surprises > 0 && (
        <p className="text-12 text-ink-3">{formatCount(surprises, 'value')} from the service could not be read.</p>
      )}
    </div>
  );
}

const maxNamed = 3;

function AmountDifferences({ items }: { readonly items: readonly AlertItem[] }) {
  const named = items
    .slice(0, maxNamed)
    .map(
      ({ deal, usd, alertUsd }) =>
        `${deal.company_name ?? 'unnamed'}: ${formatMoney(usd ?? 0)}, not ${formatMoney(alertUsd ?? 0)}`,
    );
  const rest = items.length - named.length;
  return (
    <Notice
      variant="warn"
      title={`${formatCount(items.length, 'amount')} in the alerts ${items.length === 1 ? 'differs from an unlocked row' : 'differ from unlocked rows'}`}
    >
      The unlocked value is used. {named.join('; ')}
      {rest > 0 ? `; and ${formatCount(rest, 'more', 'more')}` : ''}. If they differ by a factor of a million, check the
      unit of alert amounts.
    </Notice>
  );
}

type AlertsFailureProps = { readonly failure: Error; readonly onRetry: () => void };

/** Why the alerts could not be loaded. The request is free, so nothing was charged. */
export function AlertsFailure({ failure, onRetry }: AlertsFailureProps) {
  if (failure instanceof ApiError && failure.kind === 'plan') return <PlanNotice failure={failure} />;
  const title = failure instanceof ApiError ? describeError(failure).title : 'Something went wrong on this page';
  return (
    <Notice variant="bad" urgent title={title} actions={<Button onClick={onRetry}>Try again</Button>}>
      {describeFailure(failure)}
    </Notice>
  );
}

function describeFailure(failure: Error): string {
  if (failure instanceof ApiError && failure.kind === 'key') return describeError(failure).advice;
  return failure instanceof ApiError && failure.kind === 'offline'
    ? 'Changes of statuses and notes wait in this page. Try again when you are back online.'
    : `You were not charged. The service reported: ${failure.message}`;
}

function PlanNotice({ failure: { facts, message } }: { readonly failure: ApiError }) {
  return (
    <Notice variant="warn" urgent title="Your plan does not include alerts">
      <p>
        Alerts are part of the Pro+ and API plans. You can find the same rounds on the deals screen, for 1 credit per
        row.
      </p>
      {facts.code !== 'API_TIER_REQUIRED' && <p>The service reported: {message}</p>}
    </Notice>
  );
}
