import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { type RouteLink, routeLinks } from '#contract/routes.ts';
import type { OurRecord } from '#contract/workspace/us.ts';
import { useUs } from '../../records/us.ts';
import { capitalize, formatCount } from '../../platform/format.ts';
import { ApiError, isStillReading } from '../../platform/http/api-error.ts';
import { useConnected } from '../../platform/http/connection.ts';
import { Button, primaryLink } from '../../platform/ui/button.tsx';
import { Notice, UnreadNotice } from '../../platform/ui/notice.tsx';
import { Overflow } from '../../platform/ui/overflow.tsx';
import { ScreenHead } from '../../platform/ui/screen-head.tsx';
import { Segments } from '../../platform/ui/segments.tsx';
import { useSingleKey } from '../../platform/ui/single-key.ts';
import { type UrlState, useUrl } from '../../platform/url/url.ts';
import { readKnownName } from '../searches/kit/lookups/known-names.ts';
import { RecordPicker } from '../searches/kit/lookups/record-picker.tsx';
import { RouteEvidence } from './evidence.tsx';
import { RouteTiming } from './route-timing.tsx';
import { LaneLegend, RouteLane } from './route-lane.tsx';
import { buildRoutesBody, type FoundRoutes, routesQuery } from './routes-query.ts';
import { routesUrl } from './routes-url.ts';
import { EmptyState } from '../../platform/ui/empty-state.tsx';

type Address = UrlState<typeof routesUrl>;

/** Routes from us to an investor, a company or a person; nothing here has a price but a search for a name. */
export function RoutesPage() {
  const address = useUrl(routesUrl);
  const { value, unread } = address;
  const { us, isLoading } = useUs();
  const isCounted = useConnected()?.facets;
  const body = buildRoutesBody(us, value.to && { kind: value.kind, id: value.to.id }, {
    ...(value.through.length > 0 && { through: value.through }),
    max_hops: Number(value.hops),
    max_routes: Number(value.best),
  });
  const { data, error, refetch } = useQuery(routesQuery(body, isCounted));
  const name = data?.to.name ?? (value.to && (value.to.name || readKnownName(value.kind, value.to.id)));
  return (
    <div className="flex min-h-0 grow flex-col max-wide:scroll-y">
      <ScreenHead
        title={name === undefined || name === '' ? 'Routes' : `Routes from us to ${name}`}
        tab="Routes"
        about={data && formatCount(data.routes.length, 'route')}
      >
        {data && data.routes.length > 0 && <LaneLegend />}
        <Segments
          label="Routes shown"
          value={value.best}
          choices={[
            ['3', 'Best 3'],
            ['10', 'Best 10'],
          ]}
          onChange={(best) => address.write({ ...value, best, open: '1' })}
        />
      </ScreenHead>
      <RoutesBar address={address} us={us} name={name} />
      <div className="px-4 tablet:px-6">
        <UnreadNotice unread={unread} />
      </div>
      {data ? (
        <FoundList address={address} found={data} />
      ) : (
        <div className="p-4 tablet:px-6">
          {isLoading ? null : us.length === 0 ? (
            <NobodyYet />
          ) : !value.to ? (
            <EmptyState title="Choose whom to reach" example={routeExample}>
              Type a name in “To”. Routes lead over rounds, partners, angels and jobs, in at most four hops.
            </EmptyState>
          ) : (
            <NotFound error={error} onRetry={() => void refetch()} />
          )}
        </div>
      )}
    </div>
  );
}

const NobodyYet = () => (
  <EmptyState
    title="Choose who you are"
    example={routeExample}
    action={
      <Link to="/settings" hash="us" className={primaryLink}>
        Choose your fund, partners and portfolio
      </Link>
    }
  >
    Routes begin at your fund, its partners and its portfolio. You choose them once, in Settings.
  </EmptyState>
);

const routeExample = [
  'You',
  '4 rounds with Harbor Ventures',
  'led by Mara Lindqvist',
  'on the board of Arcwell',
] as const;

function NotFound({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  if (!error || isStillReading(error)) {
    return (
      <p className="text-ink-3">{error ? 'The service is reading its data. Routes follow.' : 'Looking for routes'}</p>
    );
  }
  const isUnknown = error instanceof ApiError && error.facts.status === 404;
  return (
    <Notice
      variant={isUnknown ? 'plain' : 'bad'}
      title={isUnknown ? 'Nothing unlocked names this record' : 'The routes could not be read'}
      actions={isUnknown ? undefined : <Button onClick={onRetry}>Try again</Button>}
    >
      {isUnknown ? 'Unlock rounds with their investors, or people, to find routes through them.' : error.message}
    </Notice>
  );
}

/** From whom, to whom, in how many hops. */
function RoutesBar({
  address: { value, write },
  us,
  name = '',
}: {
  readonly address: Address;
  readonly us: readonly OurRecord[];
  /** The name of the target, once it is known. */
  readonly name: string | undefined;
}) {
  const { kind, to, hops } = value;
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 tablet:px-6 print:hidden">
      <BarField label="From">
        <Link
          to="/settings"
          hash="us"
          className="field-box flex min-h-8.5 max-w-80 items-center px-2.5 font-medium hover:bg-sunken max-tablet:min-h-10"
        >
          <span className="truncate">{describeUs(us)}</span>
        </Link>
      </BarField>
      <ArrowRight aria-hidden className="mb-2.5 size-4 text-ink-3 max-tablet:hidden" />
      <BarField label="Kind">
        <Segments
          label="Kind of target"
          value={kind}
          choices={(['investor', 'company', 'person'] as const).map((one) => [one, capitalize(one)])}
          onChange={(next) => write({ ...value, kind: next, to: undefined, open: '1' })}
        />
      </BarField>
      <div className="w-full max-w-80 min-w-60 grow">
        <RecordPicker
          key={kind}
          label="To"
          aside={null}
          kind={kind}
          chosen={to ? [{ ...to, name }] : []}
          onChoose={(chosen) => write({ ...value, to: chosen.at(-1), open: '1' })}
        />
      </div>
      <Overflow
        label="How routes lead"
        face={
          <span className="truncate">
            <span className="text-ink-3">Through</span> {describeThrough(value.through)}
            <span className="text-ink-3">, at most</span> {hops} hops
          </span>
        }
      >
        <ThroughChoice
          chosen={value.through}
          onChoose={(through) => write({ ...value, through: [...through], open: '1' })}
        />
        <Segments
          label="Most hops"
          value={hops}
          choices={[
            ['2', '2 hops'],
            ['3', '3'],
            ['4', '4'],
          ]}
          onChange={(next) => write({ ...value, hops: next, open: '1' })}
        />
      </Overflow>
    </div>
  );
}

