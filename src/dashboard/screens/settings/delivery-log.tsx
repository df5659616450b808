import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Delivery, DeliveryLogEntry } from '#contract/deliveries.ts';
import { formatCount, formatUtcMinute } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { FailureNotice } from '../../spending/failure-notice.tsx';
import { deliveryLog, isUnderWay, runDeliveryAction } from './deliveries.ts';
import { LoadingLines } from '../../platform/ui/loading.tsx';
import { EmptyState } from '../../platform/ui/empty-state.tsx';

/** The last messages of a delivery; each can be sent again. */
export function DeliveryLog({ delivery: { id, stopped } }: { readonly delivery: Delivery }) {
  const client = useQueryClient();
  const log = useQuery(deliveryLog(id));
  const resending = useMutation({ mutationFn: (message: string) => runDeliveryAction(client, 'resend', message) });
  const failure = log.error ?? resending.error;
  return (
    <div className="grid gap-2 p-4">
      {failure && <FailureNotice key={failure.message} failure={failure} />}
      {log.isPending && <LoadingLines />}
      {log.data?.length === 0 && (
        <EmptyState title="Nothing was sent yet" example={['28 Nov 2026, 07:00 UTC', '4 deals', 'Sent']}>
          “Send a test now” next to the delivery sends the newest deals.
        </EmptyState>
      )}
      <ul className="grid">
        {log.data?.map((message) => (
          <li
            key={message.id}
            className="flex items-center justify-between gap-3 border-b border-line py-2 last:border-0"
          >
            <span className="grid min-w-0 gap-0.5">
              <span className="tabular-nums">
                {formatUtcMinute(message.created_at)} UTC, {formatCount(message.deals, 'deal')}
                {message.is_test && ', test'}
              </span>
              <span className={`text-12 ${message.state === 'failed' ? 'text-bad' : 'text-ink-3'}`}>
                {describeState(message)}
              </span>
            </span>
            {!stopped && (
              <Button
                aria-disabled={message.state === 'waiting'}
                onClick={() => message.state === 'waiting' || resending.mutate(message.id)}
              >
                Send again
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function describeState(message: DeliveryLogEntry): string {
  const { state, attempts, problem, next_attempt_at } = message;
  if (state === 'sent') return attempts > 1 ? `Sent at attempt ${attempts}` : 'Sent';
  if (state === 'failed') return `Failed: ${problem}`;
  return isUnderWay(message) ? 'On its way' : `${problem} Next attempt ${next_attempt_at.slice(11, 16)} UTC.`;
}
