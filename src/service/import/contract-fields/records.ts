import type { z } from 'zod';
import { toSlug } from '../../db/fold.ts';
import { readGazetteer } from '../../lookups/gazetteer.ts';
import type { CompanyRecord, DealRecord, InvestorRecord, PersonRecord, RecordPlace } from '../records.ts';
import { openIndustryReader } from '../words/industries.ts';
import { openPlaceReader } from '../words/places.ts';
import type { companyRow, dealRow, investorRow, personRow } from './schemas.ts';

type Find = (outcome: 'noted' | 'repaired', reason: string, value: string) => undefined;
type CompanyRow = z.output<typeof companyRow>;
type InvestorRow = z.output<typeof investorRow>;

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Ids that are uuids stay as they are, in lower case; of others one is made. */
export const toKey = (id: string) => (uuidShape.test(id) ? id.toLowerCase() : id);
const toIdentity = (id: string) => ({ key: toKey(id), uuid: uuidShape.test(id) ? id.toLowerCase() : undefined });

export type ToRecord = {
  company: (row: CompanyRow, find: Find) => CompanyRecord;
  investor: (row: InvestorRow, find: Find) => InvestorRecord;
};

export function openRecords(): ToRecord {
  const placeOf = openPlaceReader();
  const industriesOf = openIndustryReader();
  const permalinks = new Set(readGazetteer().map(({ permalink }) => permalink));

  /** Each level by its permalink, or by its name where that is none of ours. */
  const toPlace = (location: CompanyRow['location'], find: Find): { place: RecordPlace; placeText: string | null } => {
    const levels = (['city', 'state', 'country', 'region'] as const).map(
      (level) => [level, location?.[level]] as const,
    );
    const known = levels.filter(([, named]) => named?.permalink && permalinks.has(named.permalink));
    const given = levels.filter(([, named]) => named?.permalink ?? named?.name);
    if (known.length > 0 && known.length === given.length) {
      return { place: Object.fromEntries(known.map(([level, named]) => [level, named?.permalink])), placeText: null };
    }
    const words = Object.fromEntries(
      levels.map(([level, named]) => [level, named?.name ?? named?.permalink ?? undefined]),
    );
    const { place, placeText, doubts } = placeOf(words);
    for (const { reason, value } of doubts) find('noted', reason, value);
    return { place, placeText };
  };

  const toOrganization = (row: CompanyRow | InvestorRow, find: Find) => ({
    ...toIdentity(row.id),
    name: row.name,
    permalink: row.guru_permalink ?? (toSlug(row.name) || 'unnamed'),
    legalName: row.legal_name ?? null,
    domain: row.domain ?? null,
    linkedin: row.linkedin ?? null,
    crunchbase: row.crunchbase ?? null,
    pitchbook: row.pitchbook ?? null,
    numEmployees: row.num_employees ?? null,
    ...toPlace(row.location, find),
  });

  return {
    company(row, find) {
      const words = row.industries.map((word) =>
        typeof word === 'string' ? word : (word.permalink ?? word.name ?? ''),
      );
      const { industries, unknown } = industriesOf(words.filter(Boolean));
      for (const word of unknown) find('noted', 'industry is not known', word);
      const valuation = row.latest_valuation_usd;
      return {
        kind: 'company',
        ...toOrganization(row, find),
        twitter: row.twitter ?? null,
        facebook: row.facebook ?? null,
        address: row.address ?? null,
        founded: row.founded ?? null,
        status: row.status ?? row.ipo_status ?? null,
        industries,
        industryText: unknown.join(', ') || null,
        shortDescription: row.short_description ?? null,
        longDescription: row.long_description ?? null,
        statedTotalUsd: row.total_raised ?? null,
        statedValuation:
          typeof valuation === 'number' ? { usd: valuation, date: row.latest_valuation_date ?? null } : null,
      };
    },
    investor: (row, find) => ({
      kind: 'investor',
      ...toOrganization(row, find),
      description: row.description ?? null,
      website: row.website ?? null,
      image: row.image ?? null,
      investmentStages: row.investment_stage?.split(',').map((stage) => stage.trim()) ?? null,
      contactEmail: row.contact_email ?? null,
      contactPhone: row.contact_phone ?? null,
    }),
  };
}

export function toPerson(
  row: z.output<typeof personRow>,
  known: { companies: ReadonlySet<string>; investors: ReadonlySet<string> },
): PersonRecord {
  const firms = row.investment_firms.map((firm) => toKey(typeof firm === 'string' ? firm : firm.id));
  return {
    kind: 'person',
    ...toIdentity(row.id),
    name: row.name,
    title: row.title ?? null,
    linkedin: row.linkedin_url ?? null,
    crunchbase: row.crunchbase_url ?? null,
    twitter: row.twitter_url ?? null,
    locationText: row.location ?? null,
    city: row.city ?? null,
    countryCode: row.country_code ?? null,
    about: row.about ?? null,
    isFounder: row.is_founder ?? false,
    firms: [...new Set(firms)].filter((firm) => known.investors.has(firm)),
    employments: row.employment_history.map((job) => {
      const key = job.company_id ? toKey(job.company_id) : null;
      return {
        companyKey: key && known.companies.has(key) ? key : null,
        companyName: job.company_name ?? null,
        title: job.title ?? null,
        startDate: job.start_date ?? null,
        endDate: job.end_date ?? null,
        isCurrent: job.is_current ?? !job.end_date,
      };
    }),
    educations: row.education_history.map((study) => ({
      schoolName: study.school_name,
      degree: study.degree ?? null,
      fieldOfStudy: study.field_of_study ?? null,
      startDate: study.start_date ?? null,
      endDate: study.end_date ?? null,
    })),
  };
}

/** A deal without its lineup. */
export function toDeal(row: z.output<typeof dealRow>, createdAt: string): DealRecord {
  const raised = row.total_round_raised ?? null;
  const single = {
    type: row.round_type,
    size_usd: raised,
    size_native: raised,
    currency: raised === null ? null : 'USD',
  };
  const financings = row.financings.length > 0 ? row.financings : [single];
  const value = row.valuation;
  const usd = value?.valuation_usd;
  return {
    kind: 'deal',
    ...toIdentity(row.id),
    companyKey: toKey(row.company_id),
    roundType: row.round_type,
    pre: row.pre ?? false,
    extension: row.extension ?? false,
    intermediate: row.intermediate ?? 'NONE',
    date: row.date ?? null,
    createdAt: row.created_at ?? createdAt,
    raised,
    valuation:
      value && typeof usd === 'number'
        ? {
            type: value.type ?? 'DEFAULT',
            currency: value.valuation_currency ?? 'USD',
            usd,
            native: value.valuation_native ?? usd,
          }
        : null,
    shortDescription: row.deal_descriptions?.short_description ?? null,
    longDescription: row.deal_descriptions?.long_description ?? null,
    financings: financings.map((financing) => ({
      type: financing.type,
      sizeUsd: financing.size_usd ?? null,
      sizeNative: financing.size_native ?? null,
      currency: financing.currency ?? null,
    })),
    articles: row.articles.map(({ link, is_primary: isPrimary, date }) => ({
      link,
      isPrimary: isPrimary ?? false,
      date: date ?? null,
    })),
  };
}
