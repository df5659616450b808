import type { ReactNode } from 'react';
import { perCall } from '#contract/credits.ts';
import { unlockedHistories, unlockedPeople, type PersonRecord } from '../../library/records/records.ts';
import { SourceNames } from '../../library/records/provenance.tsx';
import { formatCount, toDay } from '../../platform/format.ts';
import { CopyButton } from '../../platform/ui/copy-button.tsx';
import { Facts } from '../../search/record/facts.tsx';
import { ProfileLink } from '../../search/record/profile-link.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { LoadButton } from '../../search/record/unlock-buttons.tsx';
import { ProfileBlock } from './profile-block.tsx';

type Entry = { readonly key: string; readonly what: ReactNode; readonly remark: string };

/** Entries with a remark each, in the order of the record: newest first. */
function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ul className="grid">
      {entries.map(({ key, what, remark }) => (
        <li
          key={key}
          className="grid gap-0.5 border-b border-line py-2 first:pt-0 last:border-0 last:pb-0 wide:grid-cols-[minmax(0,1fr)_auto] wide:gap-4"
        >
          <span className="min-w-0">{what}</span>
          <span className="text-[12px] text-ink-3 tabular-nums">{remark}</span>
        </li>
      ))}
    </ul>
  );
}

/** Jobs and schools: all where the person was unlocked alone, else the last three with the button for all. */
export function HistoryBlocks({ person }: { readonly person: PersonRecord }) {
  const { id } = person;
  const full = unlockedHistories.read(id);
  const jobs = (full ?? person).employment_history ?? [];
  const schools = (full ?? person).education_history ?? [];
  const at = full ? unlockedHistories.readTime(id) : unlockedPeople.readTime(id);
  const basis = full ? 'Complete, from the person’s record' : 'The last three; a search returns no more';
  const foot = full ? undefined : (
    <LoadButton
      label="Every job and school"
      tenths={perCall.tenths}
      onLoad={(authorization) => unlockPerson(authorization, id)}
    />
  );
  return (
    <>
      <ProfileBlock title="Roles" basis={basis} at={at} foot={foot}>
        {jobs.length === 0 ? (
          <p className="text-ink-3">No jobs on record.</p>
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
              remark: formatSpan(job.start_date, job.is_current === true ? 'now' : job.end_date),
            }))}
          />
        )}
      </ProfileBlock>
      <ProfileBlock title="Education" basis={basis} at={at}>
        {schools.length === 0 ? (
          <p className="text-ink-3">No schools on record.</p>
        ) : (
          <Entries
            entries={schools.map((school, index) => ({
              key: `${index} ${school.school_name ?? ''}`,
              what:
                [school.degree, school.field_of_study, school.school_name].filter(Boolean).join(', ') || 'Not named',
              remark: formatSpan(school.start_date, school.end_date),
            }))}
          />
        )}
      </ProfileBlock>
    </>
  );
}

type PersonBlockProps = {
  readonly person: PersonRecord;
  /** When the record was fetched, in milliseconds. */
  readonly at: number | undefined;
};

/** The investors that a person works for. */
export function EmployersBlock({ person, at }: PersonBlockProps) {
  const investors = person.investment_firms ?? [];
  if (investors.length === 0) return null;
  return (
    <ProfileBlock title="Invests for" basis="Deals for each investor, from the person’s record" at={at}>
      <Entries
        entries={investors.map(({ id, name, deal_count: deals, last_deal_date: latest }) => ({
          key: id,
          what: (
            <ProfileLink kind="investor" id={id} className="font-semibold">
              {name ?? 'unnamed investor'}
            </ProfileLink>
          ),
          remark: formatDealsForEmployer(deals, latest),
        }))}
      />
    </ProfileBlock>
  );
}

/** What the record says about the person. */
export function PersonFactsBlock({ person, at }: PersonBlockProps) {
  const { id } = person;
  return (
    <ProfileBlock
      title="Person"
      basis="From the person’s record"
      at={at}
      foot={
        unlockedHistories.read(id) && (
          <LoadButton
            label="Refresh this person"
            tenths={perCall.tenths}
            onLoad={(authorization) => unlockPerson(authorization, id)}
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
                {person.current_company.name ?? 'unnamed company'}
              </ProfileLink>
            ),
          ],
          ['Person id', <CopyButton key="id" text={id} label="person id" />],
          ['Source', <SourceNames key="source" />],
        ]}
      />
    </ProfileBlock>
  );
}

/** "2019-04 to now". */
const formatSpan = (from: string | null, to: string | null): string =>
  [from?.slice(0, 7) ?? 'start not known', to?.slice(0, 7) ?? 'end not known'].join(' to ');

/** "12 deals, latest 2026-10-12". */
function formatDealsForEmployer(deals: number | null, latest: string | null): string {
  const day = toDay(latest);
  return [deals === null ? 'deals not known' : formatCount(deals, 'deal'), ...(day ? [`latest ${day}`] : [])].join(
    ', ',
  );
}

/** Loaded by the click, with the contract of people. */
const unlockPerson = async (authorization: SpendAuthorization, id: string): Promise<void> => {
  const { loadPerson } = await import('../../search/record/load-person.ts');
  await loadPerson(authorization, id);
};
