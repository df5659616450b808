import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowRight, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { alertDraft, alertPreview, emptyAlertDraft } from '../features/alerts/alert-draft.ts';
import { type AlertItem, useToday } from '../features/alerts/items.ts';
import { type AlertsState, useAlerts } from '../features/alerts/use-alerts.ts';
import { deals } from '../features/deals/page.tsx';
import { useStatuses } from '../library/status/statuses.ts';
import { formatCount, formatMoney } from '../platform/format.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { connection } from '../platform/http/connection.ts';
import type { Round } from '../platform/rounds.ts';
import { readStored, writeStored } from '../platform/storage/storage.ts';
import { IconButton } from '../platform/ui/button.tsx';
import { parseRawSearch } from '../platform/url/url.ts';
import { AskBox } from '../search/ask/ask-box.tsx';
import { findAddress, formatAddress } from '../search/query/search-query.ts';
import { RoundBadge } from '../search/record/cells.tsx';
import { daysBefore, TemplateList } from '../search/resource/templates.tsx';
import { readNewRows, SavedLink, useSearches } from '../search/saved/searches.tsx';

/** The first screen: what is new, all of it free. */
export function HomeScreen() {
  const ask = useSearch({ strict: false })['ask']?.[0];
  const to = useToday();
  const from = daysBefore(new Date(`${to}T00:00:00Z`), 6);
  const alerts = useAlerts({ period: 'range', from, to, alert: [], view: 'review' });
  const { items, configurations, isLoaded } = alerts;
  const isFirstUse = isLoaded && configurations.length === 0;
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <title>Home, Fundscope</title>
      <div className="flex min-h-[52px] flex-wrap items-center gap-3 border-b border-line px-4 py-2 tablet:px-6">
        <h1 className="text-[15px] font-semibold tracking-[-0.012em]">Last 7 days</h1>
        <span className="text-ink-3 tabular-nums">
          {from} to {to}, UTC
        </span>
        {items.length > 0 && (
          <Link
            to="/alerts"
            className="ml-auto inline-flex h-8 items-center gap-1.5 rounded-[6px] border border-edge px-2 font-[550] hover:bg-sunken"
          >
            Review {formatCount(items.length, 'deal')}
            <ArrowRight aria-hidden className="size-3.5" />
          </Link>
        )}
      </div>
      <div className="mx-auto grid max-w-[1240px] gap-4 p-4 tablet:p-6 wide:grid-cols-[minmax(0,1fr)_340px]">
        <div className="wide:col-span-2">
          <AskBox key={ask} isLarge initial={ask} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <FirstNote />
          {isFirstUse ? <NewDeals /> : <Matches alerts={alerts} />}
          <Templates />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <ShortlistNews items={items} />
          <SavedSearches />
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
    <p className="flex items-center justify-between gap-3 rounded-[8px] bg-accent-soft py-1 pr-1 pl-3.5 text-accent-ink">
      Everything on this screen is free. A button that costs credits shows its price.
      <IconButton
        Icon={X}
        label="Dismiss"
        onPress={() => {
          writeStored(noteName, 'seen');
          setSeen(true);
        }}
      />
    </p>
  );
}

type CardProps = { readonly title: string; readonly aside?: ReactNode; readonly children: ReactNode };

function Card({ title, aside, children }: CardProps) {
  return (
    <section aria-label={title} className="overflow-hidden rounded-[8px] border border-line bg-panel">
      <div className="flex min-h-10 items-center justify-between gap-3 border-b border-line px-3.5">
        <h2 className="font-semibold">{title}</h2>
        <span className="text-[12px] text-ink-3 tabular-nums">{aside}</span>
      </div>
      {children}
    </section>
  );
}

const maxMatches = 9;
const rowLook = 'flex min-h-9 items-center gap-3 border-b border-line px-3.5 py-1 last:border-0 hover:bg-hover';

/** What the saved alerts found. */
function Matches({ alerts: { items, isLoaded, failure } }: { readonly alerts: AlertsState }) {
  // A plan without alerts has nothing to show here.
  if (failure instanceof ApiError && failure.kind === 'plan') return null;
  const shown = items.slice(0, maxMatches);
  return (
    <Card title="New matches" aside={items.length > 0 && `${shown.length} of ${items.length}`}>
      {shown.map(({ id, deal, round, usd, reasons }) => (
        <Link key={id} to="/alerts" search={{ open: [id] } as never} className={rowLook}>
          <DealLine name={deal.company_name} about={deal.deal_short_description} round={round} usd={usd} />
          <span className="w-28 truncate text-right text-[12px] text-ink-3 max-tablet:hidden">
            {reasons[0]?.alertName}
          </span>
        </Link>
      ))}
      {items.length === 0 && (
        <p className="p-3.5 text-ink-3">
          {failure ? failure.message : isLoaded ? 'No deal matched your alerts.' : 'Loading'}
        </p>
      )}
    </Card>
  );
}

