import { useQuery } from '@tanstack/react-query';
import { Link } from '../../platform/url/link.tsx';
import { navigate, useRawSearch } from '../../platform/url/address.ts';
import { ArrowRight, X } from 'lucide-react';
import { type ReactNode, use, useState } from 'react';
import { alertPreview, noAlertFilters } from '../../features/alerts/alert-preview.ts';
import {
  type AlertItem,
  countReviewed,
  describeMatch,
  formatAmount,
  formatDayRange,
  formatNative,
  useToday,
} from '../../features/alerts/items.ts';
import { type AlertsState, useAlerts } from '../../features/alerts/use-alerts.ts';
import { dealTemplates } from '../../features/deals/deal-templates.ts';
import { canCountNewRows, newRowsTenths, useFreeNewRows, useNewRows } from '../../features/saved/new-rows.ts';
import { useRecentViews } from '../../library/recent-views.ts';
import { useLibraryVersion } from '../../library/records/records.ts';
import { useIsLoading, useIsReceiving } from '../../library/records/sync-state.ts';
import { useStatuses } from '../../library/status/statuses.ts';
import { formatCount, formatGrouped, formatShortDay } from '../../platform/format.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { connection, useIsCounted } from '../../platform/http/connection.ts';
import { formatRoundType, type Round } from '../../platform/rounds.ts';
import { readStored, writeStored } from '../../platform/storage/storage.ts';
import { IconButton } from '../../platform/ui/button.tsx';
import { IsBuilt } from '../../platform/ui/is-built.ts';
import { Monogram } from '../../platform/ui/monogram.tsx';
import { parseRawSearch } from '../../platform/url/raw-search.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { AskBox } from '../../search/ask/ask-box.tsx';
import { MoneyCell, RaisedCell, RoundBadge } from '../../search/record/cells.tsx';
import { ProfileLink } from '../../search/record/profile-link.tsx';
import { daysBefore, type TemplateValues } from '../../search/resource/template.ts';
import { TemplateList } from '../../search/resource/templates.tsx';
import { readNewRows, SavedLink, type SavedSearch, useSearches } from '../../search/saved/searches.tsx';
import { EmptyLine, HomeCard, homeLink, homeRow } from './card.tsx';
import { WeekDivisions, WeekFigures, WeekFallback, weeksShown } from './week.tsx';
import { readKnownName } from '../../search/lookups/known-names.ts';

/** The first screen: what is new, all of it free but the check of saved searches. */
export function HomeScreen() {
  const ask = useRawSearch()['ask']?.[0];
  const today = useToday();
  const end = new Date(`${today}T00:00:00Z`);
  // The same days as on Alerts and in its count in the navigation.
  const alerts = useAlerts({ period: 'week', alert: [], view: 'review' });
  const quarter = { from: daysBefore(end, weeksShown * 7 - 1), to: today };
  const history = useAlerts({ period: 'range', ...quarter, alert: [], view: 'review' });
  const { items, days, configurations, isLoaded, failure } = alerts;
  const { reviewed, total } = countReviewed(items, useStatuses('deal'));
  const left = total - reviewed;
  const isFirstUse = isLoaded && configurations.length === 0;
  const hasWeek = !isFirstUse && !isPlanFailure(failure);
  return (
    <div className="min-h-0 grow scroll-y">
      <title>Home, Fundscope</title>
      <div className="flex min-h-13 max-tablet:min-h-14.25 flex-wrap items-center gap-3 border-b border-line px-4 py-2 tablet:px-6">
        <h1 className="text-15 font-semibold tracking-[-0.012em]">{hasWeek ? 'Last seven days' : 'Home'}</h1>
        {!use(IsBuilt) && hasWeek && (
          <span className="text-ink-3 tabular-nums max-tablet:hidden">{formatDayRange(days)}, UTC</span>
        )}
        {items.length > 0 && (
          <Link
            to="/alerts"
            className="ml-auto inline-flex h-7.5 items-center gap-1.5 rounded-md border border-line-2 px-2.5 font-medium shadow-xs hover:bg-sunken max-tablet:h-10"
          >
            {left === 0 ? 'All reviewed' : `Review ${formatCount(left, 'deal')}`}
            <ArrowRight aria-hidden className="size-3.5" />
          </Link>
        )}
      </div>
      <div className="grid grid-cols-1 gap-4 p-4 tablet:px-6 tablet:pt-5 wide:grid-cols-[minmax(0,1fr)_20rem] full:grid-cols-[minmax(0,1fr)_24.25rem]">
        <div className="wide:col-span-2">
          <AskBox key={ask} isLarge initial={ask} />
        </div>
        <div data-first-visit className="grid grid-cols-1 content-start gap-4">
          <FirstNote />
          {isFirstUse ? (
            <NewDeals />
          ) : (
            <>
              {!isLoaded && !failure && <WeekFallback />}
              {items.length > 0 && (
                <WeekFigures items={items} history={history.isLoaded ? history.items : undefined} today={today} />
              )}
              <Matches alerts={alerts} />
            </>
          )}
          <Templates />
          {items.length > 0 && <WeekDivisions items={items} />}
        </div>
        <div data-first-visit className="grid grid-cols-1 content-start gap-4">
          <ShortlistNews items={items} />
          <SavedSearches />
          <RecentlyViewed />
        </div>
      </div>
    </div>
  );
}

