import { z } from 'zod';
import { company, type Company } from '#contract/companies.ts';
import {
  type Deal,
  deal,
  type DealAngel,
  dealAngel,
  type DealInvestor,
  dealInvestor,
  type DealWithArticles,
  dealWithArticles,
} from '#contract/deals.ts';
import type { RecordKind } from '#contract/filters.ts';
import { investor, type Investor } from '#contract/investors.ts';
import { person, type Person } from '#contract/people.ts';
import { parseTolerantly, type Tolerant } from '#contract/record.ts';
import {
  maxUnlockedIds,
  readUnlockedRecords,
  type RelatedRecords,
  type UnlockedKind,
  unlockedKinds,
  type RecordsById,
} from '#contract/workspace/records.ts';
import type { SearchRow } from '#contract/workspace/searches.ts';
import type { LooseRecord } from '#contract/workspace/workspace-endpoint.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { callWorkspace, hasWorkspace, watchWorkspace } from '../platform/http/workspace.ts';
import type { Round } from '../platform/rounds.ts';
import { pause } from '../platform/pause.ts';
import { createRecordStore, type Identified, notifyLibraryChange, type RecordStore } from './record-store.ts';

/** A record in the dashboard: any member but its id may be null, on another service. */
export type DealRecord = Tolerant<Deal> & {
  /** Known only from its company, so its valuation and the day it was added were never loaded. */
  readonly from_company?: true;
};
export type CompanyRecord = Tolerant<Company>;
export type InvestorRecord = Tolerant<Investor>;
export type PersonRecord = Tolerant<Person>;

/** The investors in a round, by the deal's id. */
export type RoundInvestorsRecord = {
  readonly id: string;
  readonly firms: readonly Tolerant<DealInvestor>[];
  readonly angels: readonly Tolerant<DealAngel>[];
};
/** The articles about a deal, by the deal's id; a search returns deals without them. */
type ArticlesRecord = { readonly id: string; readonly articles: Tolerant<DealWithArticles['articles']> };
/** The complete employment and education of a person, by the person's id. */
export type HistoryRecord = { readonly id: string } & Pick<PersonRecord, 'employment_history' | 'education_history'>;

const ignoreProblems = () => undefined;
const parseAs =
  <S extends z.ZodType>(schema: S) =>
  (raw: LooseRecord): Tolerant<z.output<S>> | undefined => {
    // Records of our own service are as declared, and a page of 2,500 is read at once: this takes a seventh of the time.
    const whole = z.safeParse(schema, raw);
    return whole.success
      ? (whole.data as Tolerant<z.output<S>>)
      : (parseTolerantly(schema, raw, ignoreProblems) ?? undefined);
  };

const roundInvestors = z.object({ investors: z.array(dealInvestor), angel_investors: z.array(dealAngel) });
function parseRound(raw: LooseRecord): RoundInvestorsRecord | undefined {
  const { investors, angel_investors: angels } = parseTolerantly(roundInvestors, raw, ignoreProblems);
  if (!investors || !angels) return undefined;
  // Not shown as "no investors" where none of them could be read.
  const isLost = investors.length === 0 && (raw['investors'] as readonly unknown[]).length > 0;
  return isLost ? undefined : { id: raw.id, firms: investors, angels };
}
function parseArticles(raw: LooseRecord): ArticlesRecord | undefined {
  const { articles } = parseTolerantly(dealWithArticles.pick({ articles: true }), raw, ignoreProblems);
  return articles ? { id: raw.id, articles } : undefined;
}

/** Unlocked deals. */
export const unlockedDeals = createRecordStore<DealRecord>({ parse: parseAs(deal), onWanted: want('deals') });
/** Unlocked companies; deals take the names of their companies from here. */
export const unlockedCompanies = createRecordStore<CompanyRecord>({
  parse: parseAs(company),
  onWanted: want('companies'),
});
/** Unlocked investors; deals take the names of their investors from here. */
export const unlockedInvestors = createRecordStore<InvestorRecord>({
  parse: parseAs(investor),
  onWanted: want('investors'),
});
/** Unlocked people; a search returns only the last entries of their histories. */
export const unlockedPeople = createRecordStore<PersonRecord>({ parse: parseAs(person), onWanted: want('people') });
/** Unlocked investors in rounds; the names of angels and partners come from here. */
export const unlockedRoundInvestors = createRecordStore<RoundInvestorsRecord>({
  parse: parseRound,
  onWanted: want('rounds'),
});
/** Unlocked articles. */
export const unlockedArticles = createRecordStore<ArticlesRecord>({ parse: parseArticles, onWanted: want('articles') });
/** Unlocked complete histories of people. */
export const unlockedHistories = createRecordStore<HistoryRecord>({
  parse: parseAs(person),
  onWanted: want('histories'),
});

