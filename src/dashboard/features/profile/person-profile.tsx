import type { ReactNode } from 'react';
import { renderSource } from '../../library/records/provenance.tsx';
import { useNow } from '../../platform/ui/use-browser.ts';
import {
  type PersonRecord,
  unlockedHistories,
  unlockedPeople,
  useLibraryVersion,
} from '../../library/records/records.ts';
import { readWholeHistory } from '../../library/records/whole-history.ts';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { UnreadNotice } from '../../platform/ui/notice.tsx';
import { useUrl } from '../../platform/url/url.ts';
import { useDealHistory } from '../../search/record/deal-history-section.tsx';
import { Facts, PersonLinks, formatMonths, formatRoles } from '../../search/record/facts.tsx';
import { formatCount, formatDayOf } from '../../platform/format.ts';
import { CopyId } from '../../platform/ui/copy-and-save.tsx';
import { ProfileLink } from '../../search/record/profile-link.tsx';
import { RecordButton } from '../../search/record/unlock-buttons.tsx';
import { QuartersBlock } from './quarters-block.tsx';
import { CompleteDeals, RecentDeals } from './recent-deals.tsx';
import {
  LockedProfile,
  ProfileAddress,
  ProfileFigures,
  ProfileFrame,
  ProfileHead,
  type RenderMatches,
  profileUrl,
} from './profile-frame.tsx';
import { OwnNotes, ProfileBlock } from './profile-block.tsx';
import { buildActivityFigures } from './investor-activity.ts';

const ProfileStatus = lazyPart(() => import('./profile-actions.tsx').then((module) => module.ProfileStatus));

type PersonProfilePageProps = { readonly renderMatches: RenderMatches };

/** The profile of the person in the address. */
export const PersonProfilePage = (props: PersonProfilePageProps) => (
  <ProfileAddress kind="person">{(id) => <PersonProfile id={id} {...props} />}</ProfileAddress>
);

/** What is unlocked of a person, each part with what completes it; opening it sends no request. */
function PersonProfile({ id, renderMatches }: PersonProfilePageProps & { readonly id: string }) {
  useLibraryVersion();
  const now = useNow();
  const url = useUrl(profileUrl);
  const { within } = url.value;
  const person = unlockedPeople.read(id);
  const highlights = person?.investor_highlights;
  const history = useDealHistory('person deals', id, highlights?.total_deal_count ?? null);
  const recent = history.deals.length > 0 && <RecentDeals history={history} url={url} />;
  if (!person) {
    return (
      <LockedProfile kind="person" id={id}>
        {recent}
      </LockedProfile>
    );
  }
  const at = unlockedPeople.readTime(id);
  const name = person.name ?? 'Unnamed person';
  const invests = person.is_investor === true || history.deals.length > 0;
  const [deals, led] = [highlights?.total_deal_count ?? null, highlights?.lead_deal_count ?? null];
  const career = listCareer(person);
  const isUnknown = career.jobs.length + career.schools.length === 0;
  const blocks = <CareerBlocks id={id} career={career} />;
  return (
    <ProfileFrame
      id={id}
      label={name}
      head={
        <>
          <title>{`${name}, Fundscope`}</title>
          <UnreadNotice unread={url.unread} />
          <ProfileHead
            kind="person"
            id={id}
            name={name}
            line={formatPersonLine(person)}
            links={<PersonLinks person={person} />}
            tools={
              <div className="flex flex-wrap items-center gap-2">
                <ProfileStatus kind="person" id={id} />
              </div>
            }
          />
          {highlights && <ProfileFigures figures={buildActivityFigures(highlights, history, now)} />}
        </>
      }
      main={
        <>
          {within !== undefined && renderMatches({ id, within, deals, led })}
          {!isUnknown && blocks}
          {invests && (
            <QuartersBlock investors={{ people_ids: [id] }} history={history} url={url}>
              <CompleteDeals history={history} />
            </QuartersBlock>
          )}
          {isUnknown && blocks}
        </>
      }
      side={
        <>
          <EmployersBlock person={person} at={at} />
          {recent}
          <PersonFactsBlock person={person} at={at} />
          <OwnNotes kind="person" id={id} />
        </>
      }
    />
  );
}

/** "Partner at Ridge Capital. Founder, angel. Stockholm": the person's place, not that of the employer. */
function formatPersonLine(person: PersonRecord): string {
  const { title, current_company: company, location } = person;
  const work = [title, company?.name].filter(Boolean).join(' at ');
  // A title such as "Co-founder" or "Angel investor" says it already.
  const says = (role: RegExp) => role.test(title ?? '');
  const roles = formatRoles({
    ...person,
    is_founder: person.is_founder === true && !says(/founder/i),
    is_angel: person.is_angel === true && !says(/angel/i),
    is_investor: person.is_investor === true && !says(/angel|investor/i),
  });
  return [work, roles, location].filter(Boolean).join('. ');
}

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
          <span className="text-12 text-ink-3 tabular-nums">{remark}</span>
        </li>
      ))}
    </ul>
  );
}

/** Jobs and schools: all that are known, else the last three. */
function listCareer(person: PersonRecord) {
  const whole = readWholeHistory(person);
  const { employment_history: jobs, education_history: schools } = whole ?? person;
  return {
    jobs: jobs ?? [],
    schools: schools ?? [],
    isWhole: whole !== undefined,
    at: unlockedHistories.readTime(person.id) ?? unlockedPeople.readTime(person.id),
  };
}

type CareerProps = { readonly id: string; readonly career: ReturnType<typeof listCareer> };

function CareerBlocks({ id, career: { jobs, schools, isWhole, at } }: CareerProps) {
  const about = { at, basis: isWhole ? 'Complete, from the person’s record' : 'The last three' };
  const foot = !isWhole && (
    <RecordButton kind="person" id={id}>
      Every job and school
    </RecordButton>
  );
  if (jobs.length + schools.length === 0) {
    return (
      <ProfileBlock title="Roles and education" foot={foot} {...about}>
        <p className="text-ink-3">No jobs or schools on record.</p>
      </ProfileBlock>
    );
  }
  return (
    <>
      <ProfileBlock title="Roles" foot={foot} {...about}>
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
              remark: formatMonths(job.start_date, job.is_current === true ? 'now' : job.end_date),
            }))}
          />
        )}
      </ProfileBlock>
      <ProfileBlock title="Education" {...about}>
        {schools.length === 0 ? (
          <p className="text-ink-3">No schools on record.</p>
        ) : (
          <Entries
            entries={schools.map((school, index) => ({
              key: `${index} ${school.school_name ?? ''}`,
              what:
                [school.degree, school.field_of_study, school.school_name].filter(Boolean).join(', ') || 'Not named',
              remark: formatMonths(school.start_date, school.end_date),
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
function EmployersBlock({ person, at }: PersonBlockProps) {
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
function PersonFactsBlock({ person, at }: PersonBlockProps) {
  const { id } = person;
  return (
    <ProfileBlock
      title="Person"
      basis="From the person’s record"
      at={at}
      foot={
        readWholeHistory(person) && (
          <RecordButton kind="person" id={id}>
            Refresh this person
          </RecordButton>
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
          ['Id', <CopyId key="id" id={id} of="person" />],
          ['Source', renderSource()],
        ]}
      />
    </ProfileBlock>
  );
}

/** "12 deals, latest 12 Oct 2026". */
function formatDealsForEmployer(deals: number | null, latest: string | null): string {
  const count = deals === null ? 'deals not known' : formatCount(deals, 'deal');
  return latest === null ? count : `${count}, latest ${formatDayOf(latest)}`;
}
