import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Route as RouteIcon } from 'lucide-react';
import { type Ref, useState } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts';
import { fewestDeals, graduatingStages, type Market } from '#contract/market.ts';
import { formatCount, formatShortDay } from '../../platform/format.ts';
import { useConnected, useIsCounted } from '../../platform/http/connection.ts';
import { formatStageInText, stageNames } from '../../platform/rounds.ts';
import { Button } from '../../platform/ui/button.tsx';
import { LoadingLines } from '../../platform/ui/loading.tsx';
import { PlainTable } from '../../platform/ui/plain-table.tsx';
import { Segments } from '../../platform/ui/segments.tsx';
import { Chart } from '../searches/kit/charts/chart.tsx';
import { toStage } from '../searches/kit/lookups/facet-query.ts';
import { marketQuery } from '../searches/kit/record/market-figures.ts';
import { ProfileLink } from '../searches/kit/record/profile-link.tsx';
import { ProfileBlock } from './profile-block.tsx';

type GraduatingStage = (typeof graduatingStages)[number];
type Graduation = NonNullable<Market['graduation']>;
type Cell = Graduation['all']['cells'][number];

/** All dates, so that nothing of the investor is left out. */
const firstDay = '1990-01-01';

type InvestorProps = { readonly id: string; readonly name: string };

/**
 * What happens after an investor's rounds of a stage, against all companies of the same years; elsewhere, why not. It
 * begins with seed or, where too few companies began there, with the stage that has most.
 */
export function OutcomesBlock({ id, name }: InvestorProps) {
  const [chosen, setStage] = useState<GraduatingStage>();
  const isCounted = useConnected()?.facets;
  const own = { deal: { date_start: firstDay }, investors: { investor_ids: [id] } };
  const found = useQueries({
    queries: graduatingStages.map((one) => ({
      ...marketQuery({ deals: own, blocks: ['graduation'], stage: one }),
      enabled: isCounted === true,
    })),
  });
  const counts = found.map(({ data }) => data?.graduation?.all.companies);
  const stage = chosen ?? chooseStage(counts);
  const { data, isError, refetch } = found[graduatingStages.indexOf(stage)] as (typeof found)[number];
  const isChoosing = chosen === undefined && found.some(({ isLoading }) => isLoading);
  const graduation = isChoosing ? undefined : data?.graduation;
  const since = graduation?.cohorts[0]?.start;
  const { data: segment } = useQuery({
    ...marketQuery({ deals: { deal: { date_start: since } }, blocks: ['graduation'], stage }),
    enabled: since !== undefined,
  });
  if (isCounted === undefined) return null;
  if (!isCounted)
    return (
      <ProfileBlock title="After its rounds">
        <p className="max-w-[76ch] text-ink-3">
          What follows its rounds, who leads next and how their sizes compare needs every round of all companies, which
          this service does not give for free.
        </p>
      </ProfileBlock>
    );
  const title = `After its ${formatStageInText(toStage(stage))} rounds`;
  return (
    <section
      aria-label={title}
      className="grid min-h-88 grid-cols-1 content-start gap-3 rounded-[10px] border border-line bg-panel p-4"
    >
      <Segments
        label="Stage"
        value={stage}
        choices={graduatingStages.map((one, at) => [
          one,
          <span key={one}>
            {stageNames[toStage(one)]}
            {counts[at] !== undefined && <span className="ml-1 text-ink-3 tabular-nums">{counts[at]}</span>}
          </span>,
        ])}
        onChange={setStage}
      />
      {graduation && graduation.all.companies >= fewestDeals ? (
        <Outcomes title={title} name={name} stage={stage} own={graduation} others={segment?.graduation} />
      ) : (
        <>
          <h2 className="text-13 font-semibold">{title}</h2>
          {graduation ? (
            <p className="text-ink-3">{describeFew(graduation.all.companies, name)}</p>
          ) : isError && !isChoosing ? (
            <p className="flex flex-wrap items-center gap-2">
              Its companies could not be counted. <Button onClick={() => void refetch()}>Try again</Button>
            </p>
          ) : (
            <LoadingLines />
          )}
        </>
      )}
    </section>
  );
}

function chooseStage(counts: readonly (number | undefined)[]): GraduatingStage {
  const known = counts.map((count = 0) => count);
  const [seed, most] = [graduatingStages.indexOf('SEED'), known.indexOf(Math.max(...known))];
  return graduatingStages[(known[seed] ?? 0) >= fewestDeals || known[most] === 0 ? seed : most] ?? 'SEED';
}

const describeFew = (companies: number, name: string): string =>
  companies === 0
    ? `No company had its first round of this stage with ${name}.`
    : `${formatCount(companies, 'company', 'companies')}, fewer than the 8 that a comparison needs.`;

type OutcomesProps = {
  readonly title: string;
  readonly name: string;
  readonly stage: GraduatingStage;
  readonly own: Graduation;
  /** All companies of the same years, once they are counted. */
  readonly others: Graduation | undefined;
};

function Outcomes({ title, name, stage, own, others }: OutcomesProps) {
  const companies = formatCount(own.all.companies, 'company', 'companies');
  const since = formatShortDay(own.cohorts[0]?.start ?? '');
  const rest = others
    ? `, the dashed line all ${others.all.companies.toLocaleString('en-US')} companies since then`
    : '';
  const points = own.all.cells.map((cell, at) => ({ ...cell, others: others?.all.cells[at]?.share ?? null }));
  return (
    <>
      <Chart
        title={title}
        basis={`${companies} whose first round of the stage was with ${name}, since ${since}; the band is the 95% interval (Kaplan and Meier)${rest}`}
        height={190}
        legend={[]}
        table={<OutcomeTable points={points} name={name} />}
      >
        {(drawing) => <OutcomeDrawing points={points} drawing={drawing} />}
      </Chart>
      <p>{describeOutcome(points, stage)}</p>
    </>
  );
}

