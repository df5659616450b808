import { z } from 'zod';
import { buildNameKey, toSlug } from '../../db/name-key.ts';
import type { ImportedCompany, ImportedInvestor } from '../records.ts';
import { isSharedHost, parseWebsiteDomain, findLink, parseProfileAddress, toWebAddress } from '../words/addresses.ts';
import { parseHeadCount, parseCompanyStatus } from '../words/enums.ts';
import type { PlaceWords, ReadIndustries, ReadPlace } from '../words/lookups.ts';
import { splitList } from '../words/lists.ts';
import {
  readDay,
  readField,
  readLine,
  readFounded,
  readMoney,
  readTexts,
  replaceWord,
  labelOf,
  type MappedRow,
} from './fields.ts';
import type { CompanyMapping, InvestorMapping, MappingFields } from './schema.ts';

/** Resolves names of places and industries. */
export type Lookups = {
  placeOf: (words: PlaceWords) => ReadPlace;
  industriesOf: (words: string[]) => ReadIndustries;
};

type Text = MappingFields['text'] | undefined;
type Lists = MappingFields['list'] | undefined;

/** The key of a record within its source, and its uuid if the source has one. */
export type Identity = { key: string; uuid?: string | undefined };

/** A source's own id: a uuid becomes the record's id, any other text becomes its key. */
export function buildIdentity(id: string): Identity {
  const uuid = z.regexes.guid.test(id) ? id.toLowerCase() : undefined;
  return { key: uuid ?? id, uuid };
}

/** What identifies an organization in the source; undefined if the row has none. */
export function readIdentity(mapped: MappedRow, fields: CompanyMapping | InvestorMapping): Identity | undefined {
  if (fields.id) {
    const id = readField(mapped, fields.id);
    return id ? buildIdentity(id) : undefined;
  }
  const key = readKey(mapped, fields);
  return key ? { key } : undefined;
}

function readKey(mapped: MappedRow, fields: CompanyMapping | InvestorMapping): string | undefined {
  if (fields.key) {
    const parts = fields.key.map((column) => foldKey(readField(mapped, { column }) ?? ''));
    return parts.some((part) => part !== '') ? parts.join('|') : undefined;
  }
  const address = fields.domain && readField(mapped, fields.domain);
  const domain = address ? parseWebsiteDomain(address) : undefined;
  if (domain && !isSharedHost(domain)) return domain;
  const name = readLine(mapped, fields.name);
  return name ? foldKey(name) : undefined;
}

const foldKey = (text: string): string => buildNameKey(text) || text.toLowerCase();

/** A company's record, and its place if our gazetteer does not have it. */
export function buildImportedCompany(mapped: MappedRow, fields: CompanyMapping, identity: Identity, lookups: Lookups) {
  const valuation = readMoney(mapped, fields.valuation);
  const { added, ...organization } = buildOrganization(mapped, fields, identity, lookups);
  const record: ImportedCompany = {
    kind: 'company',
    ...organization,
    twitter: parseProfile(mapped, fields.twitter, 'twitter'),
    facebook: parseProfile(mapped, fields.facebook, 'facebook'),
    address: readField(mapped, fields.address),
    shortDescription: readField(mapped, fields.short_description),
    longDescription: readField(mapped, fields.long_description),
    founded: readFounded(mapped, fields.founded),
    status: parseField(mapped, fields.status, parseCompanyStatus, 'unknown status'),
    ...listIndustries(mapped, fields.industries, lookups),
    statedTotalUsd: readMoney(mapped, fields.total_raised)?.usd ?? null,
    statedValuation:
      typeof valuation?.usd === 'number' ? { usd: valuation.usd, date: readDay(mapped, fields.valuation_date) } : null,
  };
  return { record, added };
}

export function buildImportedInvestor(
  mapped: MappedRow,
  fields: InvestorMapping,
  identity: Identity,
  lookups: Lookups,
) {
  const stages = splitField(mapped, fields.stages);
  const { added, ...organization } = buildOrganization(mapped, fields, identity, lookups);
  const record: ImportedInvestor = {
    kind: 'investor',
    ...organization,
    description: readField(mapped, fields.description),
    website: parseField(mapped, fields.website, findLink, noWebAddress),
    image: parseAddress(mapped, fields.image),
    investmentStages: stages.length > 0 ? stages : null,
    contactEmail: readField(mapped, fields.email),
    contactPhone: readField(mapped, fields.phone),
  };
  return { record, added };
}

