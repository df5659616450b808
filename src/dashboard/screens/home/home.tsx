import { Link } from '@tanstack/react-router';
import { ArrowRight, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { countReviewed, formatDayRange, useToday } from '../../records/alerts/items.ts';
import { useAlerts } from '../../records/alerts/use-alerts.ts';
import { useStatuses } from '../../records/status/statuses.ts';
import { formatCount } from '../../platform/format.ts';
import { readStored, writeStored } from '../../platform/storage/storage.ts';
import { IconButton } from '../../platform/ui/button.tsx';
import { useFocusMain } from '../../platform/ui/main-region.ts';
import { ScreenHead } from '../../platform/ui/screen-head.tsx';
import { useRawSearch } from '../../platform/url/url.ts';
import { AskBox } from '../searches/kit/ask/ask-box.tsx';
import { EmptyLine, TitledCard } from '../../platform/ui/titled-card.tsx';
import { isPlanFailure, Matches, NewDeals } from './matches.tsx';
import { RecentlyViewed } from './recently-viewed.tsx';
import { SavedSearches } from './searches.tsx';
import { ShortlistNews } from './shortlist-news.tsx';
import { Today } from './today.tsx';
import { WeekDivisions } from './week.tsx';
import { useIsMetered } from '../../platform/http/connection.ts';
import { LoadingLines } from '../../platform/ui/loading.tsx';

type HomeProps = {
  /** How the market does that the user watches. */
  readonly market: ReactNode;
  /** What was reported of it this week. */
  readonly reported: ReactNode;
  /** Who led a first round: shown until something is on the shortlist. */
  readonly newLeads: ReactNode;
};

/** The first screen: what is new, all of it free but the check of saved searches. */
export function HomePage({ market, reported, newLeads }: HomeProps) {
  const ask = useRawSearch()['ask']?.[0];
  const today = useToday();
  // The same days as on Alerts and in its count in the navigation.
  const alerts = useAlerts({ period: 'week', alert: [], view: 'review' });
  const { items, days, configurations, isLoaded, failure } = alerts;
  const { reviewed, total } = countReviewed(items, useStatuses('deal'));
  const left = total - reviewed;
  // The rest is shown together with the alerts, so that nothing moves.
  const isKnown = isLoaded || items.length > 0 || Boolean(failure);
  const isFirstUse = isLoaded && configurations.length === 0;
  const hasAlerts = !isPlanFailure(failure);
  const hasWeek = !isFirstUse && hasAlerts;
  const lists = (
    <>
      {reported}
      <ShortlistNews items={items} beforeFirst={newLeads} />
      <SavedSearches />
    </>
  );
  return (
    <div className="min-h-0 grow scroll-y">
      <ScreenHead
        title={hasWeek ? 'Last seven days' : 'Home'}
        tab="Home"
        about={hasWeek && <span className="max-tablet:hidden">{formatDayRange(days)}, UTC</span>}
      >
        {items.length > 0 && (
          <Link
            to="/alerts"
            className="inline-flex h-7.5 items-center gap-1.5 rounded-md border border-line-2 px-2.5 font-medium shadow-xs hover:bg-sunken max-tablet:h-10"
          >
            {left === 0 ? 'All reviewed' : `Review ${formatCount(left, 'deal')}`}
            <ArrowRight aria-hidden className="size-3.5" />
          </Link>
        )}
      </ScreenHead>
      <div className="grid grid-cols-1 gap-4 p-4 tablet:px-6 tablet:pt-5 wide:grid-cols-[minmax(0,1fr)_20rem] full:grid-cols-[minmax(0,1fr)_24.25rem]">
        <div className="grid gap-4 wide:col-span-2">
          <div className="print:hidden">
            <AskBox key={ask} isLarge initial={ask} />
          </div>
          {market}
        </div>
        <div className="grid grid-cols-1 content-start gap-4">
          <FirstNote />
          {!isKnown ? (
            <TitledCard title="New matches">
              <EmptyLine>
                <LoadingLines />
              </EmptyLine>
            </TitledCard>
          ) : isFirstUse ? (
            <NewDeals />
          ) : !hasAlerts ? (
            lists
          ) : (
            <>
              <Matches alerts={alerts} />
              {!failure && items.length === 0 && <NewDeals />}
            </>
          )}
          {items.length > 0 && <WeekDivisions items={items} />}
        </div>
        {isKnown && (
          <div className="grid grid-cols-1 content-start gap-4">
            <Today {...{ today, left, isFirstUse }} />
            {hasAlerts && lists}
            <RecentlyViewed />
          </div>
        )}
      </div>
    </div>
  );
}

const noteName = 'home-note';

/** Says once what costs. */
function FirstNote() {
  const focusMain = useFocusMain();
  const [isSeen, setSeen] = useState(() => readStored(noteName) === 'seen');
  const isMetered = useIsMetered();
  if (isSeen || !isMetered) return null;
  return (
    <p className="flex items-center justify-between gap-3 rounded-lg bg-accent-soft py-1 pr-1 pl-3.5 text-accent-ink *:shrink-0">
      Everything on this screen is free. A button that costs credits shows its price.
      <IconButton
        Icon={X}
        label="Dismiss"
        onPress={() => {
          writeStored(noteName, 'seen');
          setSeen(true);
          focusMain();
        }}
      />
    </p>
  );
}