/**
 * A name from a free response, and a remark that distinguishes it from equal names; for a deal the name of its company,
 * what that does or else what the alert says of the round, its round type and its amount. Its record is still locked.
 */
export type FreeName = {
  readonly id: string;
  readonly kind: RecordKind | 'deal';
  readonly name: string;
  readonly remark: string;
  /** The country of a company, where the service gives it for free; null if it knows none. */
  readonly country?: string | null;
  /** The round of a deal. */
  readonly round?: Round;
  /** What the deal raised in US dollars; null where undisclosed. */
  readonly usd?: number | null;
};
/** Names from alerts, rounds and people (free-names.ts), used while the record itself is locked. */
export const freeNames = createRecordStore<FreeName>();

const stores = {
  deals: unlockedDeals,
  companies: unlockedCompanies,
  investors: unlockedInvestors,
  people: unlockedPeople,
  rounds: unlockedRoundInvestors,
  articles: unlockedArticles,
  histories: unlockedHistories,
} as const satisfies Record<UnlockedKind, unknown>;

/** The part of a store that does not depend on its kind. */
export const getStore = (kind: UnlockedKind): Omit<RecordStore<Identified>, 'add'> => stores[kind];

const receivers = new Set<(records: RecordsById) => void>();
/** Calls back with every record that arrives, as the gateway has it. */
export const watchReceivedRecords = (receiver: (records: RecordsById) => void): void => void receivers.add(receiver);

/** Adds records that the gateway has sent. */
export function addRecords(records: RecordsById): void {
  for (const kind of unlockedKinds) getStore(kind).receive(records[kind] ?? []);
  for (const receive of receivers) receive(records);
}

/**
 * Adds rows of a search with what is unlocked of their companies, investors and rounds. What is not among that is locked,
 * so that the gateway is not asked for it.
 */
export function addSearchRows(
  kind: 'deals' | 'companies' | 'investors' | 'people',
  rows: readonly SearchRow[],
  related: RelatedRecords,
): void {
  addRecords({ ...related, [kind]: rows.map(({ record, unlocked_at }) => ({ id: record.id, record, unlocked_at })) });
  if (kind !== 'deals') return;
  const collect = (name: string) => rows.flatMap(({ record }) => (record[name] ?? []) as string | string[]);
  unlockedCompanies.storeLocked(collect('company_id'));
  unlockedInvestors.storeLocked(collect('investor_ids'));
  unlockedRoundInvestors.storeLocked(collect('id'));
}

/** How long to collect ids that are read at the same time, and to wait after a failure. */
const [gatherMs, retryMs] = [10, 5000];
/** Ids that the gateway is asked for next. */
const wanted = new Map<string, { readonly kind: UnlockedKind; readonly id: string }>();
let isAsking = false;

/** Whether the gateway is asked for a record and has not answered, so that it may be unlocked. */
export const isBeingRead = (kind: UnlockedKind, id: string): boolean => wanted.has(`${kind} ${id}`);

function want(kind: UnlockedKind): (id: string) => void {
  return (id) => {
    if (!hasWorkspace() || !z.uuid().safeParse(id).success) return;
    wanted.set(`${kind} ${id}`, { kind, id });
    if (!isAsking) void askGateway();
  };
}

/** Asks the gateway for everything that was read and is not here, each id once. */
async function askGateway(): Promise<void> {
  isAsking = true;
  await pause(gatherMs);
  while (wanted.size > 0) {
    const batch = [...wanted.entries()].slice(0, maxUnlockedIds);
    const ids = Object.fromEntries(
      unlockedKinds.flatMap((kind) => {
        const list = batch.flatMap(([, one]) => (one.kind === kind ? [one.id] : []));
        return list.length > 0 ? [[kind, list]] : [];
      }),
    );
    try {
      const { records } = await callWorkspace(readUnlockedRecords, { body: ids });
      addRecords(records);
      for (const [kind, list] of Object.entries(ids)) getStore(kind as UnlockedKind).storeLocked(list);
      for (const [key] of batch) wanted.delete(key);
      notifyLibraryChange(true);
    } catch (error) {
      if (error instanceof ApiError && error.isRejection) giveUp();
      else await pause(retryMs);
    }
  }
  isAsking = false;
}

/** Takes what could not be read for locked, and asks again once somebody unlocks something. */
function giveUp(): void {
  for (const { kind, id } of wanted.values()) getStore(kind).storeLocked([id]);
  wanted.clear();
  notifyLibraryChange(true);
}

// Another account has other records, and so has one whose records were deleted.
watchWorkspace('reset', () => {
  for (const kind of unlockedKinds) getStore(kind).reset();
  freeNames.reset();
});
watchWorkspace('records', () => {
  for (const kind of unlockedKinds) getStore(kind).forgetLocked();
});
