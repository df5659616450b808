import type { Company } from '#contract/companies.ts';
import type { Deal, DealAngel, DealInvestor, DealWithArticles } from '#contract/deals.ts';
import type { RecordKind } from '#contract/filters.ts';
import type { Investor } from '#contract/investors.ts';
import type { Person } from '#contract/people.ts';
import type { Tolerant } from '#contract/record.ts';
import type { Round } from '../../platform/rounds.ts';
import { createState } from '../../platform/state.ts';
import {
  type Addition,
  type Identified,
  type RowPage,
  type StoredRecord,
  createPackedRows,
  packRowPage,
} from './packed-rows.ts';
import { reportRecords } from './device.ts';

/**
 * Unlocked records by id. An unlocked record is never bought again, and an id that the service does not know is
 * remembered too, so that nobody pays or waits for it twice.
 */
export type RecordStore<R extends Identified> = {
  /** Adds records that arrived at a time, by default now; newer ones replace older ones. */
  readonly add: (rows: readonly R[], at?: number) => void;
  /** Remembers requested ids that were not in the response. */
  readonly storeUnknown: (ids: readonly string[]) => void;
  /** A record, or undefined if it is locked. */
  readonly read: (id: string) => R | undefined;
  /** When a record arrived, in milliseconds; undefined if it is locked. */
  readonly readTime: (id: string) => number | undefined;
  /** Whether this id was requested and the service did not know it. */
  readonly isUnknown: (id: string) => boolean;
  /** The distinct ids that are neither unlocked nor known to be unknown, in the order given. */
  readonly missing: (ids: Iterable<string>) => string[];
  /** The number of records. */
  readonly count: () => number;
  /** Every record with its time, parsed one by one, so that not all are objects at the same time. */
  readonly rows: () => Iterable<StoredRecord<R>>;
  /** Everything in the store, with its times. */
  readonly all: () => Addition<R>;
  /** Adds records of a backup or another account, and stores those that are not older than the present ones. */
  readonly merge: (addition: Addition<R>) => void;
  /** Adds records that this device or another tab has stored; only React is notified. */
  readonly receive: (addition: Addition<R>) => void;
  /** The same for packed records. */
  readonly receivePages: (pages: readonly RowPage[]) => void;
  /** Empties the memory when the account changes. */
  readonly reset: () => void;
  /** Watches the store as React state; the number changes with every addition. */
  readonly useVersion: () => number;
  /** Calls back on every addition; returns a function that ends this. */
  readonly watch: (listener: () => void) => () => void;
};

const anyVersion = createState(0);
/** Watches all stores as React state; the number changes with every addition to any. */
export const useLibraryVersion = anyVersion.use;
/** The same number outside React: anything derived from the stores is valid until it changes. */
export const readLibraryVersion = anyVersion.read;
/** Calls back on every change of any store; returns a function that ends this. */
export const watchLibrary = anyVersion.watch;

const rowsVersion = createState(0);
/** The same for stores that tables show: without stored results and most of the user's work. */
export const useRowsVersion = rowsVersion.use;

/** Counts a change of any store of the library; `inTables` if a table shows it. */
export function notifyLibraryChange(inTables: boolean): void {
  anyVersion.write(anyVersion.read() + 1);
  if (inTables) rowsVersion.write(rowsVersion.read() + 1);
}

/** The most records held as objects before they are packed. */
const maxLoose = 2000;

