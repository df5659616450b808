import { formatCount, formatShortDay, toDay } from '../../platform/format.ts';
import { useListsOf } from '../../library/lists/list-badge.tsx';
import { readWholeHistory } from '../../library/records/whole-history.ts';
import { PartCell } from '../../search/record/cells.tsx';
import { Details, Facts, FactSection, formatMonths, formatRoles, PersonLinks } from '../../search/record/facts.tsx';
import { CopyId } from '../../platform/ui/copy-and-save.tsx';
import { DealHistorySection } from '../../search/record/deal-history-section.tsx';
import { InvestorNames, ProfileLink } from '../../search/record/profile-link.tsx';
import { LockedRecord, RecordButton } from '../../search/record/unlock-buttons.tsx';
import { type PersonRow, buildPersonRow } from './rows.ts';

type PersonDetailProps = { readonly id: string; readonly row: PersonRow | undefined };

/** What is unlocked about one person, then what can be unlocked; showing it sends no request. */
export function PersonDetail({ id, row = buildPersonRow(id) }: PersonDetailProps) {
  if (!row) return <LockedRecord kind="person" id={id} />;
  const { person } = row;
  return (
    <Details>
      {person.about && <p className="text-ink-2">{person.about}</p>}
      <PersonFacts row={row} />
      <PersonLinks person={person} />
      <Histories row={row} />
      {!readWholeHistory(person) && (
        <RecordButton kind="person" id={id}>
          Every job and school
        </RecordButton>
      )}
      {person.is_investor === true && (
        <DealHistorySection of={['person deals', id]} known={person.investor_highlights?.total_deal_count ?? null} />
      )}
      <CopyId id={id} of="person" />
    </Details>
  );
}

function PersonFacts({ row }: { readonly row: PersonRow }) {
  const { person, matching } = row;
  const highlights = person.investor_highlights;
  const latest = toDay(highlights?.most_recent_deal_date ?? null);
  return (
    <Facts
      facts={[
        ['Title', person.title],
        [
          'Employer',
          person.current_company?.name && (
            <ProfileLink key="employer" kind="company" id={person.current_company.id}>
              {person.current_company.name}
            </ProfileLink>
          ),
        ],
        ['Employer in your lists', useListsOf(person.current_company?.id).join(', ')],
        ['Location', person.location],
        ['Known as', formatRoles(person)],
        [
          'Invests for',
          (person.investment_firms ?? []).length > 0 && (
            <InvestorNames
              key="investors"
              names={(person.investment_firms ?? []).map(({ id: investorId, name, deal_count: count }) => ({
                id: investorId,
                name: `${name ?? 'unnamed'} (${formatCount(count ?? 0, 'deal')})`,
              }))}
            />
          ),
        ],
        [
          matching === null ? 'Deals' : 'Matching deals',
          highlights && <PartCell key="deals" part={matching} of={highlights.total_deal_count} />,
        ],
        ['Led', highlights?.lead_deal_count?.toLocaleString('en-US')],
        ['Latest deal', latest && formatShortDay(latest)],
      ]}
    />
  );
}

/** Jobs and schools: all that are known, else the last three. */
function Histories({ row: { person } }: { readonly row: PersonRow }) {
  const whole = readWholeHistory(person);
  const jobs = (whole ?? person).employment_history ?? [];
  const schools = (whole ?? person).education_history ?? [];
  const remark = whole ? '' : ', last three';
  return (
    <>
      {jobs.length > 0 && (
        <FactSection title={`Roles${remark}`}>
          <TimeList
            entries={jobs.map((job) => ({
              what: job.title ?? 'Title not known',
              company: { id: job.company_id, name: job.company_name },
              from: job.start_date,
              to: job.is_current === true ? 'now' : job.end_date,
            }))}
          />
        </FactSection>
      )}
      {schools.length > 0 && (
        <FactSection title={`Education${remark}`}>
          <TimeList
            entries={schools.map((school) => ({
              what: [school.degree, school.field_of_study, school.school_name].filter(Boolean).join(', '),
              from: school.start_date,
              to: school.end_date,
            }))}
          />
        </FactSection>
      )}
    </>
  );
}

type Entry = {
  readonly what: string;
  readonly company?: { readonly id: string | null; readonly name: string | null };
  readonly from: string | null;
  readonly to: string | null;
};

function TimeList({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ul className="grid gap-1.5">
      {entries.map(({ what, company, from, to }) => (
        <li key={`${what} ${company?.name ?? ''} ${from ?? ''}`}>
          <span className="text-ink-2">
            {what}
            {company?.name && (
              <>
                {', '}
                <ProfileLink kind="company" id={company.id}>
                  {company.name}
                </ProfileLink>
              </>
            )}
          </span>
          <span className="block text-11.5 text-ink-3 tabular-nums">{formatMonths(from, to)}</span>
        </li>
      ))}
    </ul>
  );
}
