import { Bookmark, BookmarkCheck } from 'lucide-react';
import { useState } from 'react';
import type { Market } from '#contract/market.ts';
import { buildStageChange } from '../../records/status/stages.ts';
import { setStatus, useStatuses } from '../../records/status/statuses.ts';
import { formatCount, formatMoney, formatShortDay } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ProfileLink } from '../searches/kit/record/profile-link.tsx';
import { MarketBlock } from './market-block.tsx';
import { useMarket } from './market-context.tsx';
import { formatStageInSentence } from './stages.ts';
import { buildWindowTable } from './tables.ts';

type FoundWindow = NonNullable<Market['window']>;
type WindowCompany = FoundWindow['companies'][number];

const firstShown = 12;

/** Companies whose months since the last round are where the middle half of their peers had raised. */
export function WindowBlock() {
  const { url } = useMarket();
  return (
    <MarketBlock
      block="window"
      title="In the window"
      toTable={(market) => buildWindowTable(market, url)}
      minHeight="10rem"
    >
      {(market) => market.window && <WindowCompanies found={market.window} />}
    </MarketBlock>
  );
}

function WindowCompanies({ found }: { readonly found: FoundWindow }) {
  const { stage } = useMarket().url;
  const [isWhole, setWhole] = useState(false);
  const { months, companies, total } = found;
  if (!months) {
    return (
      <p className="px-3.5 text-ink-2">
        Too few {formatStageInSentence(stage)} companies raised a later stage to say when it usually happens.
      </p>
    );
  }
  if (companies.length === 0)
    return <p className="px-3.5 text-ink-2">No company is at that age without having raised.</p>;
  return (
    <>
      <p className="px-3.5 pb-2 text-ink-2 tabular-nums">
        {formatCount(
          total,
          `${formatStageInSentence(stage)} company is`,
          `${formatStageInSentence(stage)} companies are`,
        )}{' '}
        {Math.round(months.from)} to {Math.round(months.to)} months after the last round, when half of those that raise
        again do so.
      </p>
      <table aria-label="Companies in the window" className="w-full tabular-nums">
        <thead>
          <tr className="border-y border-line text-left text-12 text-ink-3">
            <th className="py-1 pl-3.5 font-medium">Company</th>
            <th className="py-1 pl-3 font-medium @max-[36rem]:hidden">Last round</th>
            <th className="py-1 pl-3 text-right font-medium">Months</th>
            <th className="w-1/3 py-1 pl-4 font-medium @max-[30rem]:hidden">Peers that raised by then</th>
            <th className="py-1 pl-3 text-right font-medium">Raised</th>
            <th className="py-1 pr-3.5 pl-3">
              <span className="sr-only">Shortlist</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {(isWhole ? companies : companies.slice(0, firstShown)).map((one) => (
            <WindowRow key={one.company.id} one={one} found={found} />
          ))}
        </tbody>
      </table>
      {companies.length > firstShown && (
        <Button
          data-control
          variant="ghost"
          className="m-1.5 self-start print:hidden"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? `Show the first ${firstShown}` : `Show ${companies.length} companies`}
        </Button>
      )}
    </>
  );
}

function WindowRow({ one, found }: { readonly one: WindowCompany; readonly found: FoundWindow }) {
  const { company, date, months, raised } = one;
  const isListed = useStatuses('company').get(company.id)?.status === 'shortlist';
  const share = found.curve[Math.round(months)] ?? 0;
  const Icon = isListed ? BookmarkCheck : Bookmark;
  return (
    <tr className="h-8 border-b border-line text-ink-2">
      <th className="max-w-0 truncate pl-3.5 text-left font-[550] text-ink">
        <ProfileLink kind="company" id={company.id}>
          {company.name}
        </ProfileLink>
      </th>
      <td className="pl-3 whitespace-nowrap @max-[36rem]:hidden">{formatShortDay(date)}</td>
      <td className="pl-3 text-right">{Math.round(months)}</td>
      <td className="pl-4 @max-[30rem]:hidden">
        <span className="flex items-center gap-2.5">
          <Curve found={found} months={months} />
          {Math.round(share * 100)}%
        </span>
      </td>
      <td className="pl-3 text-right whitespace-nowrap">
        {raised === null ? <span className="text-ink-3">Undisclosed</span> : formatMoney(raised)}
      </td>
      <td data-control className="pr-2 pl-1 text-right print:hidden">
        <Button
          variant="ghost"
          aria-pressed={isListed}
          aria-label={`Shortlist ${company.name}`}
          className="h-6.5 px-1.5 aria-pressed:text-accent-ink"
          onClick={() =>
            setStatus('company', company.id, isListed ? buildStageChange(null) : buildStageChange('review'))
          }
        >
          <Icon aria-hidden className="size-3.5" />
        </Button>
      </td>
    </tr>
  );
}

const [curveWidth, curveHeight] = [120, 20];

/** The share of peers that raised, by month, with the window and the company's place on it. */
function Curve({ found: { curve, months: window }, months }: { readonly found: FoundWindow; readonly months: number }) {
  const last = Math.max(1, curve.length - 1);
  const top = Math.max(...curve, 0.01);
  const toX = (month: number) => (curveWidth * month) / last;
  const toY = (share: number) => curveHeight - 1 - ((curveHeight - 4) * share) / top;
  const line = curve.map(
    (share, month) => `${month === 0 ? 'M' : 'L'}${toX(month).toFixed(1)} ${toY(share).toFixed(1)}`,
  );
  return (
    <svg
      aria-hidden
      width={curveWidth}
      height={curveHeight}
      viewBox={`0 0 ${curveWidth} ${curveHeight}`}
      className="shrink-0"
    >
      {window && (
        <rect
          x={toX(window.from)}
          y={0}
          width={toX(window.to) - toX(window.from)}
          height={curveHeight}
          fill="var(--color-shade)"
        />
      )}
      <path d={line.join('')} fill="none" stroke="var(--color-ink-3)" strokeWidth={1.5} />
      <circle cx={toX(months)} cy={toY(curve[Math.round(months)] ?? 0)} r={3.5} fill="var(--color-accent)" />
    </svg>
  );
}
