import type { QueryClient } from '@tanstack/react-query';
import { searchCompanies } from '#contract/companies.ts';
import { perCall } from '#contract/credits.ts';
import { readDealInvestors } from '#contract/deals.ts';
import { searchPeople } from '#contract/people.ts';
import { formatCount } from '../../platform/format.ts';
import { buySearch } from '../../spending/buy.ts';
import type { SpendAuthorization } from '../../spending/spend-authorization.ts';
import { showStoredSearch } from '../searches/kit/fetch/stored-results.ts';
import {
  type DealHistoryState,
  priceDeals,
  readUnlockedHistory,
  unlockDeals,
} from '../searches/kit/record/deal-history-section.tsx';
import {
  chooseAffordable,
  findMissingParts,
  loadMissingParts,
  type MissingParts,
  priceMissingParts,
} from '../searches/kit/record/missing-parts.ts';
import { loadRecord } from '../searches/kit/record/unlock-buttons.tsx';
import { buildPeopleRequest } from './stored-parts.ts';
import { priceOf } from '../../spending/price.ts';

/** Whose profile it is, and what is unlocked of it. */
export type ProfileOwner = {
  readonly kind: 'company' | 'investor';
  readonly id: string;
  readonly isLocked: boolean;
  readonly history: DealHistoryState;
  readonly hasPeople: boolean;
};

/** Something that one press unlocks. */
export type ProfilePlan = {
  /** The highest price in tenths; 0 where nothing is missing. */
  readonly tenths: number;
  /** Whether there is anything to load. */
  readonly isNeeded: boolean;
  /** "25 deals, up to 25 companies, up to 10 people". */
  readonly parts: string;
  readonly load: (
    authorization: SpendAuthorization,
    client: QueryClient,
    onProgress: (done: number, of: number) => void,
  ) => Promise<void>;
};

/** Deals of one press while the record does not say how many there are. */
export const fewDeals = 25;
/** The most people of one press. */
const maxPeople = 10;

/** How many deals of the history are locked; undefined where the record does not say. */
export function countMissingDeals({ whole, total, listed }: DealHistoryState): number | undefined {
  if (whole) return 0;
  return total === null ? undefined : Math.max(0, total - listed);
}

/**
 * The most investors of so many locked deals, where nothing tells before how many there are. Of 7,700 investors of 2014,
 * none had a round with more than 16, and none with ten deals or more had over 7.2 a round.
 */
export const boundInvestors = (deals: number): number => Math.max(Math.min(deals, 9) * 16, deals * 8);

/**
 * Plans the whole profile: its record, `deals` more deals, what their companies do, their investors with leads, and its
 * people. The price is the highest one: `investors` is how many the locked deals have, or at most.
 */
export function planProfile(owner: ProfileOwner, deals: number, investors = boundInvestors(deals)): ProfilePlan {
  const { kind, id, isLocked, history, hasPeople } = owner;
  const known = findProfileParts(kind, history);
  const limits = {
    companies: known.companies.length + (kind === 'investor' ? deals : 0),
    investorTenths:
      priceMissingParts({ companies: [], rounds: known.rounds }) + priceOf(readDealInvestors.cost, investors),
    people: hasPeople ? 0 : maxPeople,
  };
  const tenths =
    (isLocked ? priceOf(perCall, 1) : 0) +
    priceDeals(history.of, deals) +
    priceOf(searchCompanies.cost, limits.companies) +
    limits.investorTenths +
    priceOf(searchPeople.cost, limits.people);
  const one = kind === 'investor' ? 'deal' : 'round';
  const isPart = countMissingDeals(history) === undefined;
  const parts = [
    ...(deals > 0 ? [`${isPart ? 'the newest ' : ''}${formatCount(deals, one)}`] : []),
    ...(limits.companies > 0 ? [`up to ${formatCount(limits.companies, 'company', 'companies')}`] : []),
    ...(limits.investorTenths > 0 ? [`up to ${formatCount(limits.investorTenths / 10, 'investor')} with leads`] : []),
    ...(limits.people > 0 ? [`up to ${formatCount(limits.people, 'person', 'people')}`] : []),
    ...(isPart && deals > 0 ? [`without older ${one}s, whose number is not known yet`] : []),
  ].join(', ');
  return {
    tenths,
    isNeeded: isLocked || deals > 0 || known.rounds.length + limits.companies + limits.people > 0,
    parts,
    async load(authorization, client, onProgress) {
      if (isLocked) await loadRecord(authorization, { kind, id });
      const listed = deals > 0 ? await unlockDeals(authorization, client, history.of, deals) : undefined;
      if (deals > 0 && !listed) return;
      const after = listed ? readUnlockedHistory(history.of, listed, history.total) : history;
      const { companies: all, rounds } = findProfileParts(kind, after);
      // People first: one request, and the page is complete above the table.
      if (limits.people > 0) await unlockPeople(authorization, client, owner);
      const companies = all.slice(0, limits.companies);
      // What was cheaper than its highest price pays for investors, too.
      const left = authorization.leftTenths - priceMissingParts({ companies, rounds: [] });
      await loadMissingParts(authorization, { companies, rounds: chooseAffordable(rounds, left) }, onProgress);
    },
  };
}

/** Plans deals alone, without their companies and investors. */
export const planDeals = ({ history, kind }: ProfileOwner, deals: number): ProfilePlan => ({
  tenths: priceDeals(history.of, deals),
  isNeeded: deals > 0,
  parts: formatCount(deals, kind === 'investor' ? 'deal' : 'round'),
  load: async (authorization, client) => {
    await unlockDeals(authorization, client, history.of, deals);
  },
});

/** Plans the record alone: facts and counts. */
export const planRecord = ({ kind, id }: ProfileOwner): ProfilePlan => ({
  tenths: priceOf(perCall, 1),
  isNeeded: true,
  parts: 'facts and counts',
  load: (authorization) => loadRecord(authorization, { kind, id }),
});

/** What the unlocked deals lack; a company's rounds all name the company itself. */
function findProfileParts(kind: ProfileOwner['kind'], { deals }: Pick<DealHistoryState, 'deals'>): MissingParts {
  const missing = findMissingParts(deals, 'whole');
  return kind === 'investor' ? missing : { ...missing, companies: [] };
}

/** Unlocks the people who work for a company, or invest for an investor. */
async function unlockPeople(
  authorization: SpendAuthorization,
  client: QueryClient,
  { kind, id }: ProfileOwner,
): Promise<void> {
  const request = buildPeopleRequest({ kind, id });
  showStoredSearch(client, request, await buySearch(authorization, { ...request, rows: maxPeople }));
}
