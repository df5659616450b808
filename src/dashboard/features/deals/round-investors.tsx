import { type Ref, useRef, useState } from 'react';
import { type DealRecord, type RoundInvestorsRecord, unlockedRoundInvestors } from '../../library/records/records.ts';
import { formatCount } from '../../platform/format.ts';
import { CopyButton } from '../../platform/ui/copy-button.tsx';
import { useFocusAfter } from '../../platform/ui/use-focus.ts';
import { FactLinks } from '../../search/record/facts.tsx';
import { ProfileLink } from '../../search/record/profile-link.tsx';
import { RoundInvestorsButton } from '../../search/record/unlock-buttons.tsx';
import { type DealRow, readInvestorName } from './rows.ts';

/** The investors in this round with lead and partners, or the button that unlocks them. */
export function UnlockedInvestors({ deal }: { readonly deal: DealRecord }) {
  unlockedRoundInvestors.useVersion();
  const list = useRef<HTMLElement>(null);
  const round = unlockedRoundInvestors.read(deal.id);
  const [wasUnlocked] = useState(round !== undefined);
  useFocusAfter(round !== undefined && !wasUnlocked, list);
  return round ? (
    <InvestorList ref={list} round={round} />
  ) : (
    <RoundInvestorsButton deals={[deal]}>Lead and partners</RoundInvestorsButton>
  );
}

type Profiles = {
  readonly linkedin: string | null;
  readonly crunchbase: string | null;
  readonly twitter?: string | null;
  readonly domain?: string | null;
};

type InvestorListProps = { readonly round: RoundInvestorsRecord; readonly ref: Ref<HTMLElement> };

function InvestorList({ round: { firms: investors, angels }, ref }: InvestorListProps) {
  return (
    <section ref={ref} tabIndex={-1} className="outline-none">
      <h3 className="mb-1.5 text-[12px] font-semibold">Lead and partners</h3>
      <ul className="grid gap-2">
        {investors.map((investor) => (
          <li key={investor.id}>
            <ProfileLink kind="investor" id={investor.id} className="font-medium">
              {investor.name ?? 'unnamed'}
            </ProfileLink>
            <span className="ml-1.5 text-[11.5px] text-ink-3">
              {investor.lead_investor === true ? 'lead' : investor.lead_investor === null ? 'lead not known' : ''}
            </span>
            <ProfileLinks profiles={investor} />
            {(investor.personnel ?? []).map((partner) => (
              <div key={partner.id} className="ml-3">
                <ProfileLink kind="person" id={partner.id} className="text-ink-2">
                  {partner.name ?? 'unnamed'}
                </ProfileLink>{' '}
                <span className="text-[11.5px] text-ink-3">partner</span>
                <ProfileLinks profiles={partner} />
              </div>
            ))}
          </li>
        ))}
        {angels.map((angel) => (
          <li key={angel.id}>
            <ProfileLink kind="person" id={angel.id} className="font-medium">
              {angel.name ?? 'unnamed'}
            </ProfileLink>{' '}
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

/** The investors that a deal names; nothing once leads and partners are unlocked. */
export function DealInvestors({ row: { deal } }: { readonly row: DealRow }) {
  const [investors, angels] = [deal.investor_ids ?? [], deal.angel_investor_ids ?? []];
  if (investors.length + angels.length === 0 || unlockedRoundInvestors.read(deal.id)) return null;
  return (
    <section className="border-t border-line pt-3">
      <h3 className="mb-1.5 text-[12px] font-semibold">
        {[
          ...(investors.length > 0 ? [formatCount(investors.length, 'investor')] : []),
          ...(angels.length > 0 ? [formatCount(angels.length, 'angel')] : []),
        ].join(', ')}
      </h3>
      <ul className="grid gap-0.5">
        {investors.map((id) => (
          <li key={id} className="flex min-h-6 items-center">
            <InvestorName id={id} />
          </li>
        ))}
        {angels.map((id) => (
          <li key={id} className="flex items-center gap-1.5">
            <span className="text-ink-3">angel</span> <CopyButton text={id} label={`angel id ${id}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function InvestorName({ id }: { readonly id: string }) {
  const name = readInvestorName(id);
  if (name === undefined) return <CopyButton text={id} label={`investor id ${id}`} />;
  return (
    <ProfileLink kind="investor" id={id}>
      {name}
    </ProfileLink>
  );
}
