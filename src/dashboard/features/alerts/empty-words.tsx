import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import type { AlertsUrl } from './question.ts';
import type { Alerts } from './use-alerts.ts';

type EmptyWordsProps = {
  readonly alerts: Alerts;
  readonly value: AlertsUrl;
  readonly onChange: (next: Partial<AlertsUrl>) => void;
};

/** Why the feed is empty, and what to do; nothing while an answer is on its way or failed. */
export function EmptyWords({ alerts, value, onChange }: EmptyWordsProps) {
  const { isAnswered, pending, failure, configurations, listed, memory } = alerts;
  if (pending && !isAnswered) return <Waiting />;
  if (failure || !isAnswered) return null;
  return (
    <div className="px-4.5 py-3 wide:px-6">
      {configurations.length === 0 ? (
        <Notice
          title="There is no saved alert yet"
          actions={<Button onClick={() => onChange({ view: 'alerts' })}>Go to the saved alerts</Button>}
        >
          An alert holds filters such as round type, place and size. What matches it stands here by day, for nothing.
        </Notice>
      ) : listed.length > 0 ? (
        <Notice
          title="The chosen alerts found nothing in these days"
          actions={<Button onClick={() => onChange({ alert: [] })}>Show all alerts</Button>}
        >
          Other alerts did.
        </Notice>
      ) : (
        <Notice
          title={toTitle(value.period, memory.finishedAt)}
          actions={<OtherDays value={value} onChange={onChange} />}
        >
          Days are UTC days. A deal can be added to the service after its day; “Since my last review” finds those too.
        </Notice>
      )}
    </div>
  );
}

const toTitle = (period: AlertsUrl['period'], finishedAt: number): string =>
  period === 'review' && finishedAt > 0 ? 'Nothing is new since your last review' : 'No deal matched in these days';

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
