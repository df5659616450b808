import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { listStageRounds } from '#contract/facets.ts';
import { type Position, readPosition } from '#contract/market.ts';
import { formatRoundKey } from '#contract/rounds.ts';
import { formatCount, formatMoney, formatShortDay, formatUtcDay } from '../../../../platform/format.ts';
import { useIsCounted } from '../../../../platform/http/connection.ts';
import { formatStageInText } from '../../../../platform/rounds.ts';
import { sendFree } from '../../../../spending/send-free.ts';
import { toStage } from '../lookups/facet-query.ts';
import { permalinkText } from '../lookups/permalink.ts';
import { FactSection } from './facts.tsx';

/** Where the size of a round lies among its peers; free. */
export const positionQuery = (dealId: string, isEnabled: boolean) =>
  queryOptions({
    queryKey: ['position', dealId],
    enabled: isEnabled,
    staleTime: 600_000,
    queryFn: async () => {
      const { data } = await sendFree(readPosition, { body: { deal_id: dealId } });
      // Another version of the gateway may answer otherwise; then nothing is compared.
      return readPosition.data.safeParse(data).data?.position ?? null;
    },
  });

type RoundPositionProps = {
  readonly dealId: string;
  /** US dollars; without an amount there is nothing to compare. */
  readonly raised: number | null;
  /** What it stands in: a section of a panel, or a block of a page. */
  readonly Frame?: ComponentType<{ readonly title: string; readonly children: ReactNode }>;
};

/** The size of a round among its peers, in a sentence and as a strip of all of them; only our own service knows it. */
export function RoundPosition({ dealId, raised, Frame = FactSection }: RoundPositionProps) {
  const isCounted = useIsCounted();
  const { data: position } = useQuery(positionQuery(dealId, isCounted && raised !== null));
  if (!position || raised === null) return null;
  return (
    <Frame title="Round size">
      <p className="text-ink-2">
        <PositionSentence position={position} />
      </p>
      {position.percentiles && <SizeStrip position={position} raised={raised} />}
    </Frame>
  );
}

function PositionSentence({ position }: { readonly position: Position }) {
  const { larger_than: share, peers } = position;
  if (share === null) return <>Fewer than 8 {describePeers(position)} to compare with.</>;
  return (
    <>
      Larger than <b className="font-semibold text-ink">{Math.round(100 * share)}%</b> of{' '}
      <Link
        to="/deals"
        preload={false}
        search={{
          round: listStageRounds(peers.stage).map(formatRoundKey),
          location: listPlaces(position),
          industry: peers.industry ? [permalinkText.encode({ ...peers.industry, kind: 'SUPER_CATEGORY' })] : [],
          from: [peers.start],
          to: [peers.end],
        }}
        className="underline decoration-edge decoration-dotted underline-offset-4 hover:decoration-accent hover:decoration-solid"
      >
        {peers.disclosed.toLocaleString('en-US')} {describePeers(position)}
      </Link>
      , {describeDays(peers.end)}.
    </>
  );
}

const listPlaces = ({ peers: { country, region } }: Position): string[] => [
  ...(country ? [permalinkText.encode({ ...country, kind: 'COUNTRY' })] : []),
  ...(region ? [permalinkText.encode({ ...region, kind: 'REGION' })] : []),
];

/** "Series A rounds in Norway", "seed rounds in Fintech, Germany". */
function describePeers({ peers: { stage, country, region, industry } }: Position): string {
  const rounds = stage === 'OTHER' ? 'other rounds' : `${formatStageInText(toStage(stage))} rounds`;
  const place = (country ?? region)?.name;
  return `${rounds}${industry ? ` in ${industry.name}` : ''}${place === undefined ? '' : `${industry ? ',' : ' in'} ${place}`}`;
}

const monthMs = 31 * 86_400_000;

const describeDays = (end: string): string =>
  Date.parse(formatUtcDay()) - Date.parse(end) < monthMs
    ? 'last 24 months'
    : `in the 24 months to ${formatShortDay(end)}`;

/** The same as text, for briefs; undefined where it is not known. */
export function formatPosition(position: Position | null | undefined): string | undefined {
  const { larger_than: share, peers } = position ?? {};
  if (!position || !peers || share === null || share === undefined) return undefined;
  return `larger than ${Math.round(100 * share)}% of ${formatCount(peers.disclosed, 'round', describePeers(position))}, ${describeDays(peers.end)}`;
}

/** The same place for the same dot every time, without a pattern. */
const jitter = (at: number): number => (Math.imul(at + 1, 0x9e3779b1) >>> 16) % 32;

/** Every disclosed peer as a dot on a logarithmic scale, the middle half as a band, and this round. */
function SizeStrip({
  position: { sizes, percentiles },
  raised,
}: {
  readonly position: Position;
  readonly raised: number;
}) {
  if (!percentiles) return null;
  const positive = sizes.filter((usd) => usd > 0);
  const [low, high] = [Math.min(raised || Infinity, ...positive), Math.max(raised, ...positive)].map(Math.log10) as [
    number,
    number,
  ];
  const place = (usd: number) =>
    high === low ? 50 : 3 + (94 * (Math.log10(Math.max(usd, 10 ** low)) - low)) / (high - low);
  const { p25, median, p75 } = percentiles;
  return (
    <figure className="grid gap-1">
      <svg
        aria-hidden
        viewBox="0 0 100 44"
        preserveAspectRatio="none"
        className="h-11 w-full overflow-visible border-b border-edge"
      >
        <rect x={place(p25)} width={place(p75) - place(p25)} y="0" height="44" className="fill-ink/8" />
        <line
          x1={place(median)}
          x2={place(median)}
          y1="0"
          y2="44"
          strokeDasharray="3 2"
          vectorEffect="non-scaling-stroke"
          className="stroke-ink-2"
        />
        {/* A line without length and with round ends stays a circle when the picture is stretched. */}
        <path
          d={positive.map((usd, at) => `M${place(usd)} ${6 + jitter(at)}h0`).join('')}
          strokeWidth="4"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
          className="stroke-ink-3/60"
        />
        <line
          x1={place(raised)}
          x2={place(raised)}
          y1="0"
          y2="44"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          className="stroke-accent"
        />
        <path
          d={`M${place(raised)} 22h0`}
          strokeWidth="10"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
          className="stroke-accent"
        />
      </svg>
      <figcaption className="flex flex-wrap justify-between gap-x-3 text-11.5 text-ink-3 tabular-nums">
        <span>Median {formatMoney(median)}</span>
        <span>
          Middle half {formatMoney(p25)} to {formatMoney(p75)}
        </span>
      </figcaption>
    </figure>
  );
}
