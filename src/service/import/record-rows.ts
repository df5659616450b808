import { buildNameKey, permalinkSuffix } from '../db/name-key.ts';
import { parseAddressSlug, parseDomain } from '../db/identifiers.ts';
import type { CopyValue, RowWriter } from './copy-rows.ts';
import type {
  Entity,
  ImportedCompany,
  ImportedDeal,
  ImportedInvestor,
  ImportedPerson,
  RecordPlace,
} from './records.ts';
import type { PlaceWriter } from './reference-rows.ts';

type CopyRow = Record<string, CopyValue>;
type RowId = { id: number; uuid: string; source_id: number };

/** Writes the rows of records and resolves the keys that records refer to. */
export type Sink = Pick<RowWriter, 'write'> & {
  places: PlaceWriter;
  /** Those in use. */
  permalinks: { company: Set<string>; investor: Set<string> };
  /** Assigns the ids of a new record. */
  begin: (entity: Entity, record: { key: string; uuid?: string | undefined }) => RowId;
  uuidOf: (entity: string, key: string) => string;
  /** The id of an earlier record; throws when there is none. */
  find: (entity: Exclude<Entity, 'deal'>, key: string) => number;
  findIndustry: (permalink: string) => number;
};

/** The columns of `companies` that a source fills besides the common ones; the others are derived later. */
const buildCompanyColumns = (record: ImportedCompany): CopyRow => ({
  twitter: record.twitter,
  facebook: record.facebook,
  address: record.address,
  founded: record.founded,
  status: record.status,
  industry_text: record.industryText,
  total_raised: record.statedTotalUsd,
  latest_valuation_usd: record.statedValuation?.usd,
  latest_valuation_date: toDateTime(record.statedValuation?.date),
});

/** The columns of `investors` that a source fills besides the common ones; the others are derived later. */
const buildInvestorColumns = (record: ImportedInvestor): CopyRow => ({
  description: record.description,
  website: record.website,
  image: record.image,
  investment_stages: record.investmentStages,
  contact_email: record.contactEmail,
  contact_phone: record.contactPhone,
});

/** The columns that companies and investors have in common. */
const buildOrganizationColumns = (permalink: string, record: ImportedCompany | ImportedInvestor): CopyRow => ({
  permalink,
  name: record.name,
  folded: buildNameKey(record.name),
  legal_name: record.legalName,
  domain: record.domain && parseDomain(record.domain),
  linkedin: record.linkedin,
  linkedin_slug: toSlugOf(record.linkedin),
  crunchbase: record.crunchbase,
  crunchbase_slug: toSlugOf(record.crunchbase),
  pitchbook: record.pitchbook,
  num_employees: record.numEmployees,
  place_text: record.placeText,
  ...listOrigin(record),
});

/** The columns of `people`. */
const buildPersonColumns = (record: ImportedPerson): CopyRow => ({
  name: record.name,
  folded: buildNameKey(record.name),
  title: record.title,
  linkedin: record.linkedin,
  linkedin_slug: toSlugOf(record.linkedin),
  crunchbase: record.crunchbase,
  crunchbase_slug: toSlugOf(record.crunchbase),
  twitter: record.twitter,
  twitter_slug: toSlugOf(record.twitter),
  email: record.email,
  phone: record.phone,
  about: record.about,
  location_text: record.locationText,
  city: record.city,
  country_code: record.countryCode,
  is_founder: record.isFounder ?? false,
  ...listOrigin(record),
});

/** The columns of `deals`; a day becomes its start in UTC. */
const buildDealColumns = (companyId: number, record: ImportedDeal): CopyRow => ({
  company_id: companyId,
  round_type: record.roundType,
  pre: record.pre ?? false,
  extension: record.extension ?? false,
  intermediate: record.intermediate ?? 'NONE',
  date: toDateTime(record.date),
  created_at: toDateTime(record.createdAt),
  total_round_raised: record.raised,
  valuation_type: record.valuation?.type,
  valuation_currency: record.valuation?.currency,
  valuation_usd: record.valuation?.usd,
  valuation_native: record.valuation?.native,
  ...listOrigin(record),
});

const listOrigin = ({ origin }: ImportedCompany | ImportedInvestor | ImportedPerson | ImportedDeal) => ({
  origin_file: origin?.file,
  origin_row: origin?.line,
});

/** The slug of a profile; null if its address names none, so that two of these are not the same record. */
function toSlugOf(address: string | null | undefined): string | null {
  const slug = address ? parseAddressSlug(address) : '';
  return slug === '' ? null : slug;
}

function toDateTime(day: string | null | undefined): string | null {
  if (!day) return null;
  return day.length === 10 ? `${day}T00:00:00Z` : day;
}

