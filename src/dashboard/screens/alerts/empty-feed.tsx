import type { ReactNode } from 'react';
import { useConnected } from '../../platform/http/connection.ts';
import { Button } from '../../platform/ui/button.tsx';
import { EmptyState } from '../../platform/ui/empty-state.tsx';
import type { AlertsState, AlertsUrl } from '../../records/alerts/use-alerts.ts';
import { ListLoading } from '../searches/kit/results/skeleton.tsx';
import { NewAlert } from './new-alert.tsx';

type EmptyMessageProps = {
  readonly alerts: AlertsState;
  readonly value: AlertsUrl;
  readonly onChange: (next: Partial<AlertsUrl>) => void;
};

/** Why the feed is empty and what to do; a placeholder while it loads, nothing after a failure. */
export function EmptyFeed({ alerts, value, onChange }: EmptyMessageProps) {
  const { isLoaded, pending, failure, configurations, listed, memory } = alerts;
  const canSave = useConnected()?.account === true;
  if (pending && !isLoaded) return <ListLoading />;
  if (failure || !isLoaded) return null;
  return (
    <div className="px-4.5 py-3 wide:px-6">
      {configurations.length === 0 ? (
        <NoAlerts>{canSave && <NewAlert />}</NoAlerts>
      ) : listed.length > 0 ? (
        <EmptyState
          title="No deals from these alerts in this period"
          action={
            <Button variant="primary" onClick={() => onChange({ alert: [] })}>
              Show all alerts
            </Button>
          }
        >
          Other alerts have matches.
        </EmptyState>
      ) : (
        <EmptyState
          title={formatTitle(value.period, memory.finishedAt)}
          example={matchExample}
          action={<OtherDays value={value} onChange={onChange} />}
        >
          {value.period === 'review'
            ? 'New matches appear here as they are added.'
            : '“Since my last review” also finds deals that were added late.'}
        </EmptyState>
      )}
    </div>
  );
}

/** Says that there is no saved alert, with the button that creates one where the service allows that. */
export const NoAlerts = ({ children }: { readonly children: ReactNode }) => (
  <EmptyState title="No saved alerts yet" example={matchExample} action={children}>
    {!children && 'Create alerts in the hosted service. '}
    Deals that match an alert appear in Review, by day.
  </EmptyState>
);

const matchExample = ['Arcwell Robotics', 'Series A', '$18.0M', 'Munich', 'matches “European robotics”'] as const;

const formatTitle = (period: AlertsUrl['period'], finishedAt: number): string =>
  period === 'review' && finishedAt > 0 ? 'Nothing new since your last review' : 'No deals matched in this period';

/** The days in which there may be some. */
function OtherDays({ value, onChange }: Pick<EmptyMessageProps, 'value' | 'onChange'>) {
  const go = (period: AlertsUrl['period']) => onChange({ period, from: undefined, to: undefined });
  return value.period === 'review' ? (
    <Button variant="primary" onClick={() => go('last-week')}>
      Last week
    </Button>
  ) : (
    <Button variant="primary" onClick={() => go('review')}>
      Since my last review
    </Button>
  );
}
