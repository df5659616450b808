import type { EmployeeRange, FinancingType, Intermediate } from '#contract/enums.ts';
import type { Place } from '../lookups/gazetteer/place.ts';

/** The places of a record, by permalinks; `tags` are additional places, such as a metro area. */
export type RecordPlace = {
  city?: string | null;
  state?: string | null;
  country?: string | null;
  region?: string | null;
  tags?: string[];
};

/** A place that our gazetteer does not have; `above` are all places that contain it. */
type ImportedPlace = { kind: 'place'; place: Place };

/** The first row that a record comes from. */
export type Origin = { file: string; line: number };

type Profile = {
  origin?: Origin;
  /** Unique among the source's records of this kind, and the same in its next edition. */
  key: string;
  /** The source's own id, which becomes ours; the default is made from source and key. */
  uuid?: string | undefined;
  name: string;
  linkedin?: string | null;
  crunchbase?: string | null;
};

type Organization = Profile & {
  permalink: string;
  legalName?: string | null;
  domain?: string | null;
  pitchbook?: string | null;
  numEmployees?: EmployeeRange | null;
  place?: RecordPlace;
  /** The source's words for the place, if none of our places matches. */
  placeText?: string | null;
};

export type ImportedCompany = Organization & {
  kind: 'company';
  twitter?: string | null;
  facebook?: string | null;
  address?: string | null;
  /** Days are YYYY-MM-DD everywhere. */
  founded?: string | null;
  status?: 'private' | 'public' | 'acquired' | 'delisted' | 'closed' | null;
  /** Permalinks, the main one first. */
  industries?: string[];
  industryText?: string | null;
  shortDescription?: string | null;
  longDescription?: string | null;
  /** The source's total for the company; shown if no round has an amount. */
  statedTotalUsd?: number | null;
  /** Keys of investors and people who backed the company in unknown rounds. */
  backers?: { investors: string[]; people: string[] };
  statedValuation?: { usd: number; date?: string | null } | null;
};

export type ImportedInvestor = Organization & {
  kind: 'investor';
  description?: string | null;
  website?: string | null;
  image?: string | null;
  investmentStages?: string[] | null;
  contactEmail?: string | null;
  contactPhone?: string | null;
};

export type ImportedPerson = Profile & {
  kind: 'person';
  title?: string | null;
  twitter?: string | null;
  email?: string | null;
  phone?: string | null;
  about?: string | null;
  locationText?: string | null;
  city?: string | null;
  countryCode?: string | null;
  isFounder?: boolean;
  /** Keys of the investors that the person works for. */
  worksFor?: string[];
  employments?: {
    companyKey?: string | null;
    companyName?: string | null;
    title?: string | null;
    startDate?: string | null;
    endDate?: string | null;
    isCurrent: boolean;
  }[];
  educations?: {
    schoolName: string;
    degree?: string | null;
    fieldOfStudy?: string | null;
    startDate?: string | null;
    endDate?: string | null;
  }[];
};

export type ImportedDeal = {
  kind: 'deal';
  origin?: Origin;
  key: string;
  uuid?: string | undefined;
  companyKey: string;
  roundType: FinancingType;
  pre?: boolean;
  extension?: boolean;
  intermediate?: Intermediate;
  date?: string | null;
  /** A day or a time in ISO 8601. */
  createdAt: string;
  /** US dollars. */
  raised?: number | null;
  valuation?: { type: 'DEFAULT' | 'POST_MONEY' | 'PRE_MONEY'; currency: string; usd: number; native: number } | null;
  shortDescription?: string | null;
  longDescription?: string | null;
  financings: { type: FinancingType; sizeUsd?: number | null; sizeNative?: number | null; currency?: string | null }[];
  /** `lead` is null if the source does not say. */
  investors?: { key: string; lead?: boolean | null; partners?: string[] }[];
  angels?: string[];
  articles?: { link: string; isPrimary: boolean; date?: string | null }[];
};

export type Entity = 'company' | 'investor' | 'person' | 'deal';

/** Another name for an earlier record: the most frequent spelling in its source. */
export type RenameRecord = { kind: 'rename'; entity: Exclude<Entity, 'deal'>; key: string; name: string };

/** A record of a source; it comes after the records that it refers to by key. */
export type SourceRecord =
  ImportedPlace | ImportedCompany | ImportedInvestor | ImportedPerson | ImportedDeal | RenameRecord;

/** A source, as stored with its records. */
export type Source = {
  key: string;
  title: string;
  licence: string;
  address: string | null;
  /**
   * The day that its records describe: its edition. If two sources contradict each other, the newer one wins, and an
   * older edition does not replace a newer one. The default is the day on which the newest deal was added.
   */
  snapshot?: string | null;
};

/** A source with its records; each record comes after those that it refers to. */
export type ImportFeed = {
  source: Source;
  records: Iterable<SourceRecord> | AsyncIterable<SourceRecord>;
  /** Called after all records were read; the result is stored with the source. */
  report?: () => unknown;
};
