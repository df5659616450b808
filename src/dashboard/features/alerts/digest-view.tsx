import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { BarFigure } from '../../search/charts/bar-figure.tsx';
import { formatMoney } from '../../platform/format.ts';
import { formatRoundType } from '../../platform/rounds.ts';
import { Button } from '../../platform/ui/button.tsx';
import { copyText } from '../../platform/ui/copy-and-save.tsx';
import { formatDayRange } from './items.ts';
import {
  type Digest,
  type DigestLine,
  formatChange,
  buildDigest,
  formatDigestCsv,
  formatMarkdown,
  formatTotal,
} from './digest.ts';
import { EmptyFeed } from './notices.tsx';
import { type AlertsState, type AlertsUrl, periodNames } from './use-alerts.ts';
import { saveCsv } from '../../search/export/file-formats.ts';

type DigestViewProps = {
  readonly value: AlertsUrl;
  readonly alerts: AlertsState;
  readonly onChange: (next: Partial<AlertsUrl>) => void;
};

/** The deals of the period on one page, from the alerts alone. */
export function DigestView({ value, alerts, onChange }: DigestViewProps) {
  if (alerts.items.length === 0) return <EmptyFeed alerts={alerts} value={value} onChange={onChange} />;
  const digest = buildDigest(alerts.items, alerts.before);
  return (
    <article
      aria-label="Digest"
      className="min-h-0 grow overflow-y-auto px-4.5 py-4 wide:px-6 print:overflow-visible print:p-0"
    >
      <div className="grid max-w-[1080px] grid-cols-[minmax(0,1fr)] gap-7">
        <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <div className="grid min-w-0 grow basis-80 gap-1">
            <h2 className="text-[15px] font-semibold">
              {periodNames[value.period]}, {formatDayRange(alerts.days)}, UTC
            </h2>
            <p className="text-ink-2 tabular-nums">{formatTotal(digest)}.</p>
            <p className="text-ink-2 tabular-nums empty:hidden">{formatChange(digest)}</p>
          </div>
          <DigestTools digest={digest} alerts={alerts} />
        </header>
        <div className="grid gap-x-10 gap-y-7 wide:grid-cols-2 print:grid-cols-2">
          <LineFigures name="stage" head="Stage" basis="Each deal counts once." lines={digest.stages} />
          <LineFigures name="country" head="Country" basis="The country of the company." lines={digest.countries} />
        </div>
        <Largest digest={digest} />
        <Repeats digest={digest} />
      </div>
    </article>
  );
}

type LineFiguresProps = {
  readonly name: string;
  readonly head: string;
  readonly basis: string;
  readonly lines: readonly DigestLine[];
};

/** Two charts of the same lines: the number of deals, and the amount raised. */
function LineFigures({ name, head, basis, lines }: LineFiguresProps) {
  const getLook = ({ stage }: DigestLine) => (stage === undefined ? {} : { look: stage });
  return (
    <>
      <BarFigure
        title={`Deals by ${name}`}
        basis={basis}
        head={head}
        layout="rows"
        unit="count"
        series={[{ key: 'deals', label: 'Deals', look: 3 }]}
        buckets={lines.map((line) => ({
          key: line.name,
          label: line.name,
          values: { deals: line.deals },
          ...getLook(line),
        }))}
      />
      <BarFigure
        title={`Raised by ${name}`}
        basis="Disclosed amounts in US dollars."
        head={head}
        layout="rows"
        unit="usd"
        unknownName="undisclosed"
        series={[{ key: 'usd', label: 'Raised', look: 3 }]}
        buckets={lines.map((line) => ({
          key: line.name,
          label: line.name,
          values: { usd: line.usd },
          unknown: line.undisclosed,
          ...getLook(line),
        }))}
      />
    </>
  );
}

function DigestTools({ digest, alerts: { days } }: { readonly digest: Digest; readonly alerts: AlertsState }) {
  const [message, setMessage] = useState('');
  const copy = async () =>
    setMessage(
      (await copyText(formatMarkdown(digest, days)))
        ? 'Copied as Markdown'
        : 'Copying failed. Allow clipboard access and try again.',
    );
  return (
    <div className="flex flex-wrap items-center gap-1.5 print:hidden">
      <output className="text-[11.5px] text-ink-3 empty:hidden">{message}</output>
      <Button onClick={() => void copy()}>
        <Copy aria-hidden className="size-3.5" />
        Copy as Markdown
      </Button>
      <Button onClick={() => window.print()}>
        <Printer aria-hidden className="size-3.5" />
        Print
      </Button>
      <Button onClick={() => saveCsv(`alerts-digest-${days.from}-${days.to}.csv`, formatDigestCsv(digest, days))}>
        <Download aria-hidden className="size-3.5" />
        Export CSV
      </Button>
    </div>
  );
}

function Largest({ digest: { largest } }: { readonly digest: Digest }) {
  if (largest.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1.5 break-inside-avoid">
      <h3 className="text-[13px] font-semibold">Largest rounds</h3>
      <table className="w-full max-w-[760px]">
        <thead>
          <tr className="border-b border-line text-[11.5px] text-ink-3">
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
              <td className="py-1.5 pr-3 whitespace-nowrap text-ink-2 tabular-nums">{day ?? 'no date'}</td>
              <td className="py-1.5 text-right font-semibold tabular-nums">
                {usd === null ? 'undisclosed' : formatMoney(usd)}
              </td>
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
      <h3 className="text-[13px] font-semibold">Companies with several rounds</h3>
      {repeats.length === 0 ? (
        <p className="text-ink-3">No company raised more than once in this period.</p>
      ) : (
        <ul className="grid gap-1">
          {repeats.map(({ company, deals }) => (
            <li key={deals[0]?.id}>
              <b className="font-medium">{company}</b>{' '}
              <span className="text-ink-2 tabular-nums">
                {deals
                  .map(
                    ({ round, usd, day }) =>
                      `${formatRoundType(round)}, ${usd === null ? 'undisclosed' : formatMoney(usd)}, ${day ?? 'no date'}`,
                  )
                  .join('; ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
