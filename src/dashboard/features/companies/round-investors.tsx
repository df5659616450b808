import { NameOf } from '../../search/profile/deal-rows.tsx';
import { ProfileLink } from '../../search/record/profile-link.tsx';
import { unlockedLineups, type DealRecord, type LineupRecord } from '../../library/records/records.ts';

/** Who invested in a round: with leads and partners where the line-up is owned, else the firms that the deal names. */
export function RoundInvestors({ deal }: { readonly deal: DealRecord }) {
  const lineup = unlockedLineups.read(deal.id);
  if (lineup) return <LineupNames lineup={lineup} />;
  const [firms, angels] = [deal.investor_ids ?? [], deal.angel_investor_ids ?? []];
  if (firms.length + angels.length === 0) return <p className="text-[11.5px] text-ink-3">No investor is disclosed.</p>;
  return (
    <ul aria-label="Investors" className="flex flex-wrap gap-x-3 gap-y-1">
      {firms.map((id) => (
        <li key={id} className="flex min-h-6 min-w-0 items-center">
          <NameOf kind="firm" id={id} className="" />
        </li>
      ))}
      {angels.map((id) => (
        <li key={id} className="flex min-h-6 min-w-0 items-center gap-1">
          <NameOf kind="person" id={id} className="" />
          <span className="text-[11.5px] text-ink-3">angel</span>
        </li>
      ))}
    </ul>
  );
}

/** Leads first, each firm with its partners. */
function LineupNames({ lineup: { firms, angels } }: { readonly lineup: LineupRecord }) {
  const sorted = firms.toSorted((one, other) => Number(other.lead_investor) - Number(one.lead_investor));
  return (
    <ul aria-label="Investors" className="flex flex-wrap gap-x-4 gap-y-1">
      {sorted.map(({ id, name, lead_investor: lead, personnel }) => (
        <li key={id} className="flex min-h-6 flex-wrap items-center gap-x-1.5">
          <ProfileLink kind="firm" id={id} className={lead === true ? 'font-semibold' : ''}>
            {name ?? 'unnamed firm'}
          </ProfileLink>
          {lead === true && (
            <span className="rounded-[4px] bg-accent-soft px-1 text-[11px] font-[550] text-accent-ink">lead</span>
          )}
          {lead === null && <span className="text-[11.5px] text-ink-3">lead not known</span>}
          {(personnel ?? []).map((partner) => (
            <span key={partner.id} className="text-[12px] text-ink-3">
              with{' '}
              <ProfileLink kind="person" id={partner.id} className="text-ink-2">
                {partner.name ?? 'unnamed partner'}
              </ProfileLink>
            </span>
          ))}
        </li>
      ))}
      {angels.map(({ id, name }) => (
        <li key={id} className="flex min-h-6 items-center gap-1.5">
          <ProfileLink kind="person" id={id}>
            {name ?? 'unnamed angel'}
          </ProfileLink>
          <span className="text-[11.5px] text-ink-3">angel</span>
        </li>
      ))}
    </ul>
  );
}