type DealLineProps = {
  readonly name: string | null;
  readonly about?: string | null;
  readonly round: Round;
  readonly usd: number | null;
};

function DealLine({ name, about, round, usd }: DealLineProps) {
  return (
    <>
      <span className="min-w-0 grow truncate">
        <span className="font-[550]">{name ?? 'Unnamed company'}</span>
        {about && <span className="ml-2 text-ink-3 max-tablet:hidden">{about}</span>}
      </span>
      <span className="shrink-0">
        <RoundBadge round={round} />
      </span>
      <span className="w-20 shrink-0 text-right font-semibold tabular-nums">
        {usd === null ? <span className="font-normal text-ink-3">undisclosed</span> : formatMoney(usd)}
      </span>
    </>
  );
}

const noFilters = alertDraft.parse({ ...emptyAlertDraft, name: 'preview' }).filters;

/** Before the first alert: the newest deals, as the preview of an alert without filters shows them. */
function NewDeals() {
  const canPreview = useQuery(connection).data?.account === true;
  const { data } = useQuery({ ...alertPreview(noFilters), enabled: canPreview });
  if (!canPreview) return null;
  return (
    <Card title="New deals" aside={data && `${formatCount(data.total, 'deal')} in 30 days`}>
      {data?.deals.slice(0, maxMatches).map(({ id, company, round, usd }) => (
        <Link key={id} to="/deals" search={{ open: [id] } as never} className={rowLook}>
          <DealLine name={company} round={{ type: round }} usd={usd} />
        </Link>
      ))}
      {!data && <p className="p-3.5 text-ink-3">Loading</p>}
    </Card>
  );
}

const maxTemplates = 3;

function Templates() {
  const navigate = useNavigate();
  const { blank } = findAddress(deals);
  return (
    <section aria-labelledby="start-search" className="grid gap-2">
      <h2 id="start-search" className="font-semibold">
        Start a search
      </h2>
      <TemplateList
        resource={deals}
        blank={blank}
        max={maxTemplates}
        onOpen={(query) =>
          void navigate({ to: '/deals', search: parseRawSearch(formatAddress(deals, query)) as never })
        }
      />
    </section>
  );
}

/** This week's deals of shortlisted companies. */
function ShortlistNews({ items }: { readonly items: readonly AlertItem[] }) {
  const companies = useStatuses('company');
  const listed = [...companies.values()].filter(({ status }) => status === 'shortlist').length;
  const news = items.filter(({ deal }) => companies.get(deal.company_id ?? '')?.status === 'shortlist');
  return (
    <Card
      title="Shortlist news"
      aside={
        <Link to="/compare" className="underline underline-offset-2 hover:text-ink">
          Open
        </Link>
      }
    >
      {news.map(({ id, deal, round, usd }) => (
        <Link key={id} to="/alerts" search={{ open: [id] } as never} className={rowLook}>
          <DealLine name={deal.company_name} round={round} usd={usd} />
        </Link>
      ))}
      {news.length === 0 && (
        <p className="p-3.5 text-ink-3">
          {listed === 0
            ? 'Shortlist a company to see its new rounds here.'
            : `No new round of your ${formatCount(listed, 'company', 'companies')}.`}
        </p>
      )}
    </Card>
  );
}

const maxSearches = 6;

function SavedSearches() {
  const searches = useSearches();
  return (
    <Card
      title="Saved searches"
      aside={
        <Link to="/saved" className="underline underline-offset-2 hover:text-ink">
          All
        </Link>
      }
    >
      {searches.slice(0, maxSearches).map((saved) => {
        const total = readNewRows(saved)?.total ?? 0;
        return (
          <SavedLink key={saved.id} saved={saved} className={rowLook}>
            <span className="min-w-0 grow truncate font-medium">{saved.name}</span>
            {total > 0 && (
              <span className="shrink-0 rounded-[5px] bg-accent-soft px-1.5 text-[12px] text-accent-ink tabular-nums">
                {total.toLocaleString('en-US')} new
              </span>
            )}
          </SavedLink>
        );
      })}
      {searches.length === 0 && <p className="p-3.5 text-ink-3">Save a search to see its new rows here.</p>}
    </Card>
  );
}
