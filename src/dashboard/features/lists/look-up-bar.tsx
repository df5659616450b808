import { formatCount } from '../../platform/format.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { isRunning, lookUp, lookUpRest, stopLookUp, priceLookUp, useRun, type Run } from './look-up.ts';
import { readMatches } from '../../library/lists/lists.ts';

type LookUpBarProps = {
  readonly listId: string;
  /** What is neither known nor owned, each once. */
  readonly wanted: readonly string[];
};

/** What looking the rest of a list up costs at most, how far it is, and how it ended. */
export function LookUpBar({ listId, wanted }: LookUpBarProps) {
  const run = useRun();
  const own = run?.listId === listId ? run : undefined;
  const busy = isRunning(run);
  const rest = readMatches(listId).cuts.reduce((sum, cut) => sum + cut.rest, 0);
  return (
    <div className="grid gap-2 empty:hidden">
      {own && isRunning(own) && <Progress run={own} />}
      {(own?.step === 'finished' || own?.step === 'stopped') && (
        <output ref={focusIfLost} tabIndex={-1} className="w-fit text-ink-2 tabular-nums">
          {own.step === 'finished'
            ? `${formatCount(own.done, 'line')} looked up.`
            : `Stopped after ${own.done.toLocaleString('en-US')} of ${formatCount(own.of, 'line')}. What came is kept.`}
        </output>
      )}
      {own?.step === 'failed' && own.failure && <FailureNotice key={own.failure.message} failure={own.failure} />}
      {own && own.strays > 0 && (
        <Notice look="warn" title={`${formatCount(own.strays, 'company', 'companies')} came that fit no line`}>
          The service compares addresses otherwise than this page. They are unlocked: see the companies screen.
        </Notice>
      )}
      {(wanted.length > 0 || (own && isRunning(own))) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <PricedButton
            look="primary"
            upTo
            tenths={priceLookUp(wanted.length)}
            pricedBy={`${listId}-price`}
            pending={busy}
            onConfirm={(authorization) => void lookUp(authorization, listId, wanted)}
          >
            Look up {wanted.length.toLocaleString('en-US')}
          </PricedButton>
          <p id={`${listId}-price`} className="text-[12px] text-ink-3">
            Up to{' '}
            <b className="font-semibold text-ink tabular-nums">
              {formatCount(priceLookUp(wanted.length) / 10, 'credit')}
            </b>
            : one for each company that is found, nothing for what is not known or owned already.
          </p>
        </div>
      )}
      {!busy && rest > 0 && (
        <Notice
          title={`${formatCount(rest, 'more company shares', 'more companies share')} an address of your list`}
          actions={
            <PricedButton
              upTo
              tenths={priceLookUp(rest)}
              onConfirm={(authorization) => void lookUpRest(authorization, listId)}
            >
              Bring {rest.toLocaleString('en-US')} more
            </PricedButton>
          }
        >
          The service has more companies for these lines than there are lines. Until they are here, nothing certain can
          be said of their batch.
        </Notice>
      )}
    </div>
  );
}

/** The button that had the focus is gone when nothing is left to be looked up. */
function focusIfLost(output: HTMLOutputElement | null): void {
  if (document.activeElement === document.body) output?.focus();
}

function Progress({ run: { done, of, step } }: { readonly run: Run }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <progress aria-label="Looked up" value={done} max={of} className="h-2 w-56 accent-accent" />
      <output className="tabular-nums">
        {done.toLocaleString('en-US')} of {of.toLocaleString('en-US')} looked up
      </output>
      {step === 'running' ? (
        <Button onClick={stopLookUp}>Stop</Button>
      ) : (
        <span className="text-ink-3">Stopping after the request that is under way</span>
      )}
    </div>
  );
}