export function writeCompany(sink: Sink, record: ImportedCompany): void {
  const ids = sink.begin('company', record);
  const permalink = takePermalink(sink, 'company', record);
  const organization = buildOrganizationColumns(permalink, record);
  sink.write('companies', ids, organization, buildCompanyColumns(record), listLevels(sink, record.place));
  for (const tag of record.place?.tags ?? []) {
    sink.write('company_places', { company_id: ids.id, location_id: sink.places.find(tag) });
  }
  if (record.shortDescription || record.longDescription) {
    sink.write('company_texts', {
      company_id: ids.id,
      short_description: record.shortDescription,
      long_description: record.longDescription,
    });
  }
  for (const key of record.backers?.investors ?? []) {
    sink.write('company_investors', { company_id: ids.id, investor_id: sink.find('investor', key) });
  }
  for (const key of record.backers?.people ?? []) {
    sink.write('company_angels', { company_id: ids.id, person_id: sink.find('person', key) });
  }
  record.industries?.forEach((industry, position) =>
    sink.write('company_industries', { company_id: ids.id, position, industry_id: sink.findIndustry(industry) }),
  );
}

export function writeInvestor(sink: Sink, record: ImportedInvestor): void {
  const ids = sink.begin('investor', record);
  const permalink = takePermalink(sink, 'investor', record);
  const organization = buildOrganizationColumns(permalink, record);
  sink.write('investors', ids, organization, buildInvestorColumns(record), listLevels(sink, record.place));
  for (const tag of record.place?.tags ?? []) {
    sink.write('investor_places', { investor_id: ids.id, location_id: sink.places.find(tag) });
  }
}

export function writePerson(sink: Sink, record: ImportedPerson): void {
  const ids = sink.begin('person', record);
  sink.write('people', ids, buildPersonColumns(record));
  for (const investor of record.worksFor ?? []) {
    sink.write('person_firms', { person_id: ids.id, investor_id: sink.find('investor', investor) });
  }
  record.employments?.forEach((job, position) =>
    sink.write('employments', {
      person_id: ids.id,
      position,
      company_id: job.companyKey && sink.find('company', job.companyKey),
      company_name: job.companyName,
      title: job.title,
      start_date: job.startDate,
      end_date: job.endDate,
      is_current: job.isCurrent,
    }),
  );
  record.educations?.forEach((study, position) =>
    sink.write('educations', {
      person_id: ids.id,
      position,
      school_id: sink.uuidOf('school', buildNameKey(study.schoolName)),
      school_name: study.schoolName,
      degree: study.degree,
      field_of_study: study.fieldOfStudy,
      start_date: study.startDate,
      end_date: study.endDate,
    }),
  );
}

const listLevels = (sink: Sink, place: RecordPlace = {}) => ({
  city_id: place.city && sink.places.find(place.city),
  state_id: place.state && sink.places.find(place.state),
  country_id: place.country && sink.places.find(place.country),
  region_id: place.region && sink.places.find(place.region),
});

/** The record's permalink, with a suffix from the record's id if another record has it. */
function takePermalink(
  sink: Sink,
  entity: 'company' | 'investor',
  { key, permalink }: ImportedCompany | ImportedInvestor,
): string {
  const taken = sink.permalinks[entity];
  let free = permalink;
  let path = '';
  while (taken.has(free)) {
    // Four digits are not unique once hundreds of records share a name.
    path = path === '' ? sink.uuidOf(entity, key) : `${path}+`;
    free = `${permalink}-${permalinkSuffix(entity, path)}`;
  }
  taken.add(free);
  return free;
}

export function writeDeal(sink: Sink, record: ImportedDeal): void {
  const ids = sink.begin('deal', record);
  sink.write('deals', ids, buildDealColumns(sink.find('company', record.companyKey), record));
  if (record.shortDescription || record.longDescription) {
    sink.write('deal_texts', {
      deal_id: ids.id,
      short_description: record.shortDescription,
      long_description: record.longDescription,
    });
  }
  record.financings.forEach((financing, position) =>
    sink.write('financings', {
      deal_id: ids.id,
      position,
      uuid: sink.uuidOf('financing', `${record.key}#${position}`),
      type: financing.type,
      size_usd: financing.sizeUsd,
      size_native: financing.sizeNative,
      currency: financing.currency,
    }),
  );
  writeParticipants(sink, ids.id, record);
  record.articles?.forEach(({ link, isPrimary, date }, position) =>
    sink.write('articles', { deal_id: ids.id, position, link, is_primary: isPrimary, date }),
  );
}

function writeParticipants(sink: Sink, dealId: number, { investors, angels }: ImportedDeal): void {
  for (const { key, lead, partners } of investors ?? []) {
    const investorId = sink.find('investor', key);
    sink.write('deal_investors', { investor_id: investorId, deal_id: dealId, lead });
    for (const partner of partners ?? []) {
      sink.write('deal_partners', {
        person_id: sink.find('person', partner),
        deal_id: dealId,
        investor_id: investorId,
      });
    }
  }
  for (const angel of angels ?? []) {
    sink.write('deal_angels', { person_id: sink.find('person', angel), deal_id: dealId });
  }
}
