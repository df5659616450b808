import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { searchCompanies } from '#contract/companies.ts';
import { calculatePrice, perCall } from '#contract/credits.ts';
import { priceRoundInvestors, unlockCompanies, unlockRoundInvestors } from '../../library/records/unlock.ts';
import { areNamesFree } from '../../library/records/request-names.ts';
import { type DealRecord, unlockedCompanies } from '../../library/records/records.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { Details } from './facts.tsx';
import { readKnownName } from '../lookups/known-names.ts';

type LoadButtonProps = {
  readonly label: ReactNode;
  readonly tenths: number;
  readonly onLoad: (authorization: SpendAuthorization) => Promise<void>;
};

/** A button that loads something at a known price, with the failure below it. */
export function LoadButton({ label, tenths, onLoad }: LoadButtonProps) {
  const purchase = useMutation({ mutationFn: onLoad });
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

type RoundInvestorsButtonProps = { readonly deals: readonly DealRecord[]; readonly children: ReactNode };

/** Unlocks the investors of these rounds with leads and partners; nothing where no deal names an investor. */
export function RoundInvestorsButton({ deals, children }: RoundInvestorsButtonProps) {
  const tenths = priceRoundInvestors(deals);
  if (tenths === 0) return null;
  return (
    <LoadButton
      label={children}
      tenths={tenths}
      onLoad={(authorization) => unlockRoundInvestors(authorization, deals)}
    />
  );
}

type CompanyNamesButtonProps = { readonly ids: readonly string[]; readonly children: string };

/** Unlocks those of the companies that have no name yet; nothing where all have one, or names are free. */
export function CompanyNamesButton({ ids, children }: CompanyNamesButtonProps) {
  const missing = unlockedCompanies.missing(ids.filter((id) => readKnownName('company', id) === undefined));
  if (missing.length === 0 || areNamesFree()) return null;
  return (
    <LoadButton
      label={children}
      tenths={calculatePrice(searchCompanies.cost, missing.length)}
      onLoad={(authorization) => unlockCompanies(authorization, missing)}
    />
  );
}

// Loaded on the click, because it includes the contract of that kind.
const loads = {
  company: () => import('./load-record.ts').then((module) => module.loadCompany),
  investor: () => import('./load-record.ts').then((module) => module.loadInvestor),
  person: () => import('./load-person.ts').then((module) => module.loadPerson),
} as const;

type RecordProps = { readonly kind: keyof typeof loads; readonly id: string };

/** Unlocks one record, or fetches it again. */
export const loadRecord = async (authorization: SpendAuthorization, { kind, id }: RecordProps): Promise<void> =>
  (await loads[kind]())(authorization, id);

/** The button that unlocks one record, or fetches it again, with its price. */
export const RecordButton = ({ kind, id, children }: RecordProps & { readonly children: string }) => (
  <LoadButton
    label={children}
    tenths={perCall.tenths}
    onLoad={(authorization) => loadRecord(authorization, { kind, id })}
  />
);

/** Shown where a link opens a record that is not unlocked. */
export const LockedRecord = ({ kind, id }: RecordProps) => (
  <Details>
    <p className="text-ink-2">{`You have not unlocked this ${kind} yet.`}</p>
    <RecordButton kind={kind} id={id}>{`Unlock this ${kind}`}</RecordButton>
  </Details>
);
