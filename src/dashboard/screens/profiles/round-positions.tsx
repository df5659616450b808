import { useQueries } from '@tanstack/react-query';
import { facetStages } from '#contract/facets.ts';
import type { Position } from '#contract/market.ts';
import { formatCount } from '../../platform/format.ts';
import { useIsCounted } from '../../platform/http/connection.ts';
import { LoadingLines } from '../../platform/ui/loading.tsx';
import { stageNames } from '../../platform/rounds.ts';
import type { DealRecord } from '../../records/records.ts';
import { toStage } from '../searches/kit/lookups/facet-query.ts';
import { positionQuery } from '../searches/kit/record/round-position.tsx';
import { readShare } from '../searches/kit/results/sum-amounts.ts';
import { ProfileBlock } from './profile-block.tsx';

/** Each is one free request. */
const mostRounds = 24;

/** The newest disclosed rounds with their peers; none but on our own service. */
export function useRoundPositions(deals: readonly DealRecord[]) {
  const isCounted = useIsCounted();
  const disclosed = isCounted ? deals.filter(({ total_round_raised: usd }) => usd !== null).slice(0, mostRounds) : [];
  const found = useQueries({ queries: disclosed.map(({ id }) => positionQuery(id, isCounted)) });
  return {
    isLoading: found.some((one) => one.isLoading),
    disclosed: disclosed.length,
    compared: disclosed.flatMap((deal, at) => {
      const [position, raised] = [found[at]?.data, deal.total_round_raised];
      return position && raised !== null ? [{ deal, raised, position }] : [];
    }),
  };
}

/** Where the sizes of an investor's newest rounds lie among their peers; on our own service. */
export function RoundPositions({ deals }: { readonly deals: readonly DealRecord[] }) {
  const { compared, disclosed, isLoading } = useRoundPositions(deals);
  if (disclosed === 0) return null;
  const stages = groupPositions(compared.map(({ position }) => position));
  const all = stages.flatMap(({ shares }) => shares);
  return (
    <ProfileBlock
      title="Its rounds among their peers"
      basis={`Newest ${formatCount(disclosed, 'disclosed round')}, each against rounds of its stage, place and industry in the 24 months before`}
    >
      {isLoading ? (
        <LoadingLines />
      ) : all.length === 0 ? (
        <p className="text-ink-3">None of these rounds has 8 peers.</p>
      ) : (
        <>
          <p>
            Half of them are larger than <b className="font-semibold">{formatShare(findMedian(all))}</b> of their peers.
          </p>
          <PositionTable stages={stages} />
        </>
      )}
    </ProfileBlock>
  );
}

type StagePositions = { readonly stage: Position['peers']['stage']; readonly shares: readonly number[] };

/** The shares of smaller peers by stage, the smallest first. */
export const groupPositions = (positions: readonly Position[]): StagePositions[] =>
  facetStages
    .map((stage) => ({
      stage,
      shares: positions
        .flatMap(({ peers, larger_than: share }) => (peers.stage === stage && share !== null ? [share] : []))
        .toSorted((one, other) => one - other),
    }))
    .filter(({ shares }) => shares.length > 0);

const findMedian = (values: readonly number[]): number =>
  readShare(
    values.toSorted((one, other) => one - other),
    0.5,
  );

/** "Seed" and "5 rounds, half of them larger than 28% of their peers". */
export const describePositions = ({ stage, shares }: StagePositions): readonly [string, string] => [
  stageNames[toStage(stage)],
  `${formatCount(shares.length, 'round')}, half of them larger than ${formatShare(findMedian(shares))} of their peers`,
];

const formatShare = (share: number): string => `${Math.round(100 * share)}%`;

export const PositionTable = ({ stages }: { readonly stages: readonly StagePositions[] }) => (
  <table className="w-full tabular-nums">
    <caption className="sr-only">Share of smaller peers by stage</caption>
    <thead>
      <tr className="text-11.5 text-ink-3">
        <th scope="col" className="pr-3 text-left font-medium">
          Stage
        </th>
        <th scope="col" className="w-full text-left font-medium">
          <span className="sr-only">From the smallest to the largest peer</span>
          <span aria-hidden className="flex justify-between">
            <span>Smallest</span>
            <span>Largest</span>
          </span>
        </th>
        <th scope="col" className="pl-3 text-right font-medium">
          Rounds
        </th>
        <th scope="col" className="pl-3 text-right font-medium">
          Median
        </th>
      </tr>
    </thead>
    <tbody>
      {stages.map(({ stage, shares }) => (
        <tr key={stage}>
          <th scope="row" className="py-0.5 pr-3 text-left font-normal whitespace-nowrap">
            <i
              aria-hidden
              className={`stage-${toStage(stage)} mr-1.5 inline-block size-2 rounded-xs forced-color-adjust-none`}
            />
            {stageNames[toStage(stage)]}
          </th>
          <td>
            <PositionStrip shares={shares} />
          </td>
          <td className="pl-3 text-right">{shares.length}</td>
          <td className="pl-3 text-right font-medium">{formatShare(findMedian(shares))}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Each round as a dot between its smallest and its largest peer, the middle half as a band, and their median. */
const PositionStrip = ({ shares }: { readonly shares: readonly number[] }) => {
  const median = 2 + 96 * findMedian(shares);
  return (
    <svg aria-hidden viewBox="0 0 100 20" preserveAspectRatio="none" className="block h-5 w-full overflow-visible">
      <rect x="2" width="96" y="9.5" height="1" className="fill-edge" />
      <rect x="26" width="48" y="3" height="14" className="fill-ink/8" />
      <path
        d={shares.map((share) => `M${2 + 96 * share} 10h0`).join('')}
        strokeWidth="7"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-accent/70"
      />
      <line
        x1={median}
        x2={median}
        y1="2"
        y2="18"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
        className="stroke-ink"
      />
    </svg>
  );
};
