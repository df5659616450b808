import { type Ref, useRef, useState } from 'react';
import { type DealRecord, type LineupRecord, unlockedLineups } from '../../library/records/records.ts';
import { toCount } from '../../platform/format.ts';
import { CopyButton } from '../../platform/ui/copy-button.tsx';
import { useFocusAfter } from '../../platform/ui/use-focus-after.ts';
import { FactLinks } from '../../search/record/facts.tsx';
import { ProfileLink } from '../../search/record/profile-link.tsx';
import { RoundInvestorsButton } from '../../search/record/unlock-buttons.tsx';
import { type DealRow, readFirmName } from './rows.ts';

/** Who took part: firms with lead and partners, angels with profiles, where owned; else the way to buy it. */
export function Lineup({ deal }: { readonly deal: DealRecord }) {
  unlockedLineups.useVersion();
  const list = useRef<HTMLElement>(null);
  const owned = unlockedLineups.read(deal.id);
  const [wasOwned] = useState(owned !== undefined);
  useFocusAfter(owned !== undefined && !wasOwned, list);
  return owned ? (
    <LineupList ref={list} lineup={owned} />
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

type LineupListProps = { readonly lineup: LineupRecord; readonly ref: Ref<HTMLElement> };

function LineupList({ lineup: { firms, angels }, ref }: LineupListProps) {
  return (
    <section ref={ref} tabIndex={-1} className="outline-none">
      <h3 className="mb-1.5 text-[12px] font-semibold">Lead and partners</h3>
      <ul className="grid gap-2">
        {firms.map((firm) => (
          <li key={firm.id}>
            <ProfileLink kind="investor" id={firm.id} className="font-medium">
              {firm.name ?? 'unnamed'}
            </ProfileLink>
            <span className="ml-1.5 text-[11.5px] text-ink-3">
              {firm.lead_investor === true ? 'lead' : firm.lead_investor === null ? 'lead not known' : ''}
            </span>
            <ProfileLinks profiles={firm} />
            {(firm.personnel ?? []).map((partner) => (
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

/** The firms of a deal by name where bought, else by id and the angels by id. */
export function FirmList({ row: { deal } }: { readonly row: DealRow }) {
  const [firms, angels] = [deal.investor_ids ?? [], deal.angel_investor_ids ?? []];
  // The line-up says the same with names and more.
  if (firms.length + angels.length === 0 || unlockedLineups.read(deal.id)) return null;
  return (
    <section className="border-t border-line pt-3">
      <h3 className="mb-1.5 text-[12px] font-semibold">
        {[
          ...(firms.length > 0 ? [toCount(firms.length, 'firm')] : []),
          ...(angels.length > 0 ? [toCount(angels.length, 'angel')] : []),
        ].join(', ')}
      </h3>
      <ul className="grid gap-0.5">
        {firms.map((id) => (
          <li key={id} className="flex min-h-6 items-center">
            <FirmName id={id} />
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

function FirmName({ id }: { readonly id: string }) {
  const name = readFirmName(id);
  if (name === undefined) return <CopyButton text={id} label={`firm id ${id}`} />;
  return (
    <ProfileLink kind="investor" id={id}>
      {name}
    </ProfileLink>
  );
}
