import type { ReactNode } from 'react';
import { useConnected } from '../../platform/http/connection.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
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
        <Notice
          title="No deals from these alerts in this period"
          actions={<Button onClick={() => onChange({ alert: [] })}>Show all alerts</Button>}
        >
          Other alerts have matches.
        </Notice>
      ) : (
        <Notice
          title={formatTitle(value.period, memory.finishedAt)}
          actions={<OtherDays value={value} onChange={onChange} />}
        >
          “Since my last review” also finds deals that were added late.
        </Notice>
      )}
    </div>
  );
}

/** Says that there is no saved alert, with the button that creates one where the service allows that. */
export const NoAlerts = ({ children }: { readonly children: ReactNode }) => (
  <Notice title="No saved alerts yet" actions={children}>
    {!children && 'Create alerts in the hosted service. '}
    Deals that match an alert appear in Review, by day.
  </Notice>
);

const formatTitle = (period: AlertsUrl['period'], finishedAt: number): string =>
  period === 'review' && finishedAt > 0 ? 'Nothing new since your last review' : 'No deals matched in this period';

function OtherDays({ value, onChange }: Pick<EmptyMessageProps, 'value' | 'onChange'>) {
  const go = (period: AlertsUrl['period']) => onChange({ period, from: undefined, to: undefined });
  return (
    <>
      {value.period !== 'last-week' && <Button onClick={() => go('last-week')}>Last week</Button>}
      {value.period !== 'review' && <Button onClick={() => go('review')}>Since my last review</Button>}
    </>
  );
}
