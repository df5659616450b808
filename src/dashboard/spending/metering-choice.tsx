import { useMutation } from '@tanstack/react-query';
import { changeCredits } from '#contract/account.ts';
import { CheckBox } from '../platform/form/check-box.tsx';
import { useIsMetered, useOwnCredits } from '../platform/http/connection.ts';
import { sendFree } from './send-free.ts';

/** On the own machine: whether the account is charged, as on a hosted service. */
export function MeteringChoice() {
  const isMetered = useIsMetered();
  const isOffered = useOwnCredits();
  const change = useMutation({
    mutationFn: (metered: boolean) => sendFree(changeCredits, { body: { metered } }),
    // Every price on the page changes.
    onSuccess: () => window.location.reload(),
  });
  if (!isOffered) return null;
  return (
    <div className="grid gap-1">
      <CheckBox
        checked={change.isPending ? change.variables : isMetered}
        onChange={({ target }) => change.mutate(target.checked)}
      >
        Charge credits, as a hosted service does
      </CheckBox>
      <output className="text-bad empty:hidden">{change.isError && 'This was not saved. Try again.'}</output>
    </div>
  );
}
