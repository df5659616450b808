import { ApiFailure, type FailureFacts, type FailureKind } from '../platform/http/failure.ts';
import { Notice } from '../platform/ui/notice.tsx';
import { useSecondsLeft } from '../platform/ui/use-seconds-left.ts';
import type { Act } from './act.ts';
import { toFailureText } from '../platform/http/failure-text.ts';
import { PricedButton } from './priced-button.tsx';

type FailureNoticeProps = {
  readonly failure: Error;
  /** Whether a problem stands beside its field already, so that it need not be listed. */
  readonly isPlaced?: ((field: string) => boolean) | undefined;
  /** What trying again costs at most, and does; left out where its own button stands elsewhere. */
  readonly retry?: { readonly tenths: number; readonly onAct: (act: Act) => void } | undefined;
};

/** A failed paid request: what happened, whether it cost, and an explicit way to try again. */
export function FailureNotice({ failure, isPlaced, retry }: FailureNoticeProps) {
  if (failure instanceof ApiFailure) return <Refusal failure={failure} isPlaced={isPlaced} retry={retry} />;
  return (
    <Notice look="bad" urgent title="Something went wrong on this page">
      {failure.message}
    </Notice>
  );
}

/** The same question would be refused again for the same reason. */
const refusedAgain: readonly FailureKind[] = ['invalid', 'missing', 'plan'];

function Refusal({ failure, isPlaced, retry }: FailureNoticeProps & { readonly failure: ApiFailure }) {
  const { kind, facts, at, mayHaveCharged, message } = failure;
  const secondsLeft = useSecondsLeft(at + (facts.retryAfterSeconds ?? 0) * 1000);
  const { title, advice } = toFailureText(failure);
  const action = retry && !refusedAgain.includes(kind) && (
    <PricedButton upTo tenths={retry.tenths} disabled={secondsLeft > 0} onAct={retry.onAct}>
      Try again
    </PricedButton>
  );
  return (
    <Notice look={mayHaveCharged ? 'warn' : 'bad'} urgent title={title} actions={action}>
      <p>{advice}</p>
      {facts.status > 0 && <p>The service says: {message}</p>}
      <Problems problems={(facts.problems ?? []).filter(({ field = '' }) => isPlaced?.(field) !== true)} />
      {secondsLeft > 0 && (
        <p className="tabular-nums" aria-hidden>
          Possible again in {secondsLeft} s.
        </p>
      )}
      {facts.requestId !== undefined && <p className="text-ink-3">Request {facts.requestId}</p>}
    </Notice>
  );
}

function Problems({ problems }: { readonly problems: NonNullable<FailureFacts['problems']> }) {
  return (
    <ul className="list-disc pl-4 empty:hidden">
      {problems.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          {field}: {message}
        </li>
      ))}
    </ul>
  );
}
