import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type AlertItem, formatAmount } from '../../records/alerts/items.ts';
import { useAreStatusesLoading, useStatuses } from '../../records/status/statuses.ts';
import { useLibraryVersion } from '../../records/record-store.ts';
import { unlockedDeals } from '../../records/records.ts';
import { formatCount, formatShortDay } from '../../platform/format.ts';
import { formatRoundType } from '../../platform/rounds.ts';
import { RecordMark } from '../../records/company-mark.tsx';
import { EmptyLine, TitledCard, cardLink } from '../../platform/ui/titled-card.tsx';
import { LoadingLines } from '../../platform/ui/loading.tsx';

type ShortlistNewsProps = {
  readonly items: readonly AlertItem[];
  /** In its place until something is on the shortlist. */
  readonly beforeFirst: ReactNode;
};

/** The last seven days’ deals of shortlisted companies. */
export function ShortlistNews({ items, beforeFirst }: ShortlistNewsProps) {
  const companies = useStatuses('company');
  const isLoading = useAreStatusesLoading();
  const deals = useStatuses('deal');
  useLibraryVersion();
  // The company of a shortlisted deal is watched like a shortlisted company.
  const listedDeals = [...deals].flatMap(([id, { status }]) => (status === 'shortlist' ? [id] : []));
  const watched = new Set([
    ...[...companies].flatMap(([id, { status }]) => (status === 'shortlist' ? [id] : [])),
    ...listedDeals.flatMap((id) => unlockedDeals.read(id)?.company_id ?? []),
  ]);
  const listed = Math.max(watched.size, listedDeals.length);
  if (listed === 0 && !isLoading) return beforeFirst;
  const news = items.filter(
    ({ id, deal }) => watched.has(deal.company_id ?? '') && deals.get(id)?.status !== 'shortlist',
  );
  return (
    <TitledCard
      title="Shortlist updates"
      count={news.length > 0 && news.length}
      aside={
        <Link to="/shortlist" className={cardLink}>
          Open
        </Link>
      }
    >
      {news.map((item) => (
        <Link
          key={item.id}
          to="/alerts"
          search={{ open: [item.id] }}
          className="grid h-13.5 grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-2.5 border-t border-line px-3.5 leading-4.5 hover:bg-hover"
        >
          <RecordMark kind="company" id={item.deal.company_id} name={item.deal.company_name ?? '?'} size="medium" />
          <span className="grid">
            <b className="truncate font-[550]">{item.deal.company_name ?? 'Unnamed company'}</b>
            <span className="truncate text-ink-3">
              Raised {formatAmount(item) || 'an unknown amount'}, {formatRoundType(item.round)}
            </span>
          </span>
          <span className="text-12 text-ink-3 tabular-nums">
            {item.day !== null && formatShortDay(item.day).slice(0, -5)}
          </span>
        </Link>
      ))}
      {news.length === 0 && (
        <EmptyLine>
          {isLoading ? (
            <LoadingLines />
          ) : (
            `No new round of the ${formatCount(listed, 'company', 'companies')} on your shortlist.`
          )}
        </EmptyLine>
      )}
    </TitledCard>
  );
}
