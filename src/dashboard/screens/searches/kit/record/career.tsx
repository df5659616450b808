import type { ReactNode } from 'react';
import type { PersonRecord } from '../../../../records/records.ts';
import { readWholeHistory } from '../../../../records/whole-history.ts';
import { formatMonths } from './facts.tsx';
import { ProfileLink } from './profile-link.tsx';

type Entry = { readonly key: string; readonly what: ReactNode; readonly remark: string };

/** Entries with a remark each, which is next to them where there is room. */
export const EntryList = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <ul className="@container grid">
    {entries.map(({ key, what, remark }) => (
      <li key={key} className="border-b border-line py-2 first:pt-0 last:border-0 last:pb-0">
        <div className="grid gap-0.5 @md:grid-cols-[minmax(0,1fr)_auto] @md:gap-4">
          <span className="min-w-0">{what}</span>
          <span className="text-12 text-ink-3 tabular-nums">{remark}</span>
        </div>
      </li>
    ))}
  </ul>
);

/** Jobs and schools of a person, newest first: all that are known, else the last three. */
export function listCareer(person: PersonRecord): { jobs: Entry[]; schools: Entry[]; isWhole: boolean } {
  const whole = readWholeHistory(person);
  const { employment_history: jobs, education_history: schools } = whole ?? person;
  return {
    isWhole: whole !== undefined,
    jobs: (jobs ?? []).map((job, at) => ({
      key: `${at} ${job.title ?? ''}`,
      what: (
        <>
          {job.title ?? 'Title not known'}
          {job.company_name !== null && (
            <>
              {', '}
              <ProfileLink kind="company" id={job.company_id} className="font-semibold">
                {job.company_name}
              </ProfileLink>
            </>
          )}
        </>
      ),
      remark: formatMonths(job.start_date, job.is_current === true ? 'now' : job.end_date),
    })),
    schools: (schools ?? []).map((school, at) => ({
      key: `${at} ${school.school_name ?? ''}`,
      what: [school.degree, school.field_of_study, school.school_name].filter(Boolean).join(', ') || 'Not named',
      remark: formatMonths(school.start_date, school.end_date),
    })),
  };
}
