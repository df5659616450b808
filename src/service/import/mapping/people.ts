import { toSlug } from '../../db/name-key.ts';
import type { ImportedPerson } from '../records.ts';
import { parseProfileAddress } from '../words/addresses.ts';
import { readDay, readField, readFlag, readLine, type MappedRow } from './fields.ts';
import { readListedNames } from './investors.ts';
import { splitField, buildIdentity, parseAddress, type Identity } from './organization.ts';
import type { PersonMapping } from './schema.ts';

/** The records that a person can refer to. */
type KnownRecords = {
  hasCompany: (key: string) => boolean;
  hasInvestor: (key: string) => boolean;
};

/** The new people of a row's company; a name stands for one person per company. */
export function* readPeople(
  mapped: MappedRow,
  company: { key: string; name: string },
  known: Set<string>,
): Generator<ImportedPerson> {
  for (const field of mapped.mapping.people) {
    const title = readField(mapped, field.title);
    const current = typeof field.current === 'string' ? readFlag(mapped, { column: field.current }) : field.current;
    for (const { name } of readListedNames(mapped, field)) {
      const key = `${company.key}|${toSlug(name) || name}`;
      if (known.has(key)) {
        mapped.report('noted', 'the same person as one before', name);
        continue;
      }
      known.add(key);
      const linkedin = readField(mapped, field.linkedin);
      yield {
        kind: 'person',
        key,
        name,
        title,
        isFounder: field.founder,
        linkedin: linkedin ? (parseProfileAddress(linkedin, 'linkedin-person') ?? null) : null,
        employments: [{ companyKey: company.key, companyName: company.name, title, isCurrent: current ?? false }],
      };
    }
  }
}

/** Identifies a person by the source's id, otherwise by the name. */
export function readPersonIdentity(mapped: MappedRow, fields: PersonMapping): Identity | undefined {
  const id = readField(mapped, fields.id ?? fields.name);
  return id ? buildIdentity(id) : undefined;
}

export function buildImportedPerson(
  mapped: MappedRow,
  fields: PersonMapping,
  identity: Identity,
  name: string,
  known: KnownRecords,
): ImportedPerson {
  const text = (field: PersonMapping['title']) => readField(mapped, field);
  const works = splitField(mapped, fields.works_for).map((id) => buildIdentity(id).key);
  return {
    kind: 'person',
    ...identity,
    name,
    title: text(fields.title),
    linkedin: parseAddress(mapped, fields.linkedin),
    crunchbase: parseAddress(mapped, fields.crunchbase),
    twitter: parseAddress(mapped, fields.twitter),
    about: text(fields.about),
    locationText: text(fields.location),
    city: text(fields.city),
    countryCode: text(fields.country_code),
    isFounder: readFlag(mapped, fields.founder) ?? false,
    worksFor: [...new Set(works)].filter(known.hasInvestor),
    employments: readJobs(mapped, fields.jobs, known),
    educations: readEducations(mapped, fields.educations),
  };
}

function readJobs(
  mapped: MappedRow,
  fields: PersonMapping['jobs'],
  { hasCompany }: KnownRecords,
): NonNullable<ImportedPerson['employments']> {
  if (!fields) return [];
  return mapped.row.each(fields.each).map((row) => {
    const job = { ...mapped, row };
    const id = readField(job, fields.company_id);
    const key = id ? buildIdentity(id).key : null;
    const endDate = readDay(job, fields.end);
    return {
      // A job at an investor has no company.
      companyKey: key && hasCompany(key) ? key : null,
      companyName: readField(job, fields.company),
      title: readField(job, fields.title),
      startDate: readDay(job, fields.start),
      endDate,
      isCurrent: readFlag(job, fields.current) ?? !endDate,
    };
  });
}

function readEducations(
  mapped: MappedRow,
  fields: PersonMapping['educations'],
): NonNullable<ImportedPerson['educations']> {
  if (!fields) return [];
  return mapped.row.each(fields.each).flatMap((row) => {
    const study = { ...mapped, row };
    const schoolName = readLine(study, fields.school);
    if (!schoolName) return [];
    return {
      schoolName,
      degree: readField(study, fields.degree),
      fieldOfStudy: readField(study, fields.field_of_study),
      startDate: readDay(study, fields.start),
      endDate: readDay(study, fields.end),
    };
  });
}
