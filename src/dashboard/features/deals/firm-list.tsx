import { toCount } from '../../platform/format.ts';
import { unlockedLineups } from '../../library/records/records.ts';
import { CopyButton } from '../../platform/ui/copy-button.tsx';
import { ProfileLink } from '../../search/record/profile-link.tsx';
import { type DealRow, readFirmName } from './rows.ts';

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
