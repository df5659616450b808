import { Link } from '@tanstack/react-router';
import { mostHopDeals, type Route, type RouteDeal, type RouteHop, type RouteStop } from '#contract/routes.ts';
import { formatCount, formatMoney, formatShortDay } from '../../platform/format.ts';
import { CopyButton } from '../../platform/ui/copy-and-save.tsx';
import { RoundBadge } from '../searches/kit/record/cells.tsx';
import { writeNote } from './route-text.ts';

/** The rounds that each hop of a route rests on, and the note to write from. */
export function RouteEvidence({ route }: { readonly route: Route }) {
  const { stops, hops } = route;
  const to = stops.at(-1) as RouteStop;
  const note = writeNote(route, to);
  return (
    <aside
      aria-label="Evidence"
      className="grid grid-cols-1 content-start gap-4 border-line p-4 max-wide:border-t wide:w-86 wide:shrink-0 wide:scroll-y wide:border-l"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">Evidence</h2>
        <span className="print:hidden">
          <CopyButton text={note} label="note">
            Copy note
          </CopyButton>
        </span>
      </div>
      {hops.map((hop, at) => (
        <HopEvidence
          key={(stops[at] as RouteStop).id}
          hop={hop}
          before={stops[at] as RouteStop}
          after={stops[at + 1] as RouteStop}
          isFirst={at === 0}
        />
      ))}
      <p className="rounded-[9px] bg-accent-soft p-3 text-accent-ink">{note.split('\n', 1)[0]}</p>
      <p className="text-11.5 text-ink-3">
        Rounds and jobs say who worked together, not who gets on.
        {hops.some(({ rounds, deals }) => rounds > deals.length) &&
          ` The newest ${mostHopDeals} rounds of a hop are listed.`}
      </p>
    </aside>
  );
}

type HopEvidenceProps = {
  readonly hop: RouteHop;
  readonly before: RouteStop;
  readonly after: RouteStop;
  readonly isFirst: boolean;
};

function HopEvidence({ hop, before, after, isFirst }: HopEvidenceProps) {
  const beforeName = isFirst ? 'We' : before.name;
  return (
    <section className="grid gap-1">
      <h3 className="text-12 font-[550]">
        {isFirst ? `${before.name} (us)` : before.name} and {after.name}{' '}
        <span className="font-normal text-ink-3 tabular-nums">{formatCount(hop.rounds, 'round')}</span>
      </h3>
      {hop.by === 'job' && <p className="text-ink-2">{describeJob(before, after)}</p>}
      <ul className="grid">
        {hop.deals.map((deal) => (
          <li key={deal.deal_id}>
            <DealRow deal={deal} led={describeLed(deal, beforeName, after.name)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const describeJob = (before: RouteStop, after: RouteStop): string => {
  const [person, employer] = before.kind === 'person' ? [before, after] : [after, before];
  return `${person.name} works at ${employer.name}.`;
};

function describeLed({ led }: RouteDeal, before: string, after: string): string {
  if (led === 'both') return `${before} and ${after} led`;
  return led === null ? '' : `${led === 'before' ? before : after} led`;
}

const DealRow = ({ deal, led }: { readonly deal: RouteDeal; readonly led: string }) => (
  <Link
    to="/deals"
    search={{ open: [deal.deal_id] }}
    preload={false}
    className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-b border-line py-2 hover:bg-hover"
  >
    <b className="truncate font-[550]">{deal.company.name}</b>
    <span className="justify-self-end font-medium tabular-nums">
      {deal.raised === null ? 'Undisclosed' : formatMoney(deal.raised)}
    </span>
    <span className="col-span-2 flex flex-wrap items-center gap-x-2 text-ink-2 tabular-nums *:shrink-0">
      <RoundBadge round={{ type: deal.round_type, pre: deal.pre, extension: deal.extension }} />
      <span>{deal.date === null ? 'no date' : formatShortDay(deal.date)}</span>
    </span>
    {led !== '' && <span className="col-span-2 text-12 text-ink-2">{led}</span>}
  </Link>
);
