import { searchCompanies } from '#contract/companies.ts';
import { perCall } from '#contract/credits.ts';
import { readIsMetered } from '../../../../platform/http/connection.ts';
import { countRoundInvestors, priceRoundInvestors, unlockByIds } from '../../../../records/unlock.ts';
import { areNamesFree } from '../../../../records/request-names.ts';
import { type DealRecord, getStore, unlockedCompanies } from '../../../../records/records.ts';
import { LoadButton } from '../../../../spending/load-button.tsx';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import { Details } from './facts.tsx';
import { readKnownName } from '../lookups/known-names.ts';
import { priceOf } from '../../../../spending/price.ts';

type RoundInvestorsButtonProps = { readonly deals: readonly DealRecord[]; readonly children: string };

/** Unlocks the investors of these rounds with leads and partners; nothing where no deal names an investor. */
export function RoundInvestorsButton({ deals, children }: RoundInvestorsButtonProps) {
  if (!deals.some((deal) => countRoundInvestors(deal) > 0)) return null;
  return (
    <LoadButton
      tenths={priceRoundInvestors(deals)}
      onLoad={(authorization) => unlockByIds(authorization, { rounds: deals.map(({ id }) => id) })}
    >
      {children}
    </LoadButton>
  );
}

type CompanyNamesButtonProps = { readonly ids: readonly string[]; readonly children: string };

/** Unlocks those of the companies that have no name yet; nothing where all have one, or names are free. */
export function CompanyNamesButton({ ids, children }: CompanyNamesButtonProps) {
  const missing = unlockedCompanies.missing(ids.filter((id) => readKnownName('company', id) === undefined));
  if (missing.length === 0 || areNamesFree()) return null;
  return (
    <LoadButton
      tenths={priceOf(searchCompanies.cost, missing.length)}
      onLoad={(authorization) => unlockByIds(authorization, { companies: missing })}
    >
      {children}
    </LoadButton>
  );
}

/** What a profile of each kind needs: people with every job and school, of which a search returns the last three. */
const recordKinds = { company: 'companies', investor: 'investors', person: 'histories' } as const;

type RecordProps = { readonly kind: keyof typeof recordKinds; readonly id: string };

/** Unlocks one record, or fetches it again. */
export const loadRecord = (authorization: SpendAuthorization, { kind, id }: RecordProps): Promise<void> => {
  const records = recordKinds[kind];
  const refresh = getStore(records).readTime(id) !== undefined;
  return unlockByIds(authorization, { [records]: [id] }, { refresh });
};

/** The button that unlocks one record, or fetches it again, with its price. */
export const RecordButton = ({ kind, id, children }: RecordProps & { readonly children: string }) => (
  <LoadButton tenths={priceOf(perCall, 1)} onLoad={(authorization) => loadRecord(authorization, { kind, id })}>
    {children}
  </LoadButton>
);

/** Shown where a link opens a record that is not unlocked. */
export const LockedRecord = ({ kind, id }: RecordProps) => (
  <Details>
    {readIsMetered() && <p className="text-ink-2">{`You have not unlocked this ${kind} yet.`}</p>}
    <RecordButton kind={kind} id={id}>{`Unlock this ${kind}`}</RecordButton>
  </Details>
);