const noteName = 'home-note';

/** Says once what costs. */
function FirstNote() {
  const [isSeen, setSeen] = useState(() => readStored(noteName) === 'seen');
  if (isSeen) return null;
  return (
    <p className="flex items-center justify-between gap-3 rounded-lg bg-accent-soft py-1 pr-1 pl-3.5 text-accent-ink *:shrink-0">
      Everything on this screen is free. A button that costs credits shows its price.
      <IconButton
        Icon={X}
        label="Dismiss"
        onPress={() => {
          writeStored(noteName, 'seen');
          setSeen(true);
          document.getElementById('main')?.focus();
        }}
      />
    </p>
  );
}

/** Whether the plan has no alerts, so that there is nothing to show of a week. */
const isPlanFailure = (failure: unknown): boolean => failure instanceof ApiError && failure.kind === 'plan';

const maxMatches = 9;

/** As high as that many rows, so that what is below them stays in its place. */
const LoadingRows = () => <p className="h-83.25 border-t border-line p-3.5 text-ink-3 max-tablet:h-105.75">Loading</p>;

/** What the saved alerts found. */
function Matches({ alerts: { items, isLoaded, failure } }: { readonly alerts: AlertsState }) {
  useLibraryVersion();
  if (isPlanFailure(failure)) return null;
  const shown = items.slice(0, maxMatches);
  return (
    <HomeCard
      title="New matches"
      count={items.length > 0 && `${shown.length} of ${formatGrouped(items.length)}`}
      aside={
        items.length > 0 && (
          <Link to="/alerts" className={homeLink}>
            View all
          </Link>
        )
      }
    >
      {shown.map((item) => (
        <Link key={item.id} to="/alerts" search={{ open: [item.id] }} className={homeRow}>
          <DealLine
            name={item.deal.company_name}
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
          <EmptyLine>{failure ? failure.message : 'No deal matched your alerts.'}</EmptyLine>
        ) : (
          <LoadingRows />
        ))}
    </HomeCard>
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
  readonly about?: string;
  readonly round: Round;
  readonly amount: ReactNode;
  /** In the last column: its place or its day. */
  readonly end: string;
};

function DealLine({ name, about, round, amount, end }: DealLineProps) {
  return (
    <>
      <Monogram name={name ?? '?'} />
      <span className="flex min-w-0 grow gap-2 max-tablet:grid">
        <span className="truncate font-[550] tablet:shrink-0">{name ?? 'Unnamed company'}</span>
        {about && <span className="truncate text-ink-3">{about}</span>}
      </span>
      <span className="flex shrink-0 items-center gap-3 max-tablet:flex-col-reverse max-tablet:items-end max-tablet:gap-0.5">
        <span className="flex tablet:w-30">
          <RoundBadge round={round} />
        </span>
        <span className="text-right tablet:w-20">{amount}</span>
      </span>
      <span className="w-25 shrink-0 truncate text-ink-2 tabular-nums max-full:hidden">{end}</span>
    </>
  );
}

/** Before the first alert: the newest deals, as the preview of an alert without filters shows them. */
function NewDeals() {
  const canPreview = useQuery(connection).data?.account === true;
  const { data } = useQuery({ ...alertPreview(noAlertFilters), enabled: canPreview });
  if (!canPreview) return null;
  return (
    <HomeCard
      title="Newest deals"
      count={data && `${data.total === 0 ? 'none' : formatCount(data.total, 'deal')} in 30 days`}
    >
      {data?.deals.slice(0, maxMatches).map(({ id, company, about, round, day, deal }) => (
        <Link key={id} to="/deals" search={{ open: [id] }} className={homeRow}>
          <DealLine name={company} about={about} round={round} amount={<RaisedCell deal={deal} />} end={day} />
        </Link>
      ))}
      {!data && <LoadingRows />}
    </HomeCard>
  );
}

const maxTemplates = 3;
const templates = { templates: dealTemplates };

/** Opens the form of deals with the values of a template; the filters are loaded only then. */
async function openDeals(values: TemplateValues): Promise<void> {
  const [{ dealCatalogue }, { findAddress, formatAddress }] = await Promise.all([
    import('#contract/deal-filters.ts'),
    import('../../search/query/search-query.ts'),
  ]);
  const query = { ...findAddress(dealCatalogue).blank, ...values };
  navigate({ to: '/deals', search: parseRawSearch(formatAddress(dealCatalogue, query)) });
}

/** What to start with, until a search is saved. */
function Templates() {
  const hasSearches = useSearches().length > 0;
  if (useIsReceiving() || hasSearches) return null;
  return (
    <HomeCard title="Start a search">
      <div className="px-2 pb-2">
        <TemplateList isPlain resource={templates} max={maxTemplates} onOpen={openDeals} />
      </div>
    </HomeCard>
  );
}

/** The last seven days’ deals of shortlisted companies. */
function ShortlistNews({ items }: { readonly items: readonly AlertItem[] }) {
  const companies = useStatuses('company');
  const isLoading = useIsLoading();
  const listed = [...companies.values()].filter(({ status }) => status === 'shortlist').length;
  const news = items.filter(({ deal }) => companies.get(deal.company_id ?? '')?.status === 'shortlist');
  return (
    <HomeCard
      title="Shortlist updates"
      count={news.length > 0 && news.length}
      aside={
        <Link to="/shortlist" className={homeLink}>
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
          <Monogram name={item.deal.company_name ?? '?'} size="medium" />
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
          {isLoading
            ? 'Loading'
            : listed === 0
              ? 'Shortlist a company to see its new rounds here.'
              : `No new round of your ${formatCount(listed, 'company', 'companies')}.`}
        </EmptyLine>
      )}
    </HomeCard>
  );
}

