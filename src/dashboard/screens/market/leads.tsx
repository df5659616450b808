import type { Market } from '#contract/market.ts';
import { formatGrouped, formatMoney, formatShortDay } from '../../platform/format.ts';
import { Monogram } from '../../platform/ui/monogram.tsx';
import { Segments } from '../../platform/ui/segments.tsx';
import { ProfileLink } from '../searches/kit/record/profile-link.tsx';
import { formatSignedChange } from './clock-sentence.ts';
import { MarketBlock } from './market-block.tsx';
import { useMarket } from './market-context.tsx';
import { formatStage, getMarketColor } from './stages.ts';
import { buildLeadsTable, findLeadChange, sortLeads } from './tables.ts';

type Lead = NonNullable<Market['leads']>['investors'][number];

const orders = [
  ['led', 'Leads'],
  ['amount', 'Amount led'],
] as const;
const [mostLeads, mostNewcomers] = [8, 4];

/** Who led the recent rounds, against the year before, and who is new. */
export function LeadsBlock() {
  const { url, change } = useMarket();
  return (
    <MarketBlock
      block="leads"
      title="Who leads"
      tools={
        <Segments label="Leads by" value={url.leads} choices={orders} onChange={(next) => change({ leads: next })} />
      }
      toTable={(market) => buildLeadsTable(market, url)}
      minHeight="27rem"
    >
      {(market) => <Leads market={market} />}
    </MarketBlock>
  );
}

const end = 'py-1 pl-2 text-right font-medium';

function Leads({ market }: { readonly market: Market }) {
  const { url } = useMarket();
  const { investors, newcomers } = sortLeads(market, url.leads);
  const most = Math.max(1, ...investors.map((lead) => readLed(lead, url.leads)));
  if (investors.length === 0) return <p className="px-3.5 text-ink-2">No deal of these periods names a lead.</p>;
  return (
    <table aria-label="Investors that lead" className="w-full table-fixed tabular-nums">
      <thead>
        <tr className="border-b border-line text-12 text-ink-3">
          <th className="w-2/5 py-1 pl-3.5 text-left font-medium">Investor</th>
          <th className="py-1 pl-2 text-left font-medium whitespace-nowrap">Led, by stage</th>
          <th className={`${end} w-14`}>{url.leads === 'led' ? 'Led' : 'Amount'}</th>
          <th className={`${end} w-14`}>Change</th>
          <th className={`${end} w-17 pr-3.5 @max-[26rem]:hidden`}>Typical</th>
        </tr>
      </thead>
      <tbody>
        {investors.slice(0, mostLeads).map((lead) => (
          <LeadRow key={lead.investor.id} lead={lead} most={most} />
        ))}
      </tbody>
      {newcomers.length > 0 && (
        <tbody>
          <tr>
            <th colSpan={5} className="pt-2.5 pr-3.5 pb-1 pl-3.5 text-left font-normal">
              <b className="mr-2 font-semibold">Newcomers</b>
              <span className="text-12 text-ink-3">first led round in this question in 24 months</span>
            </th>
          </tr>
          {newcomers.slice(0, mostNewcomers).map((lead) => (
            <LeadRow key={lead.investor.id} lead={lead} most={most} isNew />
          ))}
        </tbody>
      )}
    </table>
  );
}

const readLed = (lead: Lead, order: 'led' | 'amount'): number => (order === 'led' ? lead.led : lead.amount);

/** A newcomer's first round: "Feb 2026". */
const formatFirst = (day: string): string => formatShortDay(day).split(' ').slice(1).join(' ');

type LeadRowProps = { readonly lead: Lead; readonly most: number; readonly isNew?: boolean };

function LeadRow({ lead, most, isNew = false }: LeadRowProps) {
  const { url, selection, select } = useMarket();
  const { investor, typical, stages, first, led } = lead;
  const leads = selection.filter((mark) => mark.kind === 'lead');
  const isSelected = leads.some(({ id }) => id === investor.id);
  const change = findLeadChange(lead);
  const next = isSelected
    ? leads.filter(({ id }) => id !== investor.id)
    : [...leads, { kind: 'lead' as const, id: investor.id, name: investor.name }];
  return (
    <tr
      className={`h-7.5 border-b border-line text-ink-2 ${leads.length > 0 && !isSelected ? 'opacity-50' : ''} ${isSelected ? 'bg-accent-soft' : ''}`}
    >
      <th className="truncate pl-3.5 text-left font-medium text-ink">
        <span className="flex items-center gap-2">
          <Monogram name={investor.name} />
          <ProfileLink kind="investor" id={investor.id} className="truncate">
            {investor.name}
          </ProfileLink>
        </span>
      </th>
      <td className="pl-2">
        {isNew ? (
          <span className="whitespace-nowrap">first {formatFirst(first)}</span>
        ) : (
          <StageBar stages={stages} share={readLed(lead, url.leads) / most} />
        )}
      </td>
      <td className="pl-2 text-right">
        <button
          type="button"
          aria-pressed={isSelected}
          aria-label={`Select ${formatGrouped(led)} rounds led by ${investor.name}`}
          className="rounded-[4px] px-1 font-semibold text-ink underline decoration-edge decoration-dotted underline-offset-4 hover:decoration-solid"
          onClick={() => select(next)}
        >
          {url.leads === 'led' ? formatGrouped(led) : formatMoney(lead.amount)}
        </button>
      </td>
      <td className={`pl-2 text-right ${change !== null && change > 0.005 ? 'font-medium text-accent-ink' : ''}`}>
        {isNew ? (
          <span className="text-ink-3">new</span>
        ) : change === null ? (
          <span className="text-ink-3">few</span>
        ) : (
          formatSignedChange(change)
        )}
      </td>
      <td className="pr-3.5 pl-2 text-right whitespace-nowrap @max-[26rem]:hidden">
        {typical === null ? '–' : formatMoney(typical)}
      </td>
    </tr>
  );
}

type StageBarProps = { readonly stages: Lead['stages']; readonly share: number };

/** The rounds that an investor led, by stage. */
function StageBar({ stages, share }: StageBarProps) {
  const text = stages.map(({ stage, deals }) => `${formatStage(stage)} ${deals}`).join(', ');
  return (
    <>
      <span
        aria-hidden
        title={text}
        className="flex h-2.5 gap-px overflow-hidden rounded-xs [print-color-adjust:exact]"
        style={{ width: `${100 * share}%` }}
      >
        {stages.map(({ stage, deals }) => (
          <i
            key={stage}
            className="min-w-px forced-color-adjust-none"
            style={{ flexGrow: deals, background: getMarketColor(stage) }}
          />
        ))}
      </span>
      <span className="sr-only">{text}</span>
    </>
  );
}
