import { formatNativeAmounts, type Round, toRound } from '../../platform/rounds.ts';
import {
  freeNames,
  unlockedCompanies,
  unlockedDeals,
  unlockedInvestors,
  unlockedPeople,
} from '../../records/records.ts';
import { isOwnWork } from '../../records/status/authorship.ts';
import { findStageId, type ShortlistStage } from '../../records/status/stages.ts';
import {
  readStatusTime,
  setEachStatus,
  compareRanks,
  formatRank,
  type StatusState,
} from '../../records/status/statuses.ts';
import { describeBusiness } from '../../platform/about-company.ts';
import { formatTotalRaised } from '../searches/kit/record/amounts.ts';
import { formatPlace, formatRoles } from '../searches/kit/record/facts.tsx';
import type { RecordStatus, StatusKind } from '#contract/workspace/statuses.ts';
import { readKnownName } from '../searches/kit/lookups/known-names.ts';

/** A record on the shortlist with what is unlocked about it. */
export type ShortlistItem = {
  readonly kind: StatusKind;
  readonly id: string;
  readonly stage: string;
  readonly status: RecordStatus;
  /** When its status was set, in milliseconds; 0 where it never was. */
  readonly at: number;
  /** Undefined while it is locked. */
  readonly name: string | undefined;
  readonly about: string;
  readonly place: string;
  readonly round: Round | undefined;
  /** What the round or the company raised in US dollars; null where undisclosed, undefined where it does not apply. */
  readonly usd: number | null | undefined;
  /** The same in other currencies, as text; blank where all of it was in US dollars, undefined while it is locked. */
  readonly native: string | undefined;
  /** How many deals an investor has. */
  readonly deals: number | null | undefined;
};

/** The kinds of records, in the order of the filter. */
export const recordKindNames: Record<StatusKind, readonly [one: string, many: string]> = {
  deal: ['Deal', 'Deals'],
  company: ['Company', 'Companies'],
  investor: ['Investor', 'Investors'],
  person: ['Person', 'People'],
};

type Facts = Pick<ShortlistItem, 'name' | 'about' | 'place' | 'round' | 'usd' | 'native' | 'deals'>;

const noFacts: Facts = {
  name: undefined,
  about: '',
  place: '',
  round: undefined,
  usd: undefined,
  native: undefined,
  deals: undefined,
};

const readers: Record<StatusKind, (id: string) => Facts> = {
  deal(id) {
    const deal = unlockedDeals.read(id);
    if (!deal) {
      const named = freeNames.read(id);
      if (!named) return noFacts;
      const { name, remark: about, round, usd } = named;
      return {
        ...noFacts,
        name,
        about,
        round,
        usd,
      };
    }
    const { company_id: companyId } = deal;
    const company = companyId === null ? noFacts : readers.company(companyId);
    const { short_description: short, long_description: long } = deal.deal_descriptions ?? {};
    return {
      ...company,
      about: company.about || describeBusiness(company.name ?? '', null, [short, long]),
      round: toRound(deal),
      usd: deal.total_round_raised,
      native: formatNativeAmounts(deal),
    };
  },
  company(id) {
    const company = unlockedCompanies.read(id);
    const { short_description: about, location, latest_deal: latest, total_raised: usd } = company ?? {};
    const name = readKnownName('company', id);
    return {
      ...noFacts,
      name,
      about: describeBusiness(name ?? '', about),
      place: formatPlace(location ?? {}),
      round: latest ?? undefined,
      usd,
      native: company?.total_raised === null ? formatTotalRaised(company) : '',
    };
  },
  investor(id) {
    const investor = unlockedInvestors.read(id);
    const industries = (investor?.top_industries ?? []).flatMap(({ name }) => name ?? []);
    return {
      ...noFacts,
      name: readKnownName('investor', id),
      about: industries.slice(0, 3).join(', '),
      place: formatPlace(investor?.location ?? {}),
      deals: investor?.total_deal_count,
    };
  },
  person(id) {
    const person = unlockedPeople.read(id);
    return {
      ...noFacts,
      name: readKnownName('person', id),
      about: person?.title ?? (person ? formatRoles(person) : ''),
      place: person?.location ?? '',
    };
  },
};

/** The records of a kind that are on the shortlist, in no order. */
export function listItems(kind: StatusKind, statuses: StatusState, stages: readonly ShortlistStage[]): ShortlistItem[] {
  return [...statuses].flatMap(([id, status]) => {
    const stage = findStageId(status, stages);
    return stage === undefined ? [] : [{ kind, id, stage, status, at: readStatusTime(kind, id), ...readers[kind](id) }];
  });
}

/** The user's order; records without a place come after, the newest first. */
export const sortItems = (items: readonly ShortlistItem[]): ShortlistItem[] =>
  items.toSorted(
    (one, other) => compareRanks(one.status, other.status) || other.at - one.at || (one.id < other.id ? -1 : 1),
  );

/** What the user narrows the shortlist by. */
export type ShortlistFilter = {
  readonly kind?: StatusKind | undefined;
  readonly tag?: string | undefined;
  readonly owner?: string | undefined;
  readonly find?: string | undefined;
  /** Only what the user changed last. */
  readonly who?: 'mine' | undefined;
};

/** Whether a record fits the filter; the text is found in name, description, note, owner and next step. */
export function isShown({ kind, id, status, name, about }: ShortlistItem, filter: ShortlistFilter): boolean {
  const { note, owner, next, tags } = status;
  const text = [name, about, note, owner, next].join(' ').toLowerCase();
  return (
    (filter.kind === undefined || filter.kind === kind) &&
    (filter.tag === undefined || tags.includes(filter.tag)) &&
    (filter.owner === undefined || filter.owner === owner) &&
    (filter.who === undefined || isOwnWork(kind, id)) &&
    text.includes((filter.find ?? '').trim().toLowerCase())
  );
}

/**
 * Stores the order of a stage, and puts the records of another stage into it; returns how many steps undo it. `change`
 * is what the records that move get.
 */
export function orderItems(
  items: readonly ShortlistItem[],
  moved: ShortlistItem,
  change: Partial<RecordStatus>,
): number {
  const kinds = new Map<StatusKind, Map<string, Partial<RecordStatus>>>();
  for (const [at, item] of items.entries()) {
    const changes = kinds.get(item.kind) ?? new Map<string, Partial<RecordStatus>>();
    const rank = { rank: formatRank(at) };
    kinds.set(item.kind, changes.set(item.id, item.id === moved.id ? { ...change, ...rank } : rank));
  }
  for (const [kind, changes] of kinds) setEachStatus(kind, changes);
  return kinds.size;
}
