import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { alertPreview, noAlertFilters } from '../../records/alerts/alert-preview.ts';
import { describeMatch, formatNative } from '../../records/alerts/items.ts';
import type { AlertsState } from '../../records/alerts/use-alerts.ts';
import { useStatuses } from '../../records/status/statuses.ts';
import { useLibraryVersion } from '../../records/record-store.ts';
import { formatCount, formatGrouped } from '../../platform/format.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { connection } from '../../platform/http/connection.ts';
import type { Round } from '../../platform/rounds.ts';
import { RecordMark } from '../../records/company-mark.tsx';
import { MoneyCell, RaisedCell, RoundBadge } from '../searches/kit/record/cells.tsx';
import { EmptyLine, TitledCard, cardLink, cardRow } from '../../platform/ui/titled-card.tsx';
import { describeWeek } from './week.tsx';
import { LoadingLines } from '../../platform/ui/loading.tsx';

/** Whether the plan has no alerts, so that there is nothing to show of a week. */
export const isPlanFailure = (failure: unknown): boolean => failure instanceof ApiError && failure.kind === 'plan';

const maxMatches = 9;

/** As high as that many rows, so that what is below them stays in its place. */
const LoadingRows = () => (
  <p className="h-83.25 border-t border-line p-3.5 max-tablet:h-105.75">
    <LoadingLines />
  </p>
);

/** What the saved alerts found. */
export function Matches({ alerts: { items: all, isLoaded, failure } }: { readonly alerts: AlertsState }) {
  useLibraryVersion();
  const statuses = useStatuses('deal');
  const items = all.filter(({ id }) => statuses.get(id)?.status !== 'pass');
  if (isPlanFailure(failure)) return null;
  const shown = items.slice(0, maxMatches);
  return (
    <TitledCard
      title="New matches"
      count={
        items.length > 0 && (
          <>
            {shown.length} of {formatGrouped(items.length)}
            <span className="max-tablet:hidden">, {describeWeek(items)}</span>
          </>
        )
      }
      aside={
        items.length > 0 && (
          <Link to="/alerts" className={cardLink}>
            View all
          </Link>
        )
      }
    >
      {shown.map((item) => (
        <Link key={item.id} to="/alerts" search={{ open: [item.id] }} className={cardRow}>
          <DealLine
            name={item.deal.company_name}
            companyId={item.deal.company_id}
            about={describeMatch(item.deal)}
            round={item.round}
            amount={<MoneyCell usd={item.usd} native={formatNative(item)} />}
            end={item.deal.location?.city ?? item.deal.location?.country ?? ''}
          />
          <AlertTag name={item.reasons[0]?.alertName ?? ''} />
        </Link>
      ))}
      {items.length === 0 &&
        (failure || isLoaded ? (
          <EmptyLine>
            {failure
              ? failure.message
              : all.length > 0
                ? 'You passed every match of the week.'
                : 'No deal matched your alerts.'}
          </EmptyLine>
        ) : (
          <LoadingRows />
        ))}
    </TitledCard>
  );
}

/** The alert that matched: its name on two lines where it is long, and whole under the pointer. */
const AlertTag = ({ name }: { readonly name: string }) => (
  <span className="flex w-32 shrink-0 justify-end max-full:hidden">
    <span
      title={name}
      data-alert
      className="line-clamp-2 rounded-[5px] border border-line-2 px-1.5 text-11 leading-3.5 font-medium break-words text-ink-2"
    >
      {name}
    </span>
  </span>
);

type DealLineProps = {
  readonly name: string | null;
  readonly companyId: string | null | undefined;
  readonly about?: string;
  readonly round: Round;
  readonly amount: ReactNode;
  /** In the last column: its place or its day. */
  readonly end: string;
};

function DealLine({ name, companyId, about, round, amount, end }: DealLineProps) {
  return (
    <>
      <RecordMark kind="company" id={companyId} name={name ?? '?'} />
      <span className="flex min-w-0 grow gap-2 max-tablet:grid">
        <span className="truncate font-[550] tablet:shrink-0">{name ?? 'Unnamed company'}</span>
        {about && <span className="truncate text-ink-3">{about}</span>}
      </span>
      <span className="flex shrink-0 items-center gap-3 max-tablet:flex-col-reverse max-tablet:items-end max-tablet:gap-0.5">
        <span className="flex tablet:w-35">
          <RoundBadge round={round} />
        </span>
        <span className="text-right tablet:w-20">{amount}</span>
      </span>
      <span className="w-25 shrink-0 truncate text-ink-2 tabular-nums max-full:hidden">{end}</span>
    </>
  );
}

/** Before the first alert: the newest deals, as the preview of an alert without filters shows them. */
export function NewDeals() {
  const canPreview = useQuery(connection).data?.account === true;
  const { data } = useQuery({ ...alertPreview(noAlertFilters), enabled: canPreview });
  if (!canPreview) return null;
  return (
    <TitledCard
      title="Newest deals"
      count={data && `${data.total === 0 ? 'none' : formatCount(data.total, 'deal')} in 30 days`}
    >
      {data?.deals.slice(0, maxMatches).map(({ id, company, about, round, day, deal }) => (
        <Link key={id} to="/deals" search={{ open: [id] }} className={cardRow}>
          <DealLine
            name={company}
            companyId={deal.company_id}
            about={about}
            round={round}
            amount={<RaisedCell deal={deal} />}
            end={day}
          />
        </Link>
      ))}
      {!data && <LoadingRows />}
    </TitledCard>
  );
}