/** Creates an empty store in memory; `report` receives what this tab adds. `inTables` if tables show its content. */
export function createRecordStore<R extends Identified>(
  report?: (addition: Addition<R>) => void,
  { inTables = true }: { readonly inTables?: boolean } = {},
): RecordStore<R> {
  /** Recent records, each newer than the packed one of its id. */
  const loose = new Map<string, StoredRecord<R>>();
  const packed = createPackedRows<R>();
  const unknown = new Set<string>();
  const version = createState(0);
  version.watch(() => notifyLibraryChange(inTables));

  const has = (id: string) => loose.has(id) || packed.has(id);
  const readTime = (id: string) => loose.get(id)?.at ?? packed.readTime(id);

  /** Takes over what is newer than the present records, and returns it; undefined if nothing is. */
  const accept = (addition: Addition<R>): Addition<R> | undefined => {
    const newer = addition.rows.filter(({ at, row }) => at >= (readTime(row.id) ?? 0));
    for (const record of newer) {
      loose.set(record.row.id, record);
      unknown.delete(record.row.id);
    }
    const unheard = addition.unknown.filter((id) => !has(id));
    for (const id of unheard) unknown.add(id);
    if (newer.length + unheard.length === 0) return undefined;
    if (loose.size > maxLoose) {
      packed.add(packRowPage([...loose.values()]));
      loose.clear();
    }
    version.write(version.read() + 1);
    return { rows: newer, unknown: unheard };
  };
  const merge = (addition: Addition<R>) => {
    const accepted = accept(addition);
    if (accepted) report?.(accepted);
  };

  function* rows(): Generator<StoredRecord<R>> {
    for (const record of packed.all()) if (!loose.has(record.row.id)) yield record;
    yield* loose.values();
  }

  return {
    add: (added, at) => {
      const now = Date.now();
      // What arrives now counts, even if the clock has been set back since the previous arrival.
      const chooseTime = (before = 0) => (before >= now ? before + 1 : now);
      merge({ rows: added.map((row) => ({ at: at ?? chooseTime(readTime(row.id)), row })), unknown: [] });
    },
    storeUnknown: (ids) => merge({ rows: [], unknown: ids }),
    read: (id) => loose.get(id)?.row ?? packed.read(id),
    readTime,
    isUnknown: (id) => unknown.has(id),
    missing: (ids) => [...new Set(ids)].filter((id) => !has(id) && !unknown.has(id)),
    count: () => packed.count() + [...loose.keys()].filter((id) => !packed.has(id)).length,
    rows,
    all: () => ({ rows: [...rows()], unknown: [...unknown] }),
    merge,
    receive: (addition) => void accept(addition),
    receivePages(pages) {
      if (pages.length === 0) return;
      // Records that another tab added before stay above the pages only if they are newer.
      const before = [...loose.values()];
      loose.clear();
      packed.add(...pages);
      accept({ rows: before, unknown: [] });
      for (const id of unknown) if (packed.has(id)) unknown.delete(id);
      version.write(version.read() + 1);
    },
    reset() {
      loose.clear();
      packed.clear();
      unknown.clear();
      version.write(version.read() + 1);
    },
    useVersion: version.use,
    watch: version.watch,
  };
}

/** A record in the dashboard: any member but its id may be null, on another service. */
export type DealRecord = Tolerant<Deal> & {
  /** Known only from its company, so its valuation and the day it was added were never loaded. */
  readonly fromCompany?: true;
};
export type CompanyRecord = Tolerant<Company>;
export type InvestorRecord = Tolerant<Investor>;
export type PersonRecord = Tolerant<Person>;

/** Results of a paid search: `id` is the query, `data` what the screen parsed (stored-query.ts). */
type StoredResults = { readonly id: string; readonly data: unknown };

/** Unlocked deals. */
export const unlockedDeals = createRecordStore<DealRecord>(reportRecords('deals'));
/** Unlocked companies; deals take the names of their companies from here. */
export const unlockedCompanies = createRecordStore<CompanyRecord>(reportRecords('companies'));
/** Unlocked investors; deals take the names of their investors from here. */
export const unlockedInvestors = createRecordStore<InvestorRecord>(reportRecords('investors'));
/** Unlocked people; a search returns only the last entries of their histories. */
export const unlockedPeople = createRecordStore<PersonRecord>(reportRecords('people'));
/** Results of paid searches: which ids, in which order, and the total. */
export const storedResults = createRecordStore<StoredResults>(reportRecords('answers'), { inTables: false });

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
/** Unlocked complete histories. */
export const unlockedHistories = createRecordStore<HistoryRecord>(reportRecords('histories'));

/** Unlocked investors in rounds; the names of angels and partners come from here. */
export const unlockedRoundInvestors = createRecordStore<RoundInvestorsRecord>(reportRecords('lineups'));
/** Unlocked articles. */
export const unlockedArticles = createRecordStore<ArticlesRecord>(reportRecords('articles'));

/** The kinds of names on the device; investors are still stored as `firm`, as in the first version. */
export const storedKinds = { company: 'company', investor: 'firm', person: 'person' } as const satisfies Record<
  RecordKind,
  string
>;

/**
 * A name from a free response, and a remark that distinguishes it from equal names; for a deal the name of its company,
 * what that does or else what the alert says of the round, its round type and its amount. Its record is still locked.
 */
export type FreeName = {
  readonly id: string;
  readonly kind: (typeof storedKinds)[RecordKind] | 'deal';
  readonly name: string;
  readonly remark: string;
  /** The round of a deal; absent where an older version stored the name. */
  readonly round?: Round;
  /** What the deal raised in US dollars; null where undisclosed. */
  readonly usd?: number | null;
};
/** Names from alerts and rounds (unlock.ts), used while the record itself is locked. */
export const freeNames = createRecordStore<FreeName>(reportRecords('names'));
/** Every store of unlocked records by kind. Kinds are names on the device and in backups, so they never change. */
export const kinds = {
  deals: unlockedDeals,
  companies: unlockedCompanies,
  investors: unlockedInvestors,
  answers: storedResults,
  lineups: unlockedRoundInvestors,
  articles: unlockedArticles,
  people: unlockedPeople,
  histories: unlockedHistories,
  names: freeNames,
} as const;
export type Kind = keyof typeof kinds;

/** A store without its types, for code that treats all stores alike. */
export const getStore = (kind: Kind): RecordStore<Identified> => kinds[kind] as unknown as RecordStore<Identified>;
export const kindNames = Object.keys(kinds) as Kind[];
