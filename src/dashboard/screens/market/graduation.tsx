import { fewestDeals, graduatingStages, type Market } from '#contract/market.ts';
import { addDays } from '../../records/alerts/items.ts';
import { formatGrouped } from '../../platform/format.ts';
import { LabeledSelect } from '../../platform/form/controls.tsx';
import { DealsLink } from './deals-link.tsx';
import { MarketBlock } from './market-block.tsx';
import { useMarket } from './market-context.tsx';
import type { MarketUrl } from './market-url.ts';
import { findPeriodDays, formatCohort } from './period-names.ts';
import { formatStage, formatStageInSentence } from './stages.ts';
import { buildGraduationTable } from './tables.ts';

type Graduation = NonNullable<Market['graduation']>;
type Cohort = Graduation['cohorts'][number];
type Cell = Cohort['cells'][number];

const options = graduatingStages.map((stage) => [stage, `${formatStage(stage)} to later`] as const);

/** Which share of companies raised a later stage, by the quarter of their first round of the stage. */
export function GraduationBlock() {
  const { url, change } = useMarket();
  return (
    <MarketBlock
      block="graduation"
      title="Graduation"
      tools={
        <span className="[&_label]:sr-only">
          <LabeledSelect
            inline
            label="Stage"
            value={url.stage}
            options={options}
            onPick={(next) => change({ stage: next as MarketUrl['stage'] })}
          />
        </span>
      }
      toSentence={(market) => (market.graduation ? describeGraduation(market.graduation, url.stage) : '')}
      toTable={(market) => buildGraduationTable(market, url)}
      minHeight="26rem"
    >
      {(market) => market.graduation && <Cohorts graduation={market.graduation} market={market} />}
    </MarketBlock>
  );
}

/** "292 of 1,357 seed rounds that are 24 months old led to a later stage: 22%." */
function describeGraduation({ after_24: { companies, raised } }: Graduation, stage: MarketUrl['stage']): string {
  const rounds = `${formatGrouped(companies)} ${formatStageInSentence(stage)} ${companies === 1 ? 'round' : 'rounds'}`;
  if (companies < fewestDeals) {
    const few =
      companies === 0
        ? `No ${formatStageInSentence(stage)} rounds are`
        : `Only ${rounds} ${companies === 1 ? 'is' : 'are'}`;
    return `${few} 24 months old; a share needs ${fewestDeals}.`;
  }
  return `${formatGrouped(raised)} of ${rounds} that are 24 months old led to a later stage within that time: ${Math.round((100 * raised) / companies)}%.`;
}

type CohortsProps = { readonly graduation: Graduation; readonly market: Market };

function Cohorts({ graduation, market }: CohortsProps) {
  const { url, selection } = useMarket();
  const { cohorts, all } = graduation;
  const sentence = describeGraduation(graduation, url.stage);
  const [figures = '', rest] = sentence.split(/(?<=^[\d,]+ of [\d,]+) /);
  const selected = selection.find((mark) => mark.kind === 'cohort');
  const shown = all.cells.flatMap(({ months, observed }, at) => (observed === 'none' ? [] : [{ months, at }]));
  const hottest = Math.max(0.01, ...cohorts.flatMap(({ cells }) => cells.map(({ share }) => share ?? 0)));
  const stage = { kind: 'stage', stage: url.stage } as const;
  const until = addDays(market.known_on, -Math.round((24 * 365.25) / 12));
  return (
    <>
      <p data-sentence className="px-3.5 pb-2 text-ink-2 tabular-nums">
        {rest === undefined ? (
          sentence
        ) : (
          <>
            <DealsLink
              marks={[stage, { kind: 'days', start: cohorts[0]?.start ?? until, end: until }]}
              className="font-medium text-ink"
            >
              {figures}
            </DealsLink>{' '}
            {rest}
          </>
        )}
      </p>
      <div className="overflow-x-auto px-3.5">
        <table
          aria-label="Share that raised a later stage"
          className="w-full table-fixed border-separate border-spacing-[2px] text-11 tabular-nums @max-[30rem]:text-10.5"
        >
          <thead>
            <tr className="text-ink-3">
              <th className="w-16.5 text-left font-normal @max-[30rem]:w-13.5">{formatStage(url.stage)} in</th>
              <th className="w-9 pr-1.5 text-right font-normal">n</th>
              {shown.map(({ months }, at) => (
                <th key={months} className="font-normal whitespace-nowrap">
                  {months}
                  {at === 0 && ' mo'}
                </th>
              ))}
              <th className="w-23 pl-2 text-left font-normal @max-[30rem]:hidden">Today</th>
            </tr>
          </thead>
          <tbody>
            {cohorts.map((cohort, at) => (
              <CohortRow
                key={cohort.start}
                cohort={cohort}
                shown={shown.map((column) => column.at)}
                hottest={hottest}
                hasYear={at === 0 || cohort.start.slice(5, 7) === '01'}
                isDimmed={selected !== undefined && selected.start !== cohort.start}
              />
            ))}
          </tbody>
        </table>
      </div>
      <GraduationLegend />
    </>
  );
}

type CohortRowProps = {
  readonly cohort: Cohort;
  readonly shown: readonly number[];
  readonly hottest: number;
  readonly hasYear: boolean;
  readonly isDimmed: boolean;
};

