import { ApiError } from '../../platform/http/api-error.ts';
import { describeError } from '../../platform/http/error-text.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';

type AlertsFailureProps = { readonly failure: Error; readonly onAgain: () => void };

/** Why the alerts did not come: asking for them is free, so nothing can have been charged. */
export function AlertsFailure({ failure, onAgain }: AlertsFailureProps) {
  if (failure instanceof ApiError && failure.kind === 'plan') return <PlanNotice failure={failure} />;
  const title = failure instanceof ApiError ? describeError(failure).title : 'Something went wrong on this page';
  const isOffline = failure instanceof ApiError && failure.kind === 'offline';
  return (
    <Notice look="bad" urgent title={title} actions={<Button onClick={onAgain}>Try again, free</Button>}>
      {isOffline
        ? 'Marks and notes are kept on this device and can be made meanwhile. Try again when the connection is back.'
        : `Reading alerts is free, so nothing was charged. The service says: ${failure.message}`}
    </Notice>
  );
}

function PlanNotice({ failure: { message } }: { readonly failure: ApiError }) {
  return (
    <Notice look="warn" urgent title="The plan of this key has no alerts">
      <p>
        Alerts are part of the Pro+ and API plans. Everything else works with this key; the deals screen finds the same
        rounds by filters, for one credit a row.
      </p>
      <p>The service says: {message}</p>
    </Notice>
  );
}
