import { ApiError, type ApiErrorFacts, type ApiErrorKind } from '../platform/http/api-error.ts';
import { describeError } from '../platform/http/error-text.ts';
import { useOwnCredits } from '../platform/http/connection.ts';
import { Notice } from '../platform/ui/notice.tsx';
import { useSecondsLeft } from '../platform/ui/use-browser.ts';
import { getAffordableTenths, useBalance } from './balance.ts';
import { PricedButton, type PurchasePart } from './priced-button.tsx';
import { OwnCredits } from './own-credits.tsx';

type FailureNoticeProps = {
  readonly failure: Error;
  /** Whether a problem is shown next to its field already. */
  readonly isPlaced?: ((field: string) => boolean) | undefined;
  /** What trying again does, with its name and highest price, for this many tenths left; absent where another button does it. */
  readonly retry?: ((leftTenths: number) => PurchasePart) | undefined;
  /** What sends the same request once more where an earlier one may have been charged; by default what `retry` does. */
  readonly repeat?: PurchasePart | undefined;
};

/** A failed paid request: what happened, whether it cost, and an explicit way to try again. */
export function FailureNotice({ failure, ...props }: FailureNoticeProps) {
  if (failure instanceof ApiError) return <ApiErrorNotice failure={failure} {...props} />;
  return (
    <Notice variant="bad" urgent title="Something went wrong on this page">
      {failure.message}
    </Notice>
  );
}

/** The same request would be rejected again for the same reason. */
const permanentKinds: readonly ApiErrorKind[] = ['invalid', 'missing', 'plan'];

/** Our own text says all that the service says. */
const ownCodes: readonly (string | undefined)[] = ['INVALID_API_KEY', 'INSUFFICIENT_CREDITS'];

function ApiErrorNotice({ failure, isPlaced, retry, repeat }: FailureNoticeProps & { readonly failure: ApiError }) {
  const { kind, facts, at, mayHaveCharged, message } = failure;
  const secondsLeft = useSecondsLeft(at + (facts.retryAfterSeconds ?? 0) * 1000);
  const { title, advice } = describeError(failure);
  const canAddCredits = useOwnCredits();
  const affordable = getAffordableTenths(useBalance());
  const isUnconfirmed = kind === 'unconfirmed';
  const again = (isUnconfirmed ? repeat : undefined) ?? retry?.(affordable);
  const action = again && !permanentKinds.includes(kind) && (
    <PricedButton
      isListed
      upTo
      tenths={again.tenths}
      repeat={isUnconfirmed}
      disabled={secondsLeft > 0}
      onConfirm={again.onConfirm}
    >
      {again.name}
    </PricedButton>
  );
  return (
    <Notice variant={mayHaveCharged || isUnconfirmed ? 'warn' : 'bad'} urgent title={title} actions={action}>
      <p>{advice}</p>
      {facts.status > 0 &&
        message !== `${title}.` &&
        kind !== 'budget' &&
        !isUnconfirmed &&
        !ownCodes.includes(facts.code) && <p>The service says: {message}</p>}
      {kind === 'credits' && canAddCredits && (
        <div className="mt-2">
          <OwnCredits />
        </div>
      )}
      <Problems problems={(facts.problems ?? []).filter(({ field = '' }) => isPlaced?.(field) !== true)} />
      {secondsLeft > 0 && secondsLeft <= 120 && (
        <p className="tabular-nums" aria-hidden>
          Try again in {secondsLeft} s.
        </p>
      )}
      {/* For the people who run the service. */}
      {facts.status >= 500 && facts.requestId !== undefined && <p className="text-ink-3">Request {facts.requestId}</p>}
    </Notice>
  );
}

function Problems({ problems }: { readonly problems: NonNullable<ApiErrorFacts['problems']> }) {
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
