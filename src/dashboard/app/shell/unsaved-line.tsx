import { useEffect } from 'react';
import { discardUnsaved, retryTemporary, retryUnsaved, useSavingProblem } from '../../records/saving/unsaved.ts';
import { formatCount } from '../../platform/format.ts';
import { isTemporary, useGatewayContact } from '../../platform/http/workspace.ts';

const buttonClass = 'min-h-6 underline';

/** Says that changes are not saved, and why; they stay on screen, and are sent again once the gateway responds. */
export function UnsavedLine() {
  const problem = useSavingProblem();
  const { answeredAt } = useGatewayContact();
  const isWaiting = problem !== undefined && isTemporary(problem.error);
  useEffect(() => {
    if (answeredAt > 0) retryTemporary();
  }, [answeredAt]);
  return (
    <output className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-4.5 py-1.5 text-warn empty:hidden print:hidden">
      {problem && (
        <>
          <span>
            {formatCount(problem.changes, 'change is', 'changes are')} not saved.{' '}
            {isWaiting ? 'The gateway does not respond.' : problem.error.message}
          </span>
          <button type="button" className={buttonClass} onClick={retryUnsaved}>
            Try again
          </button>
          <button type="button" className={buttonClass} onClick={discardUnsaved}>
            Discard
          </button>
        </>
      )}
    </output>
  );
}
