import { unlockedDeals } from '../records/records.ts';
import type { WaitingChange } from './outbox.ts';
import { pause } from '../../platform/wait-until-idle.ts';

/** At the same time, later kinds are sent later: the rows of a search, then the results that list them. */
const ranks: Readonly<Record<string, number>> = { deals: 1, answers: 2 };
/** Deals that are parsed without a pause. */
const parsedAtOnce = 500;

/**
 * Changes in the order of sending: oldest first, because a new browser receives the newest versions first. What the row
 * of a deal needs is sent after the last deal that needs it, however old it is.
 */
export async function sortByTime(changes: readonly WaitingChange[]): Promise<WaitingChange[]> {
  const sorted = changes.toSorted((one, other) => one.at - other.at || getRank(one) - getRank(other));
  const places = new Map(sorted.map(({ name }, place) => [formatName(...name), place]));
  let parsed = 0;
  for (const [place, { name }] of sorted.entries()) {
    if (name[0] !== 'deals') continue;
    for (const needed of listNeeded(name[1] ?? '')) {
      if ((places.get(needed) ?? Infinity) < place) places.set(needed, place + 0.5);
    }
    if ((parsed += 1) % parsedAtOnce === 0) await pause();
  }
  const getPlace = ({ name }: WaitingChange) => places.get(formatName(...name)) ?? 0;
  return sorted.toSorted((one, other) => getPlace(one) - getPlace(other));
}

const getRank = ({ name: [kind = ''] }: WaitingChange): number => ranks[kind] ?? 0;

const formatName = (...name: string[]): string => name.join(' ');

/** The names of the entries without which a deal looks locked. */
function listNeeded(dealId: string): string[] {
  const deal = unlockedDeals.read(dealId);
  const investors = deal?.investor_ids ?? [];
  return [
    formatName('lineups', dealId),
    ...[deal?.company_id ?? '', ...investors].map((id) => formatName('names', id)),
    formatName('companies', deal?.company_id ?? ''),
    ...investors.map((id) => formatName('investors', id)),
  ];
}
