import { useMutation } from '@tanstack/react-query';
import { useRef, type Ref } from 'react';
import { ownedLineups, type OwnedDeal, type OwnedLineup } from '../records/records.ts';
import type { Act } from '../spend/act.ts';
import { FailureNotice } from '../spend/failure-notice.tsx';
import { PricedButton } from '../spend/priced-button.tsx';
import { FactLinks } from '../search/facts.tsx';
import { useFocusAfter } from '../ui/use-focus-after.ts';
import { buyLineup, toLineupRows, toLineupTenths } from './queries.ts';

/** Who took part: firms with lead and partners, angels with profiles, where owned; else the way to buy it. */
export function Lineup({ deal }: { readonly deal: OwnedDeal }) {
  ownedLineups.useVersion();
  const purchase = useMutation({ mutationFn: (act: Act) => buyLineup(act, deal) });
  const list = useRef<HTMLElement>(null);
  useFocusAfter(purchase.isSuccess, list);
  const owned = ownedLineups.read(deal.id);
  if (owned) return <LineupList ref={list} lineup={owned} />;
  if (toLineupRows(deal) === 0) return null;
  return (
    <div className="grid justify-items-start gap-2">
      <PricedButton tenths={toLineupTenths(deal)} pending={purchase.isPending} onAct={(act) => purchase.mutate(act)}>
        Lead and partners
      </PricedButton>
      {purchase.error && <FailureNotice key={purchase.error.message} failure={purchase.error} />}
    </div>
  );
}

type Profiles = {
  readonly linkedin: string | null;
  readonly crunchbase: string | null;
  readonly twitter?: string | null;
  readonly domain?: string | null;
};

type LineupListProps = { readonly lineup: OwnedLineup; readonly ref: Ref<HTMLElement> };

function LineupList({ lineup: { firms, angels }, ref }: LineupListProps) {
  return (
    <section ref={ref} tabIndex={-1} className="outline-none">
      <h3 className="mb-1.5 text-[12px] font-semibold">Lead and partners</h3>
      <ul className="grid gap-2">
        {firms.map((firm) => (
          <li key={firm.id}>
            <span className="font-medium">{firm.name ?? 'unnamed'}</span>
            <span className="ml-1.5 text-[11.5px] text-ink-3">
              {firm.lead_investor === true ? 'lead' : firm.lead_investor === null ? 'lead not known' : ''}
            </span>
            <ProfileLinks profiles={firm} />
            {(firm.personnel ?? []).map((partner) => (
              <div key={partner.id} className="ml-3">
                <span className="text-ink-2">{partner.name ?? 'unnamed'}</span>{' '}
                <span className="text-[11.5px] text-ink-3">partner</span>
                <ProfileLinks profiles={partner} />
              </div>
            ))}
          </li>
        ))}
        {angels.map((angel) => (
          <li key={angel.id}>
            <span className="font-medium">{angel.name ?? 'unnamed'}</span>{' '}
            <span className="text-[11.5px] text-ink-3">angel</span>
            <ProfileLinks profiles={angel} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProfileLinks({ profiles: { domain, linkedin, crunchbase, twitter } }: { readonly profiles: Profiles }) {
  const links = [
    [domain ?? '', domain],
    ['LinkedIn', linkedin],
    ['Crunchbase', crunchbase],
    ['Twitter', twitter],
  ] as const;
  return <FactLinks links={links} />;
}
