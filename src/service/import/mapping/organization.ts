import type { EmployeeRange } from '#contract/enums.ts';
import { foldName, toSlug } from '../../db/fold.ts';
import type { CompanyRecord, InvestorRecord } from '../records.ts';
import { readDomain, readLink, readProfile } from '../words/addresses.ts';
import { readHeadCount } from '../words/head-counts.ts';
import type { ReadIndustries } from '../words/industries.ts';
import { splitList } from '../words/lists.ts';
import type { PlaceWords, ReadPlace } from '../words/places.ts';
import { readStatus, type Status } from '../words/statuses.ts';
import {
  readDay,
  readField,
  readFounded,
  readMoney,
  readTexts,
  replaceWord,
  toLabel,
  type MappedRow,
} from './fields.ts';
import type { CompanyMapping, InvestorMapping, MappingFields } from './schema.ts';

/** What words are looked up with. */
export type Lookups = {
  placeOf: (words: PlaceWords) => ReadPlace;
  industriesOf: (words: string[]) => ReadIndustries;
};

type Text = MappingFields['text'] | undefined;

/** What tells one organization from another in the source; undefined when the row names none. */
export function readKey(mapped: MappedRow, fields: CompanyMapping | InvestorMapping): string | undefined {
  if (fields.key) {
    const parts = fields.key.map((column) => foldKey(readField(mapped, { column }) ?? ''));
    return parts.some((part) => part !== '') ? parts.join('|') : undefined;
  }
  const address = fields.domain && readField(mapped, fields.domain);
  const name = readField(mapped, fields.name);
  return (address ? readDomain(address) : undefined) ?? (name ? foldKey(name) : undefined);
}

const foldKey = (text: string) => foldName(text) || text.toLowerCase();

export function toCompany(mapped: MappedRow, fields: CompanyMapping, key: string, lookups: Lookups): CompanyRecord {
  const valuation = readMoney(mapped, fields.valuation);
  return {
    kind: 'company',
    ...toOrganization(mapped, fields, key, lookups),
    twitter: toProfile(mapped, fields.twitter, 'twitter'),
    facebook: toProfile(mapped, fields.facebook, 'facebook'),
    address: readField(mapped, fields.address),
    shortDescription: readField(mapped, fields.short_description),
    longDescription: readField(mapped, fields.long_description),
    founded: readFounded(mapped, fields.founded),
    status: toStatus(mapped, fields.status),
    ...toIndustries(mapped, fields.industries, lookups),
    statedTotalUsd: readMoney(mapped, fields.total_raised)?.usd ?? null,
    statedValuation:
      typeof valuation?.usd === 'number' ? { usd: valuation.usd, date: readDay(mapped, fields.valuation_date) } : null,
  };
}

export function toInvestor(mapped: MappedRow, fields: InvestorMapping, key: string, lookups: Lookups): InvestorRecord {
  const website = readField(mapped, fields.website);
  return {
    kind: 'investor',
    ...toOrganization(mapped, fields, key, lookups),
    description: readField(mapped, fields.description),
    website: website ? (readLink(website) ?? null) : null,
  };
}

function toOrganization(
  mapped: MappedRow,
  fields: CompanyMapping | InvestorMapping,
  key: string,
  { placeOf }: Lookups,
) {
  const name = readField(mapped, fields.name) ?? key;
  const read = placeOf({
    city: readField(mapped, fields.city) ?? undefined,
    state: readField(mapped, fields.state) ?? undefined,
    country: readField(mapped, fields.country) ?? undefined,
    region: readField(mapped, fields.region) ?? undefined,
    location: readField(mapped, fields.location) ?? undefined,
  });
  for (const { reason, value } of read.doubts) mapped.find('noted', reason, value);
  return {
    key,
    name,
    permalink: toSlug(name) || toSlug(key) || 'unnamed',
    legalName: readField(mapped, fields.legal_name),
    domain: toDomain(mapped, fields.domain),
    linkedin: toProfile(mapped, fields.linkedin, 'linkedin'),
    crunchbase: toProfile(mapped, fields.crunchbase, 'crunchbase'),
    pitchbook: toProfile(mapped, fields.pitchbook, 'pitchbook'),
    numEmployees: toHeadCount(mapped, fields.num_employees),
    place: read.place,
    placeText: read.placeText,
  };
}

function toDomain(mapped: MappedRow, field: Text): string | null {
  const text = field && readField(mapped, field);
  if (!field || !text) return null;
  return readDomain(text) ?? mapped.find('repaired', `${toLabel(field)}: no domain: unknown`, text) ?? null;
}

function toProfile(mapped: MappedRow, field: Text, site: Parameters<typeof readProfile>[1]): string | null {
  const text = field && readField(mapped, field);
  if (!field || !text) return null;
  return (
    readProfile(text, site) ?? mapped.find('repaired', `${toLabel(field)}: no ${site} address: unknown`, text) ?? null
  );
}

function toHeadCount(mapped: MappedRow, field: Text): EmployeeRange | null {
  const text = field && readField(mapped, field);
  if (!field || !text) return null;
  return (
    readHeadCount(text) ?? mapped.find('repaired', `${toLabel(field)}: in no employee range: unknown`, text) ?? null
  );
}

function toStatus(mapped: MappedRow, field: Text): Status | null {
  const text = field && readField(mapped, field);
  if (!field || !text) return null;
  return readStatus(text) ?? mapped.find('repaired', `${toLabel(field)}: status is not known`, text) ?? null;
}

function toIndustries(
  mapped: MappedRow,
  field: MappingFields['list'] | undefined,
  { industriesOf }: Lookups,
): Pick<CompanyRecord, 'industries' | 'industryText'> {
  if (!field) return { industries: [], industryText: null };
  const texts = readTexts(mapped, field.split ? { ...field, words: undefined } : field);
  const words = texts.flatMap((text) => (field.split ? splitList(text, field.split) : [text]));
  // Whole cells had their words replaced already; parts of a list have not.
  const meant = words.map((word) => (field.split ? replaceWord(field, word) : word)).filter((word) => word !== '');
  const { industries, unknown } = industriesOf(meant);
  for (const word of unknown) mapped.find('noted', `${toLabel(field)}: industry is not known`, word);
  return { industries, industryText: unknown.length > 0 ? unknown.join(', ') : null };
}