const linkNames: Record<RouteLink, string> = {
  rounds: 'Rounds',
  partners: 'Partners and angels',
  companies: 'Companies',
  jobs: 'Jobs',
};

/** "everything", "rounds, jobs". */
const describeThrough = (chosen: readonly RouteLink[]): string =>
  chosen.length === 0 ? 'everything' : chosen.map((link) => linkNames[link].toLowerCase()).join(', ');

type ThroughChoiceProps = {
  /** All where it is empty. */
  readonly chosen: readonly RouteLink[];
  readonly onChoose: (chosen: readonly RouteLink[]) => void;
};

/** What routes may rest on; the last one stays. */
function ThroughChoice({ chosen, onChoose }: ThroughChoiceProps) {
  const shown = chosen.length === 0 ? routeLinks : chosen;
  const toggle = (link: RouteLink) => {
    const next = routeLinks.filter((one) => (one === link) !== shown.includes(one));
    if (next.length > 0) onChoose(next.length === routeLinks.length ? [] : next);
  };
  return (
    <fieldset aria-label="Through" className="flex flex-wrap gap-x-3.5 gap-y-1">
      {routeLinks.map((link) => (
        <label key={link} className="flex min-h-6 items-center gap-1.5 whitespace-nowrap max-tablet:min-h-10">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={shown.includes(link)}
            onChange={() => toggle(link)}
          />
          {linkNames[link]}
        </label>
      ))}
    </fieldset>
  );
}

const BarField = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid gap-1">
    <span aria-hidden className="text-12 font-medium text-ink-2">
      {label}
    </span>
    <span className="flex min-h-8.5 items-center">{children}</span>
  </div>
);

/** "Alder Seed, 3 partners, 12 companies". */
function describeUs(us: readonly OurRecord[]): string {
  const count = (kind: OurRecord['kind']) => us.filter((one) => one.kind === kind).length;
  const [fund, ...otherFunds] = us.filter(({ kind }) => kind === 'investor');
  const parts = [
    ...(fund ? [fund.name] : []),
    ...(otherFunds.length > 0 ? [formatCount(otherFunds.length, 'more fund')] : []),
    ...(count('person') > 0 ? [formatCount(count('person'), 'partner')] : []),
    ...(count('company') > 0 ? [formatCount(count('company'), 'company', 'companies')] : []),
  ];
  return parts.length === 0 ? 'Choose who you are' : parts.join(', ');
}

/** The routes, and what the open one rests on. */
function FoundList({ address: { value, write }, found }: { readonly address: Address; readonly found: FoundRoutes }) {
  const { routes, from_unlocked: unlocked } = found;
  const open = Math.min(Number(value.open), routes.length) - 1;
  const show = (at: number) => {
    const place = Math.min(Math.max(at, 0), routes.length - 1) + 1;
    write({ ...value, open: String(place) as typeof value.open }, 'replace');
  };
  useSingleKey('j', () => show(open + 1), routes.length > 0);
  useSingleKey('k', () => show(open - 1), routes.length > 0);
  const route = routes[open];
  return (
    <div className="flex min-h-0 grow flex-col wide:flex-row">
      <section aria-label="Routes" className="min-w-0 grow wide:scroll-y">
        {unlocked && (
          <p className="border-b border-line px-4 py-2.5 text-ink-2 tablet:px-6">
            From {formatCount(unlocked.rounds, 'unlocked round')} and{' '}
            {formatCount(unlocked.people, 'unlocked person', 'unlocked people')}.
          </p>
        )}
        {routes.length === 0 ? (
          <div className="p-4 tablet:px-6">
            <Notice title={`No route to ${found.to.name}`}>
              {value.through.length > 0
                ? 'Allow more that routes may pass through, or more hops.'
                : value.hops === '4'
                  ? 'No rounds or jobs link you in at most four hops. Add partners or portfolio companies in Settings.'
                  : 'Allow more hops.'}
            </Notice>
          </div>
        ) : (
          <ol>
            {routes.map((one, at) => (
              <RouteLane
                key={one.stops.map(({ id }) => id).join(' ')}
                route={one}
                isOpen={at === open}
                onOpen={() => show(at)}
              />
            ))}
          </ol>
        )}
        {routes.length > 0 && <RouteTiming routes={routes} open={open} />}
      </section>
      {route && <RouteEvidence route={route} />}
    </div>
  );
}
