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

/** An answer as it was paid for: its id is the question, `data` is what the screen made of it (stored-query.ts). */
export type StoredResults = { readonly id: string; readonly data: unknown };

/** Deals paid for. */
export const unlockedDeals = createRecordStore<DealRecord>(report('deals'));
/** Companies paid for; the names of deals' companies come from here. */
export const unlockedCompanies = createRecordStore<CompanyRecord>(report('companies'));
/** Firms paid for; the names of deals' investors come from here. */
export const unlockedInvestors = createRecordStore<InvestorRecord>(report('investors'));
/** People paid for; a search brings them with the last entries of their histories only. */
export const unlockedPeople = createRecordStore<PersonRecord>(report('people'));
/** Answers paid for: which ids, in which order, out of how many. */
export const storedResults = createRecordStore<StoredResults>(report('answers'), { inTables: false });

/** Who took part in a deal, by the deal's id. */
export type RoundInvestorsRecord = {
  readonly id: string;
  readonly firms: readonly Tolerant<DealInvestor>[];
  readonly angels: readonly Tolerant<DealAngel>[];
};
/** The articles about a deal, by the deal's id: a search brings deals without them. */
export type ArticlesRecord = { readonly id: string; readonly articles: Tolerant<DealDetail['articles']> };

/** Where a person worked and studied, complete, by the person's id. */
export type HistoryRecord = { readonly id: string } & Pick<PersonRecord, 'employment_history' | 'education_history'>;
/** Complete histories paid for. */
export const unlockedHistories = createRecordStore<HistoryRecord>(report('histories'));

/** Line-ups paid for; the names of angels and partners come from here. */
export const unlockedRoundInvestors = createRecordStore<RoundInvestorsRecord>(report('lineups'));
/** Articles paid for. */
export const unlockedArticles = createRecordStore<ArticlesRecord>(report('articles'));

/** A name that came for nothing, with what tells it apart from its namesakes; its row is not owned. */
export type FreeName = {
  readonly id: string;
  readonly kind: 'company' | 'firm' | 'person';
  readonly name: string;
  readonly remark: string;
};
/** Names that came with something else, such as alerts and line-ups (free-names.ts): second to owned rows, before anything is bought. */
export const freeNames = createRecordStore<FreeName>(report('names'));
/** Every store that the device keeps, by the name of its kind; a new kind of record costs one line here. */
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
