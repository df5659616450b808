import { foldName, suffixOf } from '../db/fold.ts';
import type { CompanyRecord, InvestorRecord, PersonRecord, RecordPlace } from './records.ts';
import { toCompanyColumns, toInvestorColumns, toOrganizationColumns, toPersonColumns } from './rows.ts';
import type { Sink } from './sink.ts';

export function writeCompany(sink: Sink, record: CompanyRecord): void {
  const ids = sink.begin('company', record);
  const permalink = takePermalink(sink, 'company', record);
  const organization = toOrganizationColumns(permalink, record);
  sink.write('companies', ids, organization, toCompanyColumns(record), toLevels(sink, record.place));
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

export function writeInvestor(sink: Sink, record: InvestorRecord): void {
  const ids = sink.begin('investor', record);
  const permalink = takePermalink(sink, 'investor', record);
  const organization = toOrganizationColumns(permalink, record);
  sink.write('investors', ids, organization, toInvestorColumns(record), toLevels(sink, record.place));
  for (const tag of record.place?.tags ?? []) {
    sink.write('investor_places', { investor_id: ids.id, location_id: sink.places.find(tag) });
  }
}

export function writePerson(sink: Sink, record: PersonRecord): void {
  const ids = sink.begin('person', record);
  sink.write('people', ids, toPersonColumns(record));
  for (const firm of record.firms ?? []) {
    sink.write('person_firms', { person_id: ids.id, investor_id: sink.find('investor', firm) });
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
      school_id: sink.uuidOf('school', foldName(study.schoolName)),
      school_name: study.schoolName,
      degree: study.degree,
      field_of_study: study.fieldOfStudy,
      start_date: study.startDate,
      end_date: study.endDate,
    }),
  );
}

const toLevels = (sink: Sink, place: RecordPlace = {}) => ({
  city_id: place.city && sink.places.find(place.city),
  state_id: place.state && sink.places.find(place.state),
  country_id: place.country && sink.places.find(place.country),
  region_id: place.region && sink.places.find(place.region),
});

/** The record's permalink, or when another record has it, the same with a suffix that depends on the record alone. */
function takePermalink(
  sink: Sink,
  entity: 'company' | 'investor',
  { key, permalink }: CompanyRecord | InvestorRecord,
): string {
  const taken = sink.permalinks[entity];
  let free = permalink;
  // Four digits meet again once hundreds of records share a name.
  for (let path = sink.uuidOf(entity, key); taken.has(free); path += '+')
    free = `${permalink}-${suffixOf(entity, path)}`;
  taken.add(free);
  return free;
}