function CohortRow({ cohort, shown, hottest, hasYear, isDimmed }: CohortRowProps) {
  const { url, selection, select } = useMarket();
  const { start, companies, cells, raised, closed } = cohort;
  const isSelected = selection.some((mark) => mark.kind === 'cohort' && mark.start === start);
  const [year, quarter] = [start.slice(0, 4), formatCohort(start).split(' ')[0]];
  const marks = [
    { kind: 'stage', stage: url.stage },
    { kind: 'days', start, end: findPeriodDays(start, 'quarter')[1] },
  ] as const;
  return (
    <tr className={isDimmed ? 'opacity-45' : ''}>
      <th className="h-5.5 font-normal">
        <button
          type="button"
          aria-pressed={isSelected}
          aria-label={`Select ${formatStage(url.stage)} in ${formatCohort(start)}`}
          className="flex min-h-5.5 w-full items-center justify-between rounded-[3px] px-1 text-ink-2 hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
          onClick={() => select(isSelected ? [] : [{ kind: 'cohort', stage: url.stage, start }])}
        >
          <b className="font-semibold">{hasYear ? year : ''}</b>
          {quarter}
        </button>
      </th>
      <td className="pr-1.5 text-right text-ink-3">
        <DealsLink marks={marks} className="decoration-transparent">
          {formatGrouped(companies)}
        </DealsLink>
      </td>
      {companies < fewestDeals ? (
        <td colSpan={shown.length} className="text-ink-3">
          Fewer than {fewestDeals} companies, not shown
        </td>
      ) : (
        shown.map((at) => cells[at] && <ShareCell key={at} cell={cells[at]} hottest={hottest} />)
      )}
      <td className="pl-2 @max-[30rem]:hidden">
        <Outcome companies={companies} raised={raised} closed={closed} />
      </td>
    </tr>
  );
}

const formatShare = (share: number): string => `${Math.round(share * 100)}%`;

type ShareCellProps = { readonly cell: Cell; readonly hottest: number };

/** A share: filled where all of the cohort is old enough, hatched where part is, a dot where none is. */
function ShareCell({ cell: { share, low, high, observed }, hottest }: ShareCellProps) {
  if (share === null) {
    return (
      <td className="text-center">
        <span className="sr-only">too young</span>
        <i aria-hidden className="inline-block size-[3px] rounded-full bg-edge align-middle" />
      </td>
    );
  }
  const isPart = observed === 'part';
  const heat = (share / hottest) * (isPart ? 40 : 66);
  const range = low === null || high === null ? '' : `, 95% interval ${formatShare(low)} to ${formatShare(high)}`;
  return (
    <td
      title={`${formatShare(share)}${range}${isPart ? '; only part of the cohort is old enough' : ''}`}
      data-hatch={isPart ? '' : undefined}
      className={`h-5.5 rounded-[3px] text-center font-medium text-ink [print-color-adjust:exact] ${isPart ? 'partly outline -outline-offset-1 outline-edge' : ''}`}
      style={{ backgroundColor: `color-mix(in oklab, var(--color-heat) ${Math.round(heat)}%, var(--color-ground))` }}
    >
      {formatShare(share)}
      {isPart && <span className="sr-only">, part of the cohort</span>}
    </td>
  );
}

type OutcomeProps = { readonly companies: number; readonly raised: number; readonly closed: number };

/** What became of a cohort until today. */
function Outcome({ companies, raised, closed }: OutcomeProps) {
  const open = companies - raised - closed;
  const text = `${raised} raised, ${closed} closed, ${open} neither yet`;
  const parts = [
    ['bg-bar', raised],
    ['bg-fail', closed],
    ['bg-mute', open],
  ] as const;
  return (
    <>
      <span
        aria-hidden
        title={text}
        className="flex h-2.5 gap-px overflow-hidden rounded-xs [print-color-adjust:exact]"
      >
        {parts.map(([color, count]) => (
          <i
            key={color}
            className={`${color} forced-color-adjust-none`}
            style={{ width: `${(100 * count) / Math.max(1, companies)}%` }}
          />
        ))}
      </span>
      <span className="sr-only">{text}</span>
    </>
  );
}

const keys = [
  ['Share raised', 'w-7 bg-linear-to-r from-heat/10 to-heat/65'],
  ['Partly old enough', 'w-3.5 partly bg-heat/25 outline -outline-offset-1 outline-edge'],
  ['Raised', 'w-2.5 bg-bar'],
  ['Closed', 'w-2.5 bg-fail'],
  ['Neither yet', 'w-2.5 bg-mute'],
] as const;

const GraduationLegend = () => (
  <ul aria-label="Legend" className="flex flex-wrap gap-x-2.75 gap-y-1 px-3.5 pt-2 text-11 text-ink-2">
    {keys.map(([name, className]) => (
      <li key={name} className="inline-flex items-center gap-1.5 whitespace-nowrap">
        <i
          aria-hidden
          className={`h-2.5 rounded-xs forced-color-adjust-none [print-color-adjust:exact] ${className}`}
        />
        {name}
      </li>
    ))}
    <li className="inline-flex items-center gap-1.5">
      <i aria-hidden className="size-[3px] rounded-full bg-edge" />
      Too young
    </li>
  </ul>
);
