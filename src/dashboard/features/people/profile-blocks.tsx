import type { ReactNode } from 'react';
import { readPerson } from '#contract/people.ts';
import { Block } from '../../search/profile/block.tsx';
import { ProfileLink } from '../../search/record/profile-link.tsx';
import { unlockedHistories, unlockedPeople } from '../../library/records/records.ts';
import { SourceNames } from '../../library/records/source-names.tsx';
import { Facts } from '../../search/record/facts.tsx';
import { LoadButton } from '../../search/record/not-owned.tsx';
import { CopyButton } from '../../platform/ui/copy-button.tsx';
import { loadPerson } from './queries.ts';
import { toFirmText, toSpanText } from './profile-words.ts';
import type { PersonRow } from './rows.ts';

type Entry = { readonly key: string; readonly what: ReactNode; readonly beside: string };

/** Entries with what stands beside each, newest first as the record has them. */
function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ul className="grid">
      {entries.map(({ key, what, beside }) => (
        <li
          key={key}
          className="grid gap-0.5 border-b border-line py-2 first:pt-0 last:border-0 last:pb-0 wide:grid-cols-[minmax(0,1fr)_auto] wide:gap-4"
        >
          <span className="min-w-0">{what}</span>
          <span className="text-[12px] text-ink-3 tabular-nums">{beside}</span>
        </li>
      ))}
    </ul>
  );
}

/** Jobs and schools: all of them where they were bought, else the last ones with the way to all. */
export function Histories({ row: { id, person } }: { readonly row: PersonRow }) {
  const full = unlockedHistories.read(id);
  const jobs = (full ?? person).employment_history ?? [];
  const schools = (full ?? person).education_history ?? [];
  const at = full ? unlockedHistories.readTime(id) : unlockedPeople.readTime(id);
  const basis = full ? 'Complete, from the person’s record' : 'The last three at most: a search brings no more';
  const foot = full ? undefined : (
    <LoadButton
      label="Every job and school"
      tenths={readPerson.cost.tenths}
      ask={(authorization) => loadPerson(authorization, id)}
    />
  );
  return (
    <>
      <Block title="Roles" basis={basis} at={at} foot={foot}>
        {jobs.length === 0 ? (
          <p className="text-ink-3">No job is known.</p>
        ) : (
          <Entries
            entries={jobs.map((job, index) => ({
              key: `${index} ${job.title ?? ''}`,
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
              beside: toSpanText(job.start_date, job.is_current === true ? 'now' : job.end_date),
            }))}
          />
        )}
      </Block>
      <Block title="Education" basis={basis} at={at}>
        {schools.length === 0 ? (
          <p className="text-ink-3">No school is known.</p>
        ) : (
          <Entries
            entries={schools.map((school, index) => ({
              key: `${index} ${school.school_name ?? ''}`,
              what:
                [school.degree, school.field_of_study, school.school_name].filter(Boolean).join(', ') || 'Not named',
              beside: toSpanText(school.start_date, school.end_date),
            }))}
          />
        )}
      </Block>
    </>
  );
}

/** The firms that a person invests for. */
export function FirmsBlock({ row: { person }, at }: { readonly row: PersonRow; readonly at: number | undefined }) {
  const firms = person.investment_firms ?? [];
  if (firms.length === 0) return null;
  return (
    <Block title="Firms" basis="Deals for each firm, from the person’s record" at={at}>
      <Entries
        entries={firms.map(({ id, name, deal_count: deals, last_deal_date: latest }) => ({
          key: id,
          what: (
            <ProfileLink kind="firm" id={id} className="font-semibold">
              {name ?? 'unnamed firm'}
            </ProfileLink>
          ),
          beside: toFirmText(deals, latest),
        }))}
      />
    </Block>
  );
}

/** The record of a person, and the way to ask again. */
export function PersonRecord({
  row: { id, person },
  at,
}: {
  readonly row: PersonRow;
  readonly at: number | undefined;
}) {
  return (
    <Block
      title="Person"
      basis="The person’s record"
      at={at}
      foot={
        unlockedHistories.read(id) && (
          <LoadButton
            label="Load this person again"
            tenths={readPerson.cost.tenths}
            ask={(authorization) => loadPerson(authorization, id)}
          />
        )
      }
    >
      {person.about && <p className="text-ink-2">{person.about}</p>}
      <Facts
        facts={[
          ['Location', person.location],
          [
            'Employer',
            person.current_company && (
              <ProfileLink key="employer" kind="company" id={person.current_company.id}>
                {person.current_company.name ?? 'unnamed'}
              </ProfileLink>
            ),
          ],
          ['Person id', <CopyButton key="id" text={id} label="person id" />],
          ['Source', <SourceNames key="source" />],
        ]}
      />
    </Block>
  );
}
