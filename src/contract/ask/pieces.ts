import type { Filter, SearchScreen } from '../filters.ts';
import type { FinancingFilter } from '../request-parts.ts';
import type { Bounds } from './figure-words.ts';
import type { FoundName, KnownRecord } from './name-words.ts';
import type { Period } from './periods.ts';
import type { Span } from './sentence.ts';

/** The subject of a sentence. People are found by what they work on, angels by what they invest in. */
export type Subject = 'deals' | 'companies' | 'investors' | 'people' | 'angels';
export const screenOf = (subject: Subject): SearchScreen => (subject === 'angels' ? 'people' : subject);

/** The meaning of words before the screen's filter for them is known. */
type Meaning =
  | { readonly means: 'rounds'; readonly rounds: readonly FinancingFilter[] }
  | { readonly means: 'money'; readonly bounds: Bounds; readonly of: 'size' | 'total' | undefined }
  | { readonly means: 'dates' | 'added'; readonly period: Period }
  | {
      readonly means: 'employees' | 'ownEmployees' | 'roles' | 'titles' | 'schools' | 'workedAt' | 'contact' | 'ipo';
      readonly values: readonly string[];
    }
  | { readonly means: 'place'; readonly names: readonly FoundName[]; readonly isOwn: boolean }
  | { readonly means: 'industry'; readonly names: readonly FoundName[] }
  | { readonly means: 'investor' | 'company'; readonly records: readonly KnownRecord[] }
  | { readonly means: 'about'; readonly text: string }
  | { readonly means: 'led' }
  | { readonly means: 'count'; readonly count: number }
  | { readonly means: 'investedAs'; readonly as: string }
  | { readonly means: 'sort'; readonly sort: string }
  | { readonly means: 'limit'; readonly limit: number }
  | { readonly means: 'catalogue'; readonly filter: Filter; readonly values: readonly unknown[] };
export type Understood = Span & Meaning;
/** Words that no filter can express, with the reason as a sentence. */
export type Unread = Span & { readonly reason?: string };
export type SentenceFacts = { readonly pieces: Understood[]; readonly unread: Unread[] };

/** Words with several meanings; the user chooses. */
export type NameChoice = Span & {
  readonly filter: 'place' | 'industry';
  readonly candidates: readonly FoundName[];
  readonly isOwn: boolean;
};
/** A company or investor by name. */
export type RecordMention = Span & {
  readonly kind: 'company' | 'investor';
  readonly name: string;
  readonly candidates: readonly KnownRecord[];
};

type Means = Meaning['means'];
type FilterNames = Readonly<Partial<Record<Means | 'total' | 'ownPlace', string>>>;

/** The filter of each screen for a meaning; a place or number of employees may be the investor's own. */
const filterNames: Readonly<Record<Subject, FilterNames>> = {
  deals: {
    rounds: 'round',
    money: 'size',
    total: 'totalRaised',
    dates: 'announced',
    added: 'added',
    place: 'location',
    industry: 'industry',
    employees: 'employees',
    ipo: 'ipoStatus',
    investor: 'investors',
    company: 'companies',
  },
  companies: {
    rounds: 'round',
    money: 'size',
    total: 'totalRaised',
    dates: 'announced',
    added: 'added',
    place: 'location',
    industry: 'industry',
    employees: 'employees',
    ipo: 'ipoStatus',
    about: 'about',
    investor: 'investors',
  },
  investors: {
    rounds: 'round',
    money: 'size',
    total: 'totalRaised',
    dates: 'invested',
    place: 'companyLocation',
    ownPlace: 'location',
    industry: 'industry',
    employees: 'employees',
    ownEmployees: 'investorEmployees',
    ipo: 'ipoStatus',
    about: 'about',
    company: 'companies',
    led: 'led',
    count: 'matchingDeals',
  },
  people: {
    rounds: 'round',
    money: 'size',
    total: 'totalRaised',
    dates: 'announced',
    place: 'location',
    industry: 'industry',
    employees: 'employees',
    ipo: 'ipoStatus',
    about: 'about',
    company: 'employers',
    roles: 'roles',
    titles: 'jobTitles',
    schools: 'schools',
    workedAt: 'workedAt',
    contact: 'contact',
  },
  angels: {
    rounds: 'dealRound',
    money: 'dealSize',
    total: 'dealTotalRaised',
    dates: 'dealAnnounced',
    place: 'dealLocation',
    ownPlace: 'investorLocation',
    industry: 'dealIndustry',
    employees: 'dealEmployees',
    ownEmployees: 'investorEmployees',
    ipo: 'dealIpoStatus',
    about: 'dealsAbout',
    led: 'led',
    count: 'matchingDeals',
    investedAs: 'investedAs',
    investor: 'investors',
    schools: 'schools',
    workedAt: 'workedAt',
    contact: 'contact',
  },
};

/** The name of the filter that a piece fills on a screen; undefined if the screen has none. */
export function findFilterOfPiece(subject: Subject, piece: Understood): string | undefined {
  const own = filterNames[subject];
  switch (piece.means) {
    case 'catalogue':
      return piece.filter.name;
    case 'money':
      return piece.of === 'total' ? own.total : own.money;
    case 'place':
      return piece.isOwn ? (own.ownPlace ?? own.place) : own.place;
    default:
      return own[piece.means];
  }
}

/** The values of a piece, one for each key of its filter. */
export function listValues(piece: Understood): readonly unknown[] {
  switch (piece.means) {
    case 'catalogue':
      return piece.values;
    case 'rounds':
      return [piece.rounds];
    case 'money':
      return [piece.bounds.min, piece.bounds.max];
    case 'dates':
    case 'added':
      return [piece.period.from, piece.period.to];
    case 'place':
    case 'industry':
      return [piece.names];
    case 'investor':
    case 'company':
      return [piece.records];
    case 'about':
      return [piece.text, undefined];
    case 'led':
      return [true];
    case 'count':
      return [piece.count];
    case 'investedAs':
      return [piece.as];
    case 'sort':
    case 'limit':
      return [];
    default:
      return [piece.values];
  }
}
