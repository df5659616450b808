import { useMutation } from '@tanstack/react-query';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { Details } from './facts.tsx';

type LoadProps = {
  readonly label: string;
  readonly tenths: number;
  readonly ask: (authorization: SpendAuthorization) => Promise<void>;
};

/** Buys something about one record at a known price. */
export function LoadButton({ label, tenths, ask }: LoadProps) {
  const purchase = useMutation({ mutationFn: ask });
  return (
    <div className="grid justify-items-start gap-2">
      <PricedButton
        tenths={tenths}
        pending={purchase.isPending}
        onConfirm={(authorization) => purchase.mutate(authorization)}
      >
        {label}
      </PricedButton>
      {purchase.error && <FailureNotice key={purchase.error.message} failure={purchase.error} />}
    </div>
  );
}

/** Stands where a link opens a record that is not owned here. */
export function NotOwned({ one, ...load }: LoadProps & { readonly one: string }) {
  return (
    <Details>
      <p className="text-ink-2">This {one} is not owned on this device, and opening it asks for nothing.</p>
      <LoadButton {...load} />
    </Details>
  );
}
