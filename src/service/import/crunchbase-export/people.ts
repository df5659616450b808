import { parseUtcDay } from '#contract/scalars.ts';
import type { PersonRecord } from '../records.ts';
import { readUuid, type ReadExport } from './files.ts';
import { isFounderTitle, type ToOrganization } from './organizations.ts';

type Jobs = Map<string, NonNullable<PersonRecord['employments']>>;
type Studies = Map<string, NonNullable<PersonRecord['educations']>>;

/** The people of the export, each once, with jobs, degrees and the firms they work for now. */
export async function* readPeople(
  read: ReadExport,
  toOrganization: ToOrganization,
  names: { companies: ReadonlyMap<string, string>; firms: ReadonlyMap<string, string> },
  people: Map<string, string>,
): AsyncGenerator<PersonRecord> {
  const wanted = new Set<string>();
  for await (const row of read('people')) wanted.add(row.cell('uuid').toLowerCase());
  const jobs = await readJobs(read, wanted, names.companies, names.firms);
  const studies = await readStudies(read, wanted);
  for await (const row of read('people', true)) {
    const uuid = readUuid(row, 'uuid');
    if (!uuid) continue;
    const name = row.any('name') || [row.cell('first_name'), row.cell('last_name')].filter(Boolean).join(' ');
    if (people.has(uuid)) row.find('merged', 'the same person as one before', name);
    else if (name === '') row.find('rejected', 'no name', uuid);
    else {
      people.set(uuid, name);
      const record = toOrganization.person(row, uuid, name);
      const held = jobs.get(uuid) ?? [];
      const current = held.filter(({ isCurrent }) => isCurrent).map(({ companyKey }) => companyKey ?? '');
      const affiliation = row.any('primary_affiliation_organization', 'featured_job_organization_name');
      const stated = { companyKey: null, companyName: affiliation, title: record.title ?? null, isCurrent: true };
      yield {
        ...record,
        isFounder: record.isFounder === true || held.some(({ title }) => isFounderTitle(title ?? '')),
        firms: [...new Set(current)].filter((key) => names.firms.has(key)),
        employments:
          held.length > 0 || affiliation === '' ? held.map((job) => toCompanyJob(job, names.companies)) : [stated],
        educations: studies.get(uuid) ?? [],
      };
    }
  }
}

/** A job at a firm has no company to point at. */
const toCompanyJob = (
  job: NonNullable<PersonRecord['employments']>[number],
  companies: ReadonlyMap<string, string>,
) => ({
  ...job,
  companyKey: job.companyKey && companies.has(job.companyKey) ? job.companyKey : null,
});

async function readJobs(
  read: ReadExport,
  wanted: ReadonlySet<string>,
  companies: ReadonlyMap<string, string>,
  firms: ReadonlyMap<string, string>,
): Promise<Jobs> {
  const jobs: Jobs = new Map();
  for await (const row of read('jobs')) {
    const [person, organization] = [row.cell('person_uuid').toLowerCase(), row.cell('org_uuid').toLowerCase()];
    if (!wanted.has(person)) {
      row.find('skipped', 'person is not in people.csv', person);
      continue;
    }
    const companyName =
      [row.any('org_name'), companies.get(organization), firms.get(organization)].find(Boolean) ?? null;
    const job = {
      companyKey: organization,
      companyName,
      title: row.any('title') || null,
      startDate: parseUtcDay(toIso(row.any('started_on'))) ?? null,
      endDate: parseUtcDay(toIso(row.any('ended_on'))) ?? null,
      isCurrent: /^(t|true|1)$/i.test(row.cell('is_current')),
    };
    jobs.set(person, [...(jobs.get(person) ?? []), job]);
  }
  return jobs;
}

async function readStudies(read: ReadExport, wanted: ReadonlySet<string>): Promise<Studies> {
  const studies: Studies = new Map();
  for await (const row of read('degrees')) {
    const person = row.cell('person_uuid').toLowerCase();
    const schoolName = row.any('institution_name');
    if (!wanted.has(person) || schoolName === '') {
      row.find('skipped', 'person is not in people.csv, or no school is named', person);
      continue;
    }
    const study = {
      schoolName,
      degree: row.any('degree_type') || null,
      fieldOfStudy: row.any('subject') || null,
      startDate: parseUtcDay(row.any('started_on')) ?? null,
      endDate: parseUtcDay(row.any('completed_on')) ?? null,
    };
    studies.set(person, [...(studies.get(person) ?? []), study]);
  }
  return studies;
}

/** "2016-04-12 00:00:00 +0000" as the export of 2016 writes it. */
const toIso = (text: string) => text.replace(/ ([+-]\d{4})$/, '$1');
