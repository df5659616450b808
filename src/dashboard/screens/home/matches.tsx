import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { alertPreview, noAlertFilters } from '../../records/alerts/alert-preview.ts';
import { type AlertItem, describeMatch, formatNative } from '../../records/alerts/items.ts';
import type { AlertsState } from '../../records/alerts/use-alerts.ts';
import { useStatuses } from '../../records/status/statuses.ts';
import { useLibraryVersion } from '../../records/record-store.ts';
import { formatCount, formatGrouped, formatMoney } from '../../platform/format.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { connection, useIsCounted } from '../../platform/http/connection.ts';
import { findStage, type Round, type Stage } from '../../platform/rounds.ts';
import { toStage } from '../searches/kit/lookups/facet-query.ts';
import { marketQuery } from '../searches/kit/record/market-figures.ts';
import { RecordMark } from '../../records/company-mark.tsx';
import { MoneyCell, RaisedCell, RoundBadge } from '../searches/kit/record/cells.tsx';
import { EmptyLine, TitledCard, cardLink, cardRow } from '../../platform/ui/titled-card.tsx';
import { describeWeek } from './week.tsx';
import { LoadingLines } from '../../platform/ui/loading.tsx';

/** Whether the plan has no alerts, so that there is nothing to show of a week. */
export const isPlanFailure = (failure: unknown): boolean => failure instanceof ApiError && failure.kind === 'plan';

type Percentiles = { readonly p10: number; readonly median: number; readonly p90: number };

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
  const sizes = useStageSizes();
  const statuses = useStatuses('deal');
  const items = all.filter(({ id }) => statuses.get(id)?.status !== 'pass');
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
      {shown.length > 0 && <LineHeads hasTrack={sizes.size > 0} />}
      {shown.map((item) => (
        <Link key={item.id} to="/alerts" search={{ open: [item.id] }} className={cardRow}>
          <DealLine
            name={item.deal.company_name}
            companyId={item.deal.company_id}
            about={describeMatch(item.deal)}
            round={item.round}
            amount={<MoneyCell usd={item.usd} native={formatNative(item)} />}
            {...(sizes.size > 0 && { track: buildTrack(item, sizes) })}
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

function buildTrack({ usd, round }: AlertItem, sizes: ReadonlyMap<Stage, Percentiles>): ReactNode {
  const own = sizes.get(findStage(round));
  return own && usd ? <SizeTrack usd={usd} sizes={own} /> : null;
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

/** Percentiles of the rounds of all deals in the last four quarters, by stage; free, and on our own service alone. */
function useStageSizes(): ReadonlyMap<Stage, Percentiles> {
  const isCounted = useIsCounted();
  const { data } = useQuery({ ...marketQuery({ deals: {}, blocks: ['sizes'] }), enabled: isCounted });
  return new Map(
    data?.sizes?.recent.flatMap(({ stage, percentiles }) => (percentiles ? [[toStage(stage), percentiles]] : [])),
  );
}

/** Where an amount lies between the small and the large rounds of its stage; the tick is the median. */
function SizeTrack({ usd, sizes: { p10, median, p90 } }: { readonly usd: number; readonly sizes: Percentiles }) {
  const place = (value: number) => Math.min(1, Math.max(0, Math.log(value / p10) / Math.log(p90 / p10)));
  const text = `${usd < median ? 'Below' : usd > median ? 'Above' : 'At'} the median of its stage, ${formatMoney(median)}`;
  return (
    <span title={text} className="relative block h-1.5 w-full rounded-full bg-mute">
      <span className="sr-only">{text}</span>
      <i className="absolute -inset-y-0.5 w-px bg-ink-3" style={{ left: `${100 * place(median)}%` }} />
      <i
        className="absolute -inset-y-1 w-1 -translate-x-1/2 rounded-xs bg-bar forced-colors:bg-[CanvasText]"
        style={{ left: `${100 * place(usd)}%` }}
      />
    </span>
  );
}

/** What the columns of the lines are; each line says so to a screen reader by itself. */
const LineHeads = ({ hasTrack }: { readonly hasTrack: boolean }) => (
  <div
    aria-hidden
    className="flex min-h-7 items-center gap-3 border-t border-line px-3.5 text-12 text-ink-3 max-tablet:hidden"
  >
    <span className="grow pl-8">Company</span>
    <span className="flex gap-3">
      <span className="w-36">Round</span>
      <span className="w-18 text-right">Raised</span>
    </span>
    {hasTrack && <span className="w-14 whitespace-nowrap max-full:hidden">Size</span>}
    <span className="w-22 max-full:hidden">Location</span>
    <span className="w-32 text-right max-full:hidden">Alert</span>
  </div>
);

type DealLineProps = {
  readonly name: string | null;
  readonly companyId: string | null | undefined;
  readonly about?: string;
  readonly round: Round;
  readonly amount: ReactNode;
  /** Where the amount lies among those of its stage; only where there is room. */
  readonly track?: ReactNode;
  /** In the last column: its place or its day. */
  readonly end: string;
};

function DealLine({ name, companyId, about, round, amount, track, end }: DealLineProps) {
  return (
    <>
      <RecordMark kind="company" id={companyId} name={name ?? '?'} />
      <span className="flex min-w-0 grow gap-2 max-tablet:grid">
        <span className="max-w-full truncate font-[550] tablet:shrink-0">{name ?? 'Unnamed company'}</span>
        {about && <span className="truncate text-ink-3">{about}</span>}
      </span>
      <span className="flex shrink-0 items-center gap-3 max-tablet:flex-col-reverse max-tablet:items-end max-tablet:gap-0.5">
        <span className="flex tablet:w-36">
          <RoundBadge round={round} />
        </span>
        <span className="text-right tablet:w-18">{amount}</span>
      </span>
      {track !== undefined && <span className="w-14 shrink-0 max-full:hidden">{track}</span>}
      <span className="w-22 shrink-0 truncate text-ink-2 tabular-nums max-full:hidden">{end}</span>
    </>
  );
}

/** Where no alert matched: the newest deals, as the preview of an alert without filters shows them. */
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
