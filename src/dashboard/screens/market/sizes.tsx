import { lazy, useMemo } from 'react';
import { facetStages } from '#contract/facets.ts';
import { fewestDeals, type Market } from '#contract/market.ts';
import { formatCount, formatGrouped } from '../../platform/format.ts';
import { LabeledSelect } from '../../platform/form/controls.tsx';
import { LazyPart } from '../../platform/ui/missing-part.tsx';
import { Segments } from '../../platform/ui/segments.tsx';
import { toStage } from '../searches/kit/lookups/facet-query.ts';
import { formatSignedChange, formatYearChange } from './clock-sentence.ts';
import { DealsLink } from './deals-link.tsx';
import { MarketBlock } from './market-block.tsx';
import { useMarket } from './market-context.tsx';
import { formatSize, listSizePoints, type SizeFigure } from './size-points.ts';
import { StageBadge } from './stage-badge.tsx';
import { formatStage, getMarketColor, type MarketStage } from './stages.ts';
import { buildSizesTable, sizeFigureNames } from './tables.ts';

// The chart library is large.
const SizesDrawing = lazy(async () => ({ default: (await import('./sizes-drawing.tsx')).SizesDrawing }));

type Sized = NonNullable<Market['sizes']>['recent'][number];

const figures = Object.entries(sizeFigureNames) as [SizeFigure, string][];
const stageChoices = facetStages
  .filter((stage) => stage !== 'OTHER')
  .map((stage) => [stage, formatStage(stage).replace('Series ', '')] as const);

/** Percentiles of round sizes by period and by stage. */
export function SizesBlock() {
  const { url, change } = useMarket();
  return (
    <MarketBlock
      block="sizes"
      title="Round sizes"
      tools={
        <>
          <Segments
            label="Stage"
            value={url.sizes}
            choices={stageChoices}
            onChange={(next) => change({ sizes: next })}
          />
          <span className="w-26 [&_label]:sr-only">
            <LabeledSelect
              inline
              label="Figure"
              value={url.figure}
              options={figures}
              onPick={(next) => change({ figure: next as SizeFigure })}
            />
          </span>
        </>
      }
      toSentence={(market) => describeMedian(market, url.sizes, url.figure)}
      toTable={(market) => buildSizesTable(market, url)}
      minHeight="26rem"
    >
      {(market) => <SizeFigures market={market} />}
    </MarketBlock>
  );
}

const findRecent = ({ sizes }: Market, stage: MarketStage): Sized | undefined =>
  sizes?.recent.find((one) => one.stage === stage);

/** "Seed median $3.0M, up 12% in a year.", or why there is none. */
function describeMedian(market: Market, stage: MarketStage, figure: SizeFigure): string {
  const recent = findRecent(market, stage);
  if (!recent?.percentiles) return describeFew(stage, recent?.disclosed ?? 0);
  return `${formatStage(stage)} median ${formatSize(recent.percentiles.median, figure)}${formatYearChange(recent.change)}.`;
}

const describeFew = (stage: MarketStage, disclosed: number): string =>
  `${formatStage(stage)} has ${disclosed === 0 ? 'no' : formatGrouped(disclosed)} disclosed ${disclosed === 1 ? 'value' : 'values'} in these periods; percentiles need ${fewestDeals}.`;

function SizeFigures({ market }: { readonly market: Market }) {
  const { url } = useMarket();
  const { sizes: stage, figure, period } = url;
  const points = useMemo(() => listSizePoints(market, stage), [market, stage]);
  const recent = findRecent(market, stage);
  const days = { kind: 'days', ...market.recent } as const;
  // Counts of a service are of the recent window alone.
  const isCounted = market.sizes?.periods.length === 0;
  return (
    <>
      <p data-sentence className="px-3.5 pb-2 text-ink-2 tabular-nums">
        {recent?.percentiles ? (
          <>
            {formatStage(stage)} median{' '}
            <DealsLink marks={[days, { kind: 'stage', stage }]} className="font-medium text-ink">
              {formatSize(recent.percentiles.median, figure)}
            </DealsLink>
            {formatYearChange(recent.change)}.
          </>
        ) : (
          describeFew(stage, recent?.disclosed ?? 0)
        )}
      </p>
      {isCounted ? (
        <p className="px-3.5 pb-2 text-12 text-ink-3">
          Earlier {period}s are not counted. Load the deals to see how sizes changed.
        </p>
      ) : (
        <div aria-hidden className="h-(--sizes-height,11.25rem) px-3.5">
          {points.length > 1 ? (
            <LazyPart>
              <SizesDrawing {...{ points, figure, kind: period, color: getMarketColor(stage) }} />
            </LazyPart>
          ) : (
            <p className="text-12 text-ink-3">
              Too few periods have {fewestDeals} disclosed values of {formatStage(stage)}.
            </p>
          )}
        </div>
      )}
      <SizesByStage market={market} figure={figure} />
    </>
  );
}

