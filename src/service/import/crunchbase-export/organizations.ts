import { parseUtcDay } from '#contract/scalars.ts';
import { toSlug } from '../../db/fold.ts';
import type { CompanyRecord, InvestorRecord, PersonRecord } from '../records.ts';
import { readDomain, readProfile } from '../words/addresses.ts';
import { readHeadCount } from '../words/head-counts.ts';
import { openIndustryReader } from '../words/industries.ts';
import { openPlaceReader } from '../words/places.ts';
import { readStatus } from '../words/statuses.ts';
import type { ExportRow } from './files.ts';

export type ToOrganization = {
  company: (row: ExportRow, uuid: string, name: string) => CompanyRecord;
  investor: (row: ExportRow, uuid: string, name: string) => InvestorRecord;
  person: (row: ExportRow, uuid: string, name: string) => PersonRecord;
};

/** Makes records of the export's rows; a row of funding_rounds.csv says enough for a company, too. */
export function openOrganizations(): ToOrganization {
  const placeOf = openPlaceReader();
  const industriesOf = openIndustryReader();
  const toProfile = (row: ExportRow, uuid: string, name: string) => {
    const words = {
      city: row.cell('city') || undefined,
      state: row.cell('state_code') || undefined,
      country: row.cell('country_code') || undefined,
      region: row.cell('region') || undefined,
    };
    const { place, placeText, doubts } = placeOf(words);
    for (const { reason, value } of doubts) row.find('noted', reason, value);
    const crunchbase = readProfile(row.cell('cb_url'), 'crunchbase') ?? null;
    const slug = crunchbase
      ?.replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split('/')
      .at(-1);
    return {
      key: uuid,
      uuid,
      name,
      permalink: row.any('permalink') || toSlug(slug ?? name) || 'unnamed',
      legalName: row.any('legal_name') || null,
      domain: readDomain(row.any('domain', 'homepage_url')) ?? null,
      linkedin: readProfile(row.any('linkedin_url'), 'linkedin') ?? null,
      crunchbase,
      numEmployees: toHeadCount(row),
      place,
      placeText,
    };
  };
  return {
    company(row, uuid, name) {
      const words = row
        .any('category_list', 'company_category_list')
        .split(/[|,]/)
        .map((word) => word.trim())
        .filter(Boolean);
      const { industries, unknown } = industriesOf(words);
      for (const word of unknown) row.find('noted', 'category is not known', word);
      return {
        kind: 'company',
        ...toProfile(row, uuid, name),
        twitter: readProfile(row.any('twitter_url'), 'twitter') ?? null,
        facebook: readProfile(row.any('facebook_url'), 'facebook') ?? null,
        address: row.any('address') || null,
        founded: parseUtcDay(row.any('founded_on')) ?? null,
        status: readStatus(row.any('status')) ?? null,
        industries,
        industryText: unknown.join(', ') || null,
        shortDescription: row.any('short_description') || null,
        longDescription: row.any('description') || null,
      };
    },
    investor: (row, uuid, name) => ({
      kind: 'investor',
      ...toProfile(row, uuid, name),
      description: row.any('short_description') || null,
      image: row.any('logo_url') || null,
      contactEmail: row.any('email') || null,
      contactPhone: row.any('phone') || null,
    }),
    person: (row, uuid, name) => ({
      kind: 'person',
      key: uuid,
      uuid,
      name,
      title: row.any('primary_affiliation_title', 'featured_job_title') || null,
      linkedin: readProfile(row.any('linkedin_url'), 'linkedin-person') ?? null,
      crunchbase: readProfile(row.any('cb_url'), 'crunchbase') ?? null,
      twitter: readProfile(row.any('twitter_url'), 'twitter') ?? null,
      about: row.any('description') || null,
      city: row.any('city') || null,
      locationText: ['city', 'state_code', 'country_code'].map(row.cell).filter(Boolean).join(', ') || null,
      countryCode: row.any('country_code') || null,
      isFounder: /\bfounder\b/i.test(row.any('primary_affiliation_title', 'featured_job_title')),
    }),
  };
}

function toHeadCount(row: ExportRow): CompanyRecord['numEmployees'] & (string | null) {
  const text = row.any('employee_count');
  if (text === '' || text === 'unknown') return null;
  return readHeadCount(text) ?? row.find('repaired', 'employee_count spans several ranges: unknown', text) ?? null;
}

export const isFounderTitle = (title: string) => /\bfounder\b/i.test(title);
