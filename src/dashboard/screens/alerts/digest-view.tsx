import { Download } from 'lucide-react';
import { BarFigure } from '../searches/kit/charts/bar-figure.tsx';
import { readFreeName } from '../../records/request-names.ts';
import { useRowsVersion } from '../../records/record-store.ts';
import { unlockedCompanies, unlockedDeals, unlockedInvestors } from '../../records/records.ts';
import type { StatusState } from '../../records/status/statuses.ts';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { DocumentTools } from '../../platform/ui/document-tools.tsx';
import { type AlertItem, formatDayRange, readStatus } from '../../records/alerts/items.ts';
import {
  type Digest,
  type DigestLine,
  formatChange,
  buildDigest,
  getComparedDays,
  formatDigestCsv,
  formatMarkdown,
  formatTotal,
  type KnownFacts,
} from './digest.ts';
import { type AlertsState, type AlertsUrl, periodNames } from '../../records/alerts/use-alerts.ts';
import { saveCsv } from '../searches/kit/export/file-formats.ts';
import { EmptyFeed } from './empty-feed.tsx';
import { DigestLists } from './digest-lists.tsx';

type DigestViewProps = {
  readonly value: AlertsUrl;
  readonly alerts: AlertsState;
  readonly statuses: StatusState;
  readonly onChange: (next: Partial<AlertsUrl>) => void;
};

/** The deals of the period on one page, from the alerts alone. */
export function DigestView({ value, alerts, statuses, onChange }: DigestViewProps) {
  useRowsVersion();
  if (alerts.items.length === 0) return <EmptyFeed alerts={alerts} value={value} onChange={onChange} />;
  const before = alerts.before && { items: alerts.before, days: getComparedDays(alerts.days, alerts.today) };
  const digest = buildDigest(alerts.items, before, (item) => collectFacts(item, statuses));
  return (
    <article
      aria-label="Digest"
      className="min-h-0 grow scroll-y px-4.5 py-4 wide:px-6 print:overflow-visible print:p-0"
    >
      <div className="grid max-w-270 grid-cols-1 gap-7">
        <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <div className="grid min-w-0 grow basis-80 gap-1">
            <h2 className="text-15 font-semibold">
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
        <DigestLists digest={digest} />
      </div>
    </article>
  );
}

/** What is unlocked of a deal beyond its alert. */
function collectFacts(item: AlertItem, statuses: StatusState): KnownFacts {
  const company = unlockedCompanies.read(item.deal.company_id ?? '');
  const deal = unlockedDeals.read(item.id);
  return {
    industries: company?.industries?.flatMap(({ name }) => name ?? []),
    investors: deal?.investor_ids?.flatMap(
      (id) => unlockedInvestors.read(id)?.name ?? readFreeName('investor', id) ?? [],
    ),
    isShortlisted: readStatus(statuses, item).status === 'shortlist',
  };
}

type LineFiguresProps = {
  readonly name: string;
  readonly head: string;
  readonly basis: string;
  readonly lines: readonly DigestLine[];
};

/** Two charts of the same lines: the number of deals, and the amount raised. */
function LineFigures({ name, head, basis, lines }: LineFiguresProps) {
  const toBucket = ({ name: label, stage }: DigestLine) => ({
    key: label,
    label,
    ...(stage !== undefined && { stage }),
  });
  return (
    <>
      <BarFigure
        title={`Deals by ${name}`}
        basis={basis}
        head={head}
        layout="rows"
        unit="count"
        series={[{ key: 'deals', label: 'Deals', stage: 3 }]}
        buckets={lines.map((line) => ({ ...toBucket(line), values: { deals: line.deals } }))}
      />
      <BarFigure
        title={`Raised by ${name}`}
        basis="Disclosed amounts in US dollars."
        head={head}
        layout="rows"
        unit="usd"
        unknownName="without a dollar amount"
        series={[{ key: 'usd', label: 'Raised', stage: 3 }]}
        buckets={lines.map((line) => ({
          ...toBucket(line),
          values: { usd: line.usd },
          unknown: line.undisclosed + line.withoutUsd,
        }))}
      />
    </>
  );
}

const DigestTools = ({ digest, alerts: { days } }: { readonly digest: Digest; readonly alerts: AlertsState }) => (
  <DocumentTools toMarkdown={() => formatMarkdown(digest, days)}>
    <ActionButton
      Icon={Download}
      onPress={() => saveCsv(`alerts-digest-${days.from}-${days.to}.csv`, formatDigestCsv(digest, days))}
    >
      Export CSV
    </ActionButton>
  </DocumentTools>
);
