import { formatUsd } from '../../search/record/amounts.ts';
import { formatCount, formatDayOf } from '../../platform/format.ts';
import { formatRoundType } from '../../platform/rounds.ts';
import { type Digest, type DigestLine, formatRound } from './digest.ts';

/** The lists of a digest under its charts. */
export function DigestLists({ digest }: { readonly digest: Digest }) {
  return (
    <>
      <Shortlisted digest={digest} />
      <Largest digest={digest} />
      <div className="grid gap-x-10 gap-y-7 empty:hidden wide:grid-cols-2 print:grid-cols-2">
        <CountList
          title="Industries"
          basis={`Of ${formatCount(digest.sectorDeals, 'deal')} whose company is unlocked.`}
          lines={digest.sectors}
        />
        <CountList
          title="Investors in several deals"
          basis={`Of ${formatCount(digest.investorDeals, 'unlocked deal')}.`}
          lines={digest.investors}
        />
      </div>
      <Repeats digest={digest} />
    </>
  );
}

type CountListProps = { readonly title: string; readonly basis: string; readonly lines: readonly DigestLine[] };

/** Names with their number of deals. */
function CountList({ title, basis, lines }: CountListProps) {
  if (lines.length === 0) return null;
  return (
    <section className="grid content-start gap-1.5 break-inside-avoid">
      <h3 className="text-13 font-semibold">{title}</h3>
      <p className="text-11.5 text-ink-3">{basis}</p>
      <ul className="grid">
        {lines.map((line) => (
          <li key={line.name} className="flex justify-between gap-3 border-b border-line py-1">
            <span className="truncate">{line.name}</span>
            <span className="text-ink-2 tabular-nums">{line.deals}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The shortlisted deals of the period in a line each. */
function Shortlisted({ digest: { shortlist } }: { readonly digest: Digest }) {
  if (shortlist.length === 0) return null;
  return (
    <section className="grid gap-1.5 break-inside-avoid">
      <h3 className="text-13 font-semibold">Shortlisted</h3>
      <ul className="grid gap-1">
        {shortlist.map((item) => (
          <li key={item.id}>
            <b className="font-medium">{item.deal.company_name ?? 'Unnamed company'}</b>{' '}
            <span className="text-ink-2 tabular-nums">{formatRound(item)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Largest({ digest: { largest } }: { readonly digest: Digest }) {
  if (largest.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-1.5 break-inside-avoid">
      <h3 className="text-13 font-semibold">Largest rounds</h3>
      <table className="w-full max-w-190">
        <thead>
          <tr className="border-b border-line text-11.5 text-ink-3">
            <th className="py-1 pr-3 text-left font-medium">Company</th>
            <th className="py-1 pr-3 text-left font-medium">Round</th>
            <th className="py-1 pr-3 text-left font-medium max-wide:hidden print:table-cell">Location</th>
            <th className="py-1 pr-3 text-left font-medium">Day, UTC</th>
            <th className="py-1 text-right font-medium">Raised</th>
          </tr>
        </thead>
        <tbody>
          {largest.map(({ id, deal, round, day, usd }) => (
            <tr key={id} className="border-b border-line">
              <td className="py-1.5 pr-3 font-medium">{deal.company_name ?? 'Unnamed company'}</td>
              <td className="py-1.5 pr-3 text-ink-2">{formatRoundType(round)}</td>
              <td className="py-1.5 pr-3 text-ink-2 max-wide:hidden print:table-cell">
                {deal.location?.city ?? deal.location?.country ?? 'not known'}
              </td>
              <td className="py-1.5 pr-3 whitespace-nowrap text-ink-2 tabular-nums">{formatDayOf(day)}</td>
              <td className="py-1.5 text-right font-semibold tabular-nums">{formatUsd(usd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Repeats({ digest: { repeats } }: { readonly digest: Digest }) {
  return (
    <section className="grid gap-1.5 break-inside-avoid">
      <h3 className="text-13 font-semibold">Companies with several rounds</h3>
      {repeats.length === 0 ? (
        <p className="text-ink-3">No company raised more than once in this period.</p>
      ) : (
        <ul className="grid gap-1">
          {repeats.map(({ company, deals }) => (
            <li key={deals[0]?.id}>
              <b className="font-medium">{company}</b>{' '}
              <span className="text-ink-2 tabular-nums">{deals.map(formatRound).join('; ')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
