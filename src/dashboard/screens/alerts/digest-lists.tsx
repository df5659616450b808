import type { ReactNode } from 'react';
import type { AlertItem } from '../../records/alerts/items.ts';
import { type PlainColumn, PlainTable } from '../../platform/ui/plain-table.tsx';
import { formatUsd } from '../searches/kit/record/amounts.ts';
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

type PartProps = { readonly title: string; readonly basis?: string; readonly children: ReactNode };

const Part = ({ title, basis, children }: PartProps) => (
  <section className="grid grid-cols-1 content-start gap-1.5 break-inside-avoid">
    <h3 className="text-13 font-semibold">{title}</h3>
    {basis && <p className="text-11.5 text-ink-3">{basis}</p>}
    {children}
  </section>
);

type CountListProps = { readonly title: string; readonly basis: string; readonly lines: readonly DigestLine[] };

/** Names with their number of deals. */
function CountList({ title, basis, lines }: CountListProps) {
  if (lines.length === 0) return null;
  return (
    <Part title={title} basis={basis}>
      <ul className="grid">
        {lines.map((line) => (
          <li key={line.name} className="flex justify-between gap-3 border-b border-line py-1">
            <span className="truncate">{line.name}</span>
            <span className="text-ink-2 tabular-nums">{line.deals}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Companies with their rounds. */
const RoundList = ({ companies }: { readonly companies: Digest['repeats'] }) => (
  <ul className="grid gap-1">
    {companies.map(({ company, deals }) => (
      <li key={deals[0]?.id}>
        <b className="font-medium">{company}</b>{' '}
        <span className="text-ink-2 tabular-nums">{deals.map(formatRound).join('; ')}</span>
      </li>
    ))}
  </ul>
);

const nameCompany = ({ deal }: AlertItem): string => deal.company_name ?? 'Unnamed company';

const Shortlisted = ({ digest: { shortlist } }: { readonly digest: Digest }) =>
  shortlist.length > 0 && (
    <Part title="Shortlisted">
      <RoundList companies={shortlist.map((item) => ({ company: nameCompany(item), deals: [item] }))} />
    </Part>
  );

const quiet = 'text-ink-2';
const columns: readonly PlainColumn<AlertItem>[] = [
  { name: 'Company', className: 'font-medium', cell: nameCompany },
  { name: 'Round', className: quiet, cell: ({ round }) => formatRoundType(round) },
  {
    name: 'Location',
    className: `${quiet} max-wide:hidden print:table-cell`,
    cell: ({ deal }) => deal.location?.city ?? deal.location?.country ?? 'not known',
  },
  { name: 'Day, UTC', className: `${quiet} whitespace-nowrap tabular-nums`, cell: ({ day }) => formatDayOf(day) },
  { name: 'Raised', className: 'text-right font-semibold tabular-nums', cell: ({ usd }) => formatUsd(usd) },
];

const Largest = ({ digest: { largest } }: { readonly digest: Digest }) =>
  largest.length > 0 && (
    <Part title="Largest rounds">
      <PlainTable caption="Largest rounds" columns={columns} rows={largest} toKey={({ id }) => id} />
    </Part>
  );

const Repeats = ({ digest: { repeats } }: { readonly digest: Digest }) => (
  <Part title="Companies with several rounds">
    {repeats.length === 0 ? (
      <p className="text-ink-3">No company raised more than once in this period.</p>
    ) : (
      <RoundList companies={repeats} />
    )}
  </Part>
);