type OutcomePoint = Cell & { readonly others: number | null };

const percent = (share: number | null): string => (share === null ? 'not known' : `${Math.round(100 * share)}%`);

/** "24 months later 39% had raised a later round, range 26% to 54%; all companies 24%." */
function describeOutcome(points: readonly OutcomePoint[], stage: GraduatingStage): string {
  const shown =
    points.find(({ months, share }) => months === 24 && share !== null) ??
    points.findLast(({ share }) => share !== null);
  if (!shown) return `Too early to say what follows its ${formatStageInText(toStage(stage))} rounds.`;
  const { months, share, low, high, others } = shown;
  const rest = others === null ? '' : `; all companies ${percent(others)}`;
  return `${months} months later ${percent(share)} had raised a later round, range ${percent(low)} to ${percent(high)}${rest}.`;
}

const OutcomeTable = ({ points, name }: { readonly points: readonly OutcomePoint[]; readonly name: string }) => (
  <PlainTable
    caption="Share that raised a later round"
    rows={points}
    toKey={({ months }) => String(months)}
    columns={[
      { name: 'Months', className: 'text-right tabular-nums', cell: ({ months }) => months },
      { name, className: 'text-right tabular-nums', cell: ({ share }) => percent(share) },
      {
        name: '95% interval',
        className: 'text-right tabular-nums',
        cell: ({ low, high }) => (low === null ? '' : `${percent(low)} to ${percent(high)}`),
      },
      { name: 'All companies', className: 'text-right tabular-nums', cell: ({ others }) => percent(others) },
    ]}
  />
);

type OutcomeDrawingProps = { readonly points: readonly OutcomePoint[]; readonly drawing: Ref<SVGSVGElement> };

function OutcomeDrawing({ points, drawing }: OutcomeDrawingProps) {
  const start = { months: 0, share: 0, others: 0, range: [0, 0] };
  const data = [
    start,
    ...points.map(({ low, high, ...point }) => ({ ...point, range: low === null ? null : [low, high] })),
  ];
  const tick = { fontSize: 11, fill: 'var(--color-ink-3)' };
  return (
    <ComposedChart
      ref={drawing}
      responsive
      className="size-full"
      data={data}
      margin={{ top: 8, right: 12 }}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        dataKey="months"
        type="number"
        ticks={[0, 12, 24, 36, 48]}
        domain={[0, 48]}
        tick={tick}
        tickLine={false}
        tickFormatter={(months: number) => (months === 48 ? '48 months' : String(months))}
      />
      <YAxis
        width={40}
        tick={tick}
        axisLine={false}
        tickLine={false}
        tickFormatter={(share: number) => percent(share)}
      />
      <Area dataKey="range" fill="var(--color-accent)" fillOpacity={0.16} stroke="none" isAnimationActive={false} />
      <Line dataKey="others" stroke="var(--color-ink-3)" strokeDasharray="5 4" dot={false} isAnimationActive={false} />
      <Line
        dataKey="share"
        stroke="var(--color-accent)"
        strokeWidth={2.25}
        dot={{ r: 2.5 }}
        isAnimationActive={false}
      />
    </ComposedChart>
  );
}

const mostLeads = 8;
/** One dot is one round, as far as there is room. */
const mostDots = 8;

/** Who led the rounds that the investor's companies raised after its first one; on our own service. */
export function NextLeadsBlock({ id }: { readonly id: string }) {
  const body = { deals: { investors: { investor_ids: [id] } }, blocks: ['next_leads' as const] };
  const isCounted = useIsCounted();
  const { data } = useQuery({ ...marketQuery(body), enabled: isCounted });
  const found = data?.next_leads;
  if (!isCounted || !found) return null;
  const { rounds, with_lead: named, investors } = found;
  const target = investors.find(({ investor }) => investor.id !== id)?.investor;
  const basis = `${formatCount(rounds, 'later round')} of its companies, ${named.toLocaleString('en-US')} with a named lead`;
  return (
    <ProfileBlock title="Who leads the next rounds" basis={basis}>
      {investors.length === 0 ? (
        <p className="text-ink-3">No later round names a lead.</p>
      ) : (
        <ul className="grid grid-cols-1">
          {investors.slice(0, mostLeads).map(({ investor, rounds: led }) => (
            <li key={investor.id} className="flex min-h-7 min-w-0 items-center gap-3">
              <span className="mr-auto flex min-w-0 gap-1">
                {investor.id === id ? (
                  <>
                    <span className="truncate">{investor.name}</span> <span className="text-ink-3">itself</span>
                  </>
                ) : (
                  <ProfileLink kind="investor" id={investor.id} className="truncate">
                    {investor.name}
                  </ProfileLink>
                )}
              </span>
              <span aria-hidden className="flex shrink-0 gap-1">
                {Array.from({ length: Math.min(led, mostDots) }, (_, at) => (
                  <i key={at} className="size-2.25 rounded-full bg-bar forced-colors:bg-[CanvasText]" />
                ))}
              </span>
              <span className="w-5 text-right font-medium tabular-nums">{led}</span>
            </li>
          ))}
        </ul>
      )}
      {target && (
        <Link
          to="/routes"
          search={{ to: [target.id] }}
          className="flex min-h-8.5 items-center gap-2 rounded-[7px] bg-accent-soft px-3 font-medium text-accent-ink print:hidden"
        >
          <RouteIcon aria-hidden className="size-4 shrink-0" />
          <span className="truncate">Your route to {target.name}</span>
        </Link>
      )}
    </ProfileBlock>
  );
}
