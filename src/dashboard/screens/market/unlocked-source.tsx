import type { UnlockedSource } from '#contract/workspace/market.ts';
import { formatCount, formatGrouped, formatShortDay } from '../../platform/format.ts';
import type { SourcedMarket } from '../searches/kit/record/market-figures.ts';
import type { BlockTable } from './block-table.ts';
import { DealsLink } from './deals-link.tsx';
import type { BlockName } from './market-requests.ts';

/** The day on which the figures of a block were counted at the service; undefined where they are from unlocked deals. */
const findCountedDay = ({ from }: SourcedMarket, block: BlockName): string | undefined =>
  (block === 'clock' || block === 'sizes' ? from?.counted[block] : null) ?? undefined;

/** "From 250 of 1,204 deals, all since 13 Jul 2026". */
function describeSource(
  { unlocked, total, with_company, with_investors, complete_since }: UnlockedSource,
  block: BlockName,
) {
  const [used, what] =
    block === 'where'
      ? [with_company, ' with unlocked companies']
      : block === 'leads'
        ? [with_investors, ' with unlocked investors']
        : [unlocked, ''];
  const count = total === null ? formatCount(used, 'deal') : `${formatGrouped(used)} of ${formatCount(total, 'deal')}`;
  return `From ${count}${what}${complete_since === null ? '' : `, all since ${formatShortDay(complete_since)}`}`;
}

/** The table of a block with the deals that it is from in its basis. */
export function addSource(table: BlockTable, market: SourcedMarket, block: BlockName): BlockTable {
  const { from } = market;
  if (!from) return table;
  const day = findCountedDay(market, block);
  const source = day === undefined ? describeSource(from, block) : `Counted at the service on ${formatShortDay(day)}`;
  return { ...table, basis: `${source}. ${table.basis}` };
}

/** Why a block has no figures from unlocked deals; undefined if it has. */
export function explainMissing(market: SourcedMarket, block: BlockName) {
  const { from } = market;
  if (!from || findCountedDay(market, block) !== undefined) return undefined;
  if (block === 'sizes' && from.unlocked === 0 && from.is_order_mixed)
    return (
      <>The service mixes undisclosed rounds into the order of sizes, so that no percentile can be read from it.</>
    );
  const search = <DealsLink>Search for deals</DealsLink>;
  if (from.unlocked === 0) return <>No deals of this question are unlocked. {search} to see its figures.</>;
  if (market.within === 0 && from.complete_since === null && from.total !== null && from.unlocked < from.total)
    return <>The unlocked deals are not the most recent ones. {search} in the default order to see figures.</>;
  if (block === 'where' && from.with_company === 0)
    return <>This needs the companies of the deals. Unlock them on the deals screen.</>;
  if (block === 'leads' && from.with_investors === 0)
    return <>This needs the investors of the deals. Unlock them on the deals screen.</>;
  if (market[block] !== undefined) return undefined;
  return block === 'sizes' ? (
    <>Step-ups and months need every round of the companies. Filter by company only, and load all deals.</>
  ) : block === 'window' && from.has_histories ? (
    <>This needs the names of all companies. Unlock them on the deals screen.</>
  ) : (
    <>This needs every round of the companies. Filter by company only, and load all deals.</>
  );
}
