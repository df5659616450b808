import { useRef } from 'react';
import { useNow } from '../../platform/ui/use-browser.ts';
import { useLibraryVersion } from '../../records/record-store.ts';
import { type PersonRecord, unlockedHistories, unlockedPeople } from '../../records/records.ts';
import { readWholeHistory } from '../../records/whole-history.ts';
import { useUrl } from '../../platform/url/url.ts';
import { useDealHistory } from '../searches/kit/record/deal-history-section.tsx';
import { EntryList, listCareer } from '../searches/kit/record/career.tsx';
import { PersonLinks, formatRoles } from '../searches/kit/record/facts.tsx';
import { formatCount, formatDayOf } from '../../platform/format.ts';
import { ProfileLink } from '../searches/kit/record/profile-link.tsx';
import { RecordButton } from '../searches/kit/record/unlock-buttons.tsx';
import { QuartersBlock } from './quarters-block.tsx';
import { CompleteDeals, RecentDeals } from './recent-deals.tsx';
import { LockedProfile, ProfileAddress, ProfileFrame } from './profile-frame.tsx';
import { profileUrl } from './profile-url.ts';
import { OwnNotes, ProfileBlock, RecordBlock } from './profile-block.tsx';
import { buildActivityFigures } from './investor-activity.ts';
import { SearchMatches } from './search-matches.tsx';
import { unnamed } from '../searches/kit/lookups/known-names.ts';
import { ProfileStatus, RoutesButton } from './profile-actions.tsx';

/** The profile of the person in the address. */
export const PersonProfilePage = () => (
  <ProfileAddress kind="person">{(id) => <PersonProfile id={id} />}</ProfileAddress>
);

/** What is unlocked of a person, each part with what completes it; opening it sends no request. */
function PersonProfile({ id }: { readonly id: string }) {
  useLibraryVersion();
  const now = useNow();
  const url = useUrl(profileUrl);
  const { within } = url.value;
  const person = unlockedPeople.read(id);
  const highlights = person?.investor_highlights;
  const { total_deal_count: deals = null, lead_deal_count: led = null } = highlights ?? {};
  const history = useDealHistory('person_deals', id, deals);
  const unlockButton = useRef<HTMLButtonElement>(null);
  const recent = history.deals.length > 0 && <RecentDeals {...{ history, url, unlockButton }} />;
  if (!person) {
    return (
      <LockedProfile kind="person" id={id}>
        {recent}
      </LockedProfile>
    );
  }
  const invests = person.is_investor === true || history.deals.length > 0;
  const career = listCareer(person);
  const isUnknown = career.jobs.length + career.schools.length === 0;
  const blocks = <CareerBlocks id={id} career={career} />;
  return (
    <ProfileFrame
      kind="person"
      id={id}
      name={person.name ?? unnamed.person}
      line={formatPersonLine(person)}
      links={<PersonLinks person={person} />}
      {...(highlights && { figures: buildActivityFigures(highlights, history, now) })}
      tools={
        <div className="flex flex-wrap items-center gap-2">
          <ProfileStatus kind="person" id={id} />
          <RoutesButton kind="person" id={id} />
        </div>
      }
      main={
        <>
          {within !== undefined && <SearchMatches of="people" {...{ id, within, deals, led }} />}
          {!isUnknown && blocks}
          {invests && (
            <QuartersBlock investors={{ people_ids: [id] }} history={history} url={url}>
              <CompleteDeals history={history} unlockButton={unlockButton} />
            </QuartersBlock>
          )}
          {isUnknown && blocks}
        </>
      }
      side={
        <>
          <EmployersBlock person={person} />
          {recent}
          <PersonRecordBlock person={person} />
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

type CareerProps = { readonly id: string; readonly career: ReturnType<typeof listCareer> };

function CareerBlocks({ id, career: { jobs, schools, isWhole } }: CareerProps) {
  const about = {
    at: unlockedHistories.readTime(id) ?? unlockedPeople.readTime(id),
    basis: isWhole ? 'Complete, from the person’s record' : 'The last three',
  };
  const foot = !isWhole && (
    <RecordButton kind="person" id={id}>
      Every job and school
    </RecordButton>
  );
  const isUnknown = jobs.length + schools.length === 0;
  const parts = isUnknown
    ? ([['Roles and education', 'jobs or schools', jobs]] as const)
    : ([
        ['Roles', 'jobs', jobs],
        ['Education', 'schools', schools],
      ] as const);
  return parts.map(([title, many, entries], at) => (
    <ProfileBlock key={title} title={title} foot={at === 0 && foot} {...about}>
      {entries.length === 0 ? <p className="text-ink-3">No {many} on record.</p> : <EntryList entries={entries} />}
    </ProfileBlock>
  ));
}

/** The investors that a person works for. */
function EmployersBlock({ person }: { readonly person: PersonRecord }) {
  const investors = person.investment_firms ?? [];
  if (investors.length === 0) return null;
  return (
    <ProfileBlock
      title="Invests for"
      basis="Deals for each investor, from the person’s record"
      at={unlockedPeople.readTime(person.id)}
    >
      <EntryList
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
const PersonRecordBlock = ({ person }: { readonly person: PersonRecord }) => (
  <RecordBlock
    kind="person"
    id={person.id}
    title="Person"
    text={person.about}
    // Otherwise the block of roles has the button.
    isRefreshed={readWholeHistory(person) !== undefined}
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
    ]}
  />
);

/** "12 deals, latest 12 Oct 2026". */
function formatDealsForEmployer(deals: number | null, latest: string | null): string {
  const count = deals === null ? 'deals not known' : formatCount(deals, 'deal');
  return latest === null ? count : `${count}, latest ${formatDayOf(latest)}`;
}