const end = 'py-1 pl-2 text-right font-medium';

/** The recent window by stage, each with a strip of its middle half. */
function SizesByStage({ market, figure }: { readonly market: Market; readonly figure: SizeFigure }) {
  const stages = (market.sizes?.recent ?? []).filter(({ stage }) => stage !== 'OTHER');
  const known = stages.flatMap(({ percentiles: at }) => (at ? [at.p10, at.p90] : []));
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const scale = (value: number) => (figure === 'months' || low <= 0 ? value : Math.log(value));
  const place = (value: number) => (100 * (scale(value) - scale(low))) / Math.max(1e-9, scale(high) - scale(low));
  const days = { kind: 'days', ...market.recent } as const;
  return (
    <table aria-label="Round sizes by stage" className="mt-1 w-full tabular-nums">
      <thead>
        <tr className="border-y border-line text-12 text-ink-3">
          <th className="py-1 pl-3.5 text-left font-medium">Stage</th>
          <th className={end}>Deals</th>
          <th className={`${end} @max-[30rem]:hidden`}>Undisclosed</th>
          <th className="w-2/5 py-1 pl-3 text-left font-medium whitespace-nowrap">
            <span className="@max-[34rem]:sr-only">p25 to p75{figure === 'months' ? '' : ', log scale'}</span>
          </th>
          <th className={`${end} @max-[34rem]:hidden`}>p25</th>
          <th className={end}>Median</th>
          <th className={`${end} @max-[34rem]:hidden`}>p75</th>
          <th className={`${end} pr-3.5`}>Change</th>
        </tr>
      </thead>
      <tbody>
        {stages.map(({ stage, deals, disclosed, percentiles: at, change }) => (
          <tr key={stage} className="h-7 border-b border-line text-ink-2">
            <th className="pl-3.5 text-left font-normal">
              <StageBadge stage={stage} />
            </th>
            <td className="pl-2 text-right">
              <DealsLink marks={[days, { kind: 'stage', stage }]} className="decoration-transparent">
                {formatGrouped(deals)}
              </DealsLink>
            </td>
            {at ? (
              <>
                <td className="pl-2 text-right @max-[30rem]:hidden">
                  {Math.round((100 * (deals - disclosed)) / deals)}%
                </td>
                <td aria-hidden className="pl-3">
                  <span className="relative block h-3.5">
                    <i className="absolute top-[6.5px] h-px w-full bg-line-2 forced-colors:bg-[GrayText]" />
                    <i
                      className={`stage-${toStage(stage)} absolute top-[3px] h-2 rounded-xs [print-color-adjust:exact]`}
                      style={{ left: `${place(at.p25)}%`, width: `${Math.max(1, place(at.p75) - place(at.p25))}%` }}
                    />
                    <i
                      className="absolute top-0 -ml-px h-3.5 w-0.5 bg-ink outline-[1.5px] outline-ground forced-colors:bg-[CanvasText]"
                      style={{ left: `${place(at.median)}%` }}
                    />
                  </span>
                </td>
                <td className="pl-2 text-right @max-[34rem]:hidden">{formatSize(at.p25, figure)}</td>
                <td className="pl-2 text-right font-semibold text-ink">{formatSize(at.median, figure)}</td>
                <td className="pl-2 text-right @max-[34rem]:hidden">{formatSize(at.p75, figure)}</td>
                <td
                  className={`pr-3.5 pl-2 text-right ${change !== null && Math.round(change * 100) > 0 ? 'font-medium text-accent-ink' : ''}`}
                >
                  {change === null ? (
                    <span className="text-ink-3">{market.sizes?.periods.length === 0 ? '–' : 'few'}</span>
                  ) : (
                    formatSignedChange(change)
                  )}
                </td>
              </>
            ) : (
              <td colSpan={6} className="pr-3.5 pl-3 text-ink-3">
                Fewer than {fewestDeals} disclosed values ({formatCount(disclosed, 'deal')}), not shown
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