/** The parts of a list, with the mapping's `words` applied. */
export function splitField(mapped: MappedRow, field: Lists): string[] {
  if (!field?.split) return readTexts(mapped, field);
  const { split } = field;
  return readTexts(mapped, { ...field, words: undefined })
    .flatMap((text) => splitList(text, split))
    .map((part) => replaceWord(field, part))
    .filter((part) => part !== '' && !mapped.unknown.has(part.toLowerCase()));
}

function buildOrganization(
  mapped: MappedRow,
  fields: CompanyMapping | InvestorMapping,
  { key, uuid }: Identity,
  { placeOf }: Lookups,
) {
  // Problems with the name were already reported.
  const name = readLine({ ...mapped, report: () => undefined }, fields.name) ?? key;
  const above = {
    state: readState(mapped, fields.state),
    country: readField(mapped, fields.country) ?? undefined,
    region: readField(mapped, fields.region) ?? undefined,
  };
  const [city, ...cities] = splitField(mapped, fields.city);
  const [location, ...locations] = splitField(mapped, fields.location);
  const read = placeOf({ ...above, city, location });
  // The first place is the main one; a second city is rarely in the same state.
  const others = [
    ...cities.map((other) => placeOf({ city: other, country: above.country })),
    ...locations.map((other) => placeOf({ location: other, country: above.country })),
  ];
  for (const { reason, value } of [read, ...others].flatMap(({ problems }) => problems))
    mapped.report('noted', reason, value);
  const tags = others.flatMap(({ place }) => place.city ?? place.state ?? place.country ?? []);
  return {
    key,
    uuid,
    name,
    permalink: readField(mapped, fields.permalink) ?? (toSlug(name) || toSlug(key) || 'unnamed'),
    legalName: readLine(mapped, fields.legal_name),
    domain: parseField(mapped, fields.domain, parseWebsiteDomain, 'not a domain: unknown'),
    linkedin: parseProfile(mapped, fields.linkedin, 'linkedin'),
    crunchbase: parseProfile(mapped, fields.crunchbase, 'crunchbase'),
    pitchbook: parseProfile(mapped, fields.pitchbook, 'pitchbook'),
    numEmployees: parseField(mapped, fields.num_employees, parseHeadCount, 'in no employee range: unknown'),
    place: { ...read.place, tags: [...new Set([...(read.place.tags ?? []), ...tags])] },
    placeText: read.placeText,
    added: read.added,
  };
}

/** A state; its code is that of the country that the mapping names: "CA" is "US-CA". */
function readState(mapped: MappedRow, field: CompanyMapping['state']): string | undefined {
  const text = readField(mapped, field);
  if (!text) return undefined;
  return field?.codes && /^\p{Lu}{2,3}$/u.test(text) ? `${field.codes}-${text}` : text;
}

/** A field in the form that `parse` returns; null, and reported, if it cannot be read. */
function parseField<T>(
  mapped: MappedRow,
  field: Text,
  parse: (text: string) => T | undefined,
  problem: string,
): T | null {
  const text = field && readField(mapped, field);
  if (!field || !text) return null;
  return parse(text) ?? mapped.report('repaired', `${labelOf(field)}: ${problem}`, text) ?? null;
}

const noWebAddress = 'not a web address: unknown';

/** The address of a page or a picture, which the dashboard links to. */
export const parseAddress = (mapped: MappedRow, field: Text): string | null =>
  parseField(mapped, field, toWebAddress, noWebAddress);

const parseProfile = (mapped: MappedRow, field: Text, site: Parameters<typeof parseProfileAddress>[1]) =>
  parseField(mapped, field, (text) => parseProfileAddress(text, site), `not a ${site} address: unknown`);

function listIndustries(
  mapped: MappedRow,
  field: Lists,
  { industriesOf }: Lookups,
): Pick<ImportedCompany, 'industries' | 'industryText'> {
  if (!field) return { industries: [], industryText: null };
  const { industries, unknown } = industriesOf(splitField(mapped, field));
  for (const word of unknown) mapped.report('noted', `${labelOf(field)}: unknown industry`, word);
  return { industries, industryText: unknown.length > 0 ? unknown.join(', ') : null };
}
