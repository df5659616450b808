import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { LoadingLines } from '../platform/ui/loading.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { PricedButton } from './priced-button.tsx';
import type { SpendAuthorization } from './spend-authorization.ts';
import { useFreeLoad, useIsFree } from './use-free-load.ts';

type LoadButtonProps = {
  /** What it does, which is also its name in the command palette. */
  readonly children: string;
  readonly tenths: number;
  /** Says "up to", for a price that may turn out lower. */
  readonly upTo?: boolean;
  readonly ref?: RefObject<HTMLButtonElement | null> | undefined;
  readonly onLoad: (authorization: SpendAuthorization) => Promise<unknown>;
};

/**
 * A button that loads something at a known price, with the failure below it. Where the account is not metered it loads
 * at once, and the button is for what is loaded again.
 */
export function LoadButton({ children, tenths, upTo = false, ref, onLoad }: LoadButtonProps) {
  const { mutate, status, isPending, error } = useMutation({ mutationFn: onLoad });
  const isFree = useIsFree();
  useFreeLoad(status === 'idle' ? 'first' : undefined, mutate);
  if (isFree && (status === 'idle' || isPending)) return <LoadingLines />;
  return (
    <div className="grid justify-items-start gap-2">
      <PricedButton isListed ref={ref} upTo={upTo} tenths={tenths} pending={isPending} onConfirm={mutate}>
        {children}
      </PricedButton>
      {error && (
        <FailureNotice key={error.message} failure={error} repeat={{ name: 'Try again', tenths, onConfirm: mutate }} />
      )}
    </div>
  );
}
