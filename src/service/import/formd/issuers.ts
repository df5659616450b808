import { toSlug } from '../../db/fold.ts';
import type { ReportedRow } from '../reading/reported-rows.ts';
import type { CompanyRecord, PersonRecord } from '../records.ts';
import { openIndustryReader } from '../words/industries.ts';
import { openPlaceReader } from '../words/places.ts';
import { industryGroups, toProperName } from './words.ts';

export function openIssuers(): (row: ReportedRow, key: string, group: string) => CompanyRecord {
  const placeOf = openPlaceReader();
  const industriesOf = openIndustryReader(industryGroups);
  return (row, key, group) => {
    const { cell } = row;
    // The code is a state's in the United States, else a code of the SEC's own: its description names the country.
    const code = cell('STATEORCOUNTRY');
    const isState = /^[A-Z]{2}$/.test(code);
    const words = isState
      ? { city: toProperName(cell('CITY')) || undefined, state: code, country: 'USA' }
      : {
          city: toProperName(cell('CITY')) || undefined,
          country: toProperName(cell('STATEORCOUNTRYDESCRIPTION')) || undefined,
        };
    const { place, placeText, doubts } = placeOf(words);
    for (const { reason, value } of doubts) row.find('noted', reason, value);
    const { industries, unknown } = industriesOf(group ? [group] : []);
    for (const word of unknown) row.find('noted', 'industry group is not known', word);
    const legalName = cell('ENTITYNAME').replace(/\s+/g, ' ');
    const name = toProperName(legalName);
    const street = [cell('STREET1'), cell('STREET2')].filter(Boolean).join(', ');
    const town = [cell('CITY'), cell('STATEORCOUNTRY'), cell('ZIPCODE')].filter(Boolean).join(' ');
    const year = /^[12]\d{3}$/.test(cell('YEAROFINC_VALUE_ENTERED')) ? cell('YEAROFINC_VALUE_ENTERED') : null;
    return {
      kind: 'company',
      key,
      name,
      legalName,
      permalink: toSlug(name) || `cik-${key}`,
      place,
      placeText,
      address: [street, town].filter(Boolean).join(', ') || null,
      founded: year && `${year}-01-01`,
      industries,
      industryText: industries.length === 0 ? group || null : null,
    };
  };
}

/** A person of a filing: the officers, directors and promoters that Form D names. */
export function toPerson(
  row: ReportedRow,
  name: string,
  company: { key: string; name: string },
  key: string,
): PersonRecord {
  const relations = ['RELATIONSHIP_1', 'RELATIONSHIP_2', 'RELATIONSHIP_3'].map(row.cell).filter(Boolean).join(', ');
  const title = row.cell('RELATIONSHIPCLARIFICATION') || relations || null;
  return {
    kind: 'person',
    key,
    name,
    title,
    city: toProperName(row.cell('CITY')) || null,
    locationText: [toProperName(row.cell('CITY')), row.cell('STATEORCOUNTRY')].filter(Boolean).join(', ') || null,
    isFounder: /\bfounder\b/i.test(title ?? ''),
    employments: [{ companyKey: company.key, companyName: company.name, title, isCurrent: true }],
  };
}