const maxSearches = 6;

function SavedSearches() {
  const searches = useSearches();
  const isLoading = useIsLoading();
  const { pending, failure, find } = useNewRows();
  const checkable = useIsCounted() ? [] : searches.filter(canCountNewRows);
  return (
    <HomeCard
      title="Saved searches"
      aside={
        checkable.length > 0 ? (
          <PricedButton
            upTo
            variant="plain"
            tenths={newRowsTenths * checkable.length}
            pending={pending.size > 0}
            onConfirm={(authorization) => void find(authorization, checkable)}
          >
            Check for new
          </PricedButton>
        ) : (
          <Link to="/saved" className={homeLink}>
            View all
          </Link>
        )
      }
    >
      {failure && (
        <div className="border-t border-line p-2">
          <FailureNotice key={failure.message} failure={failure} />
        </div>
      )}
      {searches.slice(0, maxSearches).map((saved) => (
        <SearchRow key={saved.id} saved={saved} />
      ))}
      {searches.length > maxSearches && (
        <Link to="/saved" className={homeRow}>
          View all {searches.length}
        </Link>
      )}
      {searches.length === 0 && (
        <EmptyLine>{isLoading ? 'Loading' : 'Save a search to see its new rows here.'}</EmptyLine>
      )}
    </HomeCard>
  );
}

function SearchRow({ saved }: { readonly saved: SavedSearch }) {
  useFreeNewRows(saved);
  const found = readNewRows(saved);
  return (
    <SavedLink saved={saved} className={homeRow}>
      <span className="min-w-0 grow truncate font-medium">{saved.name}</span>
      {found?.total ? (
        <span className="shrink-0 count-badge">{formatGrouped(found.total)} new</span>
      ) : (
        found && <span className="shrink-0 text-11 text-ink-3">No change</span>
      )}
    </SavedLink>
  );
}

const maxViewed = 6;
const kindNames = { company: 'Company', investor: 'Investor', person: 'Person' } as const;

/** The profiles that were opened last, as far as their names are known. */
function RecentlyViewed() {
  useLibraryVersion();
  const viewed = useRecentViews()
    .flatMap(({ kind, id }) => {
      const name = readKnownName(kind, id);
      return name === undefined ? [] : [{ kind, id, name }];
    })
    .slice(0, maxViewed);
  if (viewed.length === 0) return null;
  return (
    <HomeCard title="Recently viewed">
      {viewed.map(({ kind, id, name }) => (
        <ProfileLink key={id} kind={kind} id={id} className={`${homeRow} hover:no-underline`}>
          <Monogram name={name} isPerson={kind === 'person'} />
          <span className="min-w-0 grow truncate font-[550]">{name}</span>
          <span className="text-ink-2">{kindNames[kind]}</span>
        </ProfileLink>
      ))}
    </HomeCard>
  );
}
