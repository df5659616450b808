import type { Company } from '#contract/companies.ts';
import type { Deal, DealDetail, DealAngel, DealInvestor } from '#contract/deals.ts';
import type { Investor } from '#contract/investors.ts';
import type { Person } from '#contract/people.ts';
import type { Tolerant } from '#contract/record.ts';
import { report } from './device.ts';
import type { Identified } from '../row-pages/row-page.ts';
import { createRecordStore, type RecordStore } from './record-store.ts';

/** A record as the dashboard holds it: any member but its id may be null, on a foreign service. */
export type DealRecord = Tolerant<Deal>;
export type CompanyRecord = Tolerant<Company>;
export type InvestorRecord = Tolerant<Investor>;
export type PersonRecord = Tolerant<Person>;

/** Results of a paid search: `id` is the query, `data` what the screen parsed (stored-query.ts). */
export type StoredResults = { readonly id: string; readonly data: unknown };

/** Unlocked deals. */
export const unlockedDeals = createRecordStore<DealRecord>(report('deals'));
/** Unlocked companies; deals take the names of their companies from here. */
export const unlockedCompanies = createRecordStore<CompanyRecord>(report('companies'));
/** Unlocked investors; deals take the names of their investors from here. */
export const unlockedInvestors = createRecordStore<InvestorRecord>(report('investors'));
/** Unlocked people; a search returns only the last entries of their histories. */
export const unlockedPeople = createRecordStore<PersonRecord>(report('people'));
/** Results of paid searches: which ids, in which order, out of how many. */
export const storedResults = createRecordStore<StoredResults>(report('answers'), { inTables: false });

/** The investors in a round, by the deal's id. */
export type RoundInvestorsRecord = {
  readonly id: string;
  readonly firms: readonly Tolerant<DealInvestor>[];
  readonly angels: readonly Tolerant<DealAngel>[];
};
/** The articles about a deal, by the deal's id; a search returns deals without them. */
export type ArticlesRecord = { readonly id: string; readonly articles: Tolerant<DealDetail['articles']> };

/** The complete employment and education of a person, by the person's id. */
export type HistoryRecord = { readonly id: string } & Pick<PersonRecord, 'employment_history' | 'education_history'>;
/** Unlocked complete histories. */
export const unlockedHistories = createRecordStore<HistoryRecord>(report('histories'));

/** Unlocked investors in rounds; the names of angels and partners come from here. */
export const unlockedRoundInvestors = createRecordStore<RoundInvestorsRecord>(report('lineups'));
/** Unlocked articles. */
export const unlockedArticles = createRecordStore<ArticlesRecord>(report('articles'));

/** A name that a free response contained, and a remark that tells it apart from equal names. Its record is still locked. */
export type FreeName = {
  readonly id: string;
  readonly kind: 'company' | 'firm' | 'person';
  readonly name: string;
  readonly remark: string;
};
/** Names from alerts and rounds (free-names.ts), used where the record itself is locked. */
export const freeNames = createRecordStore<FreeName>(report('names'));
/** Every store of unlocked records by its kind. The kinds are names on the device and in backups, so they never change. */
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

/** A store without its types, for code that treats all alike. */
export const getStore = (kind: Kind): RecordStore<Identified> => kinds[kind] as unknown as RecordStore<Identified>;
export const kindNames = Object.keys(kinds) as Kind[];
