import type { companyFilters } from '#contract/company-filters.ts';
import type { dealFilters } from '#contract/deal-filters.ts';
import type { Filter, SearchScreen } from '#contract/filters.ts';
import type { investorFilters } from '#contract/investor-filters.ts';
import type { personFilters } from '#contract/person-filters.ts';
import type { FoundName, KnownRecord, NameSearches } from './name-words.ts';
import type { Sentence, TokenRange } from './sentence.ts';

/** The subject of a sentence. People are found by what they work on, angels by what they invest in. */
export type Subject = 'deals' | 'companies' | 'investors' | 'people' | 'angels';
export const screenOf = (subject: Subject): SearchScreen => (subject === 'angels' ? 'people' : subject);

type FilterName =
  keyof typeof dealFilters | keyof typeof companyFilters | keyof typeof investorFilters | keyof typeof personFilters;
/** What words mean: a filter by its most usual name. `own…` is of the investor, `amount` of the round or the total. */
export type Meaning = FilterName | 'ownLocation' | 'ownEmployees' | 'amount';

/** Meanings that have another filter for a subject; none if it is undefined. */
const otherNames: Readonly<Record<Subject, Readonly<Partial<Record<Meaning, FilterName | undefined>>>>> = {
  deals: {},
  companies: {},
  investors: {
    announced: 'invested',
    location: 'companyLocation',
    ownLocation: 'location',
    ownEmployees: 'investorEmployees',
  },
  people: { companies: 'employers', investors: undefined },
  angels: {
    round: 'dealRound',
    size: 'dealSize',
    totalRaised: 'dealTotalRaised',
    announced: 'dealAnnounced',
    location: 'dealLocation',
    ownLocation: 'investorLocation',
    industry: 'dealIndustry',
    employees: 'dealEmployees',
    ownEmployees: 'investorEmployees',
    ipoStatus: 'dealIpoStatus',
    about: 'dealsAbout',
  },
};
/** The name of the filter of a meaning, which the screen of a subject need not have. */
export const nameFilter = (subject: Subject, meaning: Meaning): string | undefined =>
  meaning in otherNames[subject] ? otherNames[subject][meaning] : meaning;

/** Words with the values of a filter, one for each of its keys. */
export type Understood = TokenRange & {
  readonly means: Meaning | Filter;
  readonly values: readonly unknown[];
  /** How the words were read, if they have two readings. */
  readonly note?: string | undefined;
};
/** Words that no filter can express, with the reason as a sentence. */
type UnreadWords = TokenRange & { readonly reason?: string };
/** Words with several meanings, or the name of a record that a search may find; the user chooses. */
type NameChoice = TokenRange & {
  readonly means: Meaning;
  readonly candidates: readonly (FoundName | KnownRecord)[];
  readonly record?: 'company' | 'investor';
};

/** What was read of a sentence. */
export type SentenceFacts = {
  readonly pieces: Understood[];
  readonly unread: UnreadWords[];
  readonly choices: NameChoice[];
  order?: TokenRange & { readonly sort: string };
  limit?: number;
};
/** What reading a sentence needs. */
export type AskContext = {
  readonly sentence: Sentence;
  readonly subject: Subject;
  readonly searches: NameSearches;
  readonly facts: SentenceFacts;
};

/** Adds the values that a reader reads as a piece. */
export const add =
  ({ facts }: Pick<AskContext, 'facts'>, means: Meaning) =>
  (values: readonly unknown[], { from, to }: TokenRange, note?: string): unknown =>
    facts.pieces.push({ from, to, means, values, note });
/** Adds the words that a reader reads as words that no filter can express. */
export const reject =
  ({ facts }: Pick<AskContext, 'facts'>, reason: string) =>
  (_: unknown, { from, to }: TokenRange): unknown =>
    facts.unread.push({ from, to, reason });
