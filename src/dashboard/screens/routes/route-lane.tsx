import type { Route, RouteHop, RouteStop } from '#contract/routes.ts';
import { Monogram } from '../../platform/ui/monogram.tsx';
import { RecordMark } from '../../records/company-mark.tsx';
import { ProfileLink } from '../searches/kit/record/profile-link.tsx';
import { labelHop, describeRounds, findAge, nameRoute, nameStrength } from './route-text.ts';

type RouteLaneProps = {
  readonly route: Route;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
};

/** One route as a lane of stops and hops; on a phone from top to bottom. */
export function RouteLane({ route, isOpen, onOpen }: RouteLaneProps) {
  const { stops, hops, score } = route;
  return (
    <li
      className={`grid gap-3 border-b border-line border-l-2 px-4 py-4 tablet:px-5.5 ${isOpen ? 'border-l-accent bg-accent-soft' : 'border-l-transparent'}`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="contents">
          <button
            type="button"
            aria-pressed={isOpen}
            className="min-h-6 text-left font-semibold hover:text-accent-ink max-tablet:min-h-10"
            onClick={onOpen}
          >
            {nameRoute(route)}
          </button>
        </h2>
        <span
          className={`rounded-[5px] border px-1.5 text-11 leading-4.5 font-medium ${nameStrength(score) === 'Strong' ? 'border-accent bg-accent-soft text-accent-ink' : 'border-edge bg-ground'}`}
        >
          {nameStrength(score)}
        </span>
        <span className="text-ink-2 tabular-nums">{describeRounds(route)}</span>
      </div>
      <ol className="flex max-wide:flex-col wide:items-start">
        {stops.map((stop, at) => {
          const hop = hops[at];
          return (
            <li key={`${stop.kind} ${stop.id}`} className="contents">
              <Stop
                stop={stop}
                about={describeStop(stop, at, stops.length)}
                tone={at === 0 ? 'us' : at === stops.length - 1 ? 'target' : undefined}
              />
              {hop && <Hop hop={hop} before={stop} after={stops[at + 1] as RouteStop} />}
            </li>
          );
        })}
      </ol>
    </li>
  );
}

const describeStop = ({ detail }: RouteStop, at: number, count: number): string =>
  at === 0 ? 'Us' : (detail ?? (at === count - 1 ? 'Target' : 'Investor'));

type StopProps = {
  readonly stop: RouteStop;
  readonly about: string;
  readonly tone: 'us' | 'target' | undefined;
};

const Stop = ({ stop: { kind, id, name }, about, tone }: StopProps) => (
  <span className="flex min-w-0 items-center gap-2.5 wide:w-28 wide:shrink-0 wide:flex-col wide:gap-1.5 wide:text-center">
    {kind === 'company' || !tone ? (
      <RecordMark kind={kind} id={id} name={name} size="medium" />
    ) : (
      <Monogram name={name} isPerson={kind === 'person'} tone={tone} size="medium" />
    )}
    <span className="grid min-w-0 leading-4.5">
      <ProfileLink kind={kind} id={id} className="font-[550] break-words max-wide:min-h-6">
        {name}
      </ProfileLink>
      <span className="line-clamp-2 text-12 text-ink-2">{about}</span>
    </span>
  </span>
);

const tones = {
  new: 'border-accent border-solid',
  recent: 'border-accent border-solid opacity-70',
  old: 'border-ink-3 border-dashed',
  undated: 'border-ink-3 border-solid',
} as const;

/** What width and tone of the lines mean. */
export const LaneLegend = () => (
  <p className="flex flex-wrap items-center gap-x-3.5 text-12 text-ink-2 max-full:hidden">
    <span className="inline-flex items-center gap-1.5">
      <i aria-hidden className="grid w-4 gap-0.5 *:bg-ink-3">
        <i className="h-px" />
        <i className="h-1" />
      </i>
      Line width: shared rounds
    </span>
    {ages.map(([name, dot]) => (
      <span key={name} className="inline-flex items-center gap-1.5">
        <i aria-hidden className={`size-2.5 rounded-full ${dot}`} />
        {name}
      </span>
    ))}
  </p>
);

const ages = [
  ['last 12 months', 'bg-accent forced-colors:bg-[CanvasText]'],
  ['1 to 3 years', 'bg-accent/70 forced-colors:bg-[GrayText]'],
  ['older', 'border-2 border-ink-3'],
] as const;

/** The line is as wide as the rounds are many, and broken where they are old; both are written at it too. */
function Hop({
  hop,
  before,
  after,
}: {
  readonly hop: RouteHop;
  readonly before: RouteStop;
  readonly after: RouteStop;
}) {
  const [over, under] = labelHop(hop, before, after);
  const width = hop.by === 'job' ? 1.5 : Math.min(6, 1.5 + hop.rounds);
  return (
    <span className="min-w-0 text-12 leading-4 text-ink-2 tabular-nums wide:grid wide:min-w-12 wide:grow wide:pt-px wide:text-center max-wide:ml-4 max-wide:flex max-wide:min-h-8 max-wide:items-center max-wide:gap-2">
      <span className="max-wide:order-2 wide:-mx-8 wide:truncate">{over}</span>
      <span
        aria-hidden
        className={`${tones[findAge(hop)]} max-wide:h-8 max-wide:border-l-(length:--line) wide:-mx-8 wide:border-t-(length:--line)`}
        style={{ '--line': `${width}px` } as React.CSSProperties}
      />
      <span className="max-wide:order-3 wide:-mx-8 wide:truncate">{under}</span>
    </span>
  );
}
