import { formatCount, formatShortDay, toDay } from '../../../platform/format.ts';
import { useListsOf } from '../../../records/lists/list-badge.tsx';
import { readWholeHistory } from '../../../records/whole-history.ts';
import { EntryList, listCareer } from '../kit/record/career.tsx';
import { PartCell } from '../kit/record/cells.tsx';
import { Details, Facts, FactSection, formatRoles, PersonLinks } from '../kit/record/facts.tsx';
import { RecordOrigin } from '../../../records/origin.tsx';
import { CopyId } from '../../../platform/ui/copy-and-save.tsx';
import { DealHistorySection } from '../kit/record/deal-history-section.tsx';
import { InvestorNames, ProfileLink } from '../kit/record/profile-link.tsx';
import { LockedRecord, RecordButton } from '../kit/record/unlock-buttons.tsx';
import { type PersonRow, buildPersonRow } from './people.ts';

type PersonDetailProps = { readonly id: string; readonly row: PersonRow | undefined };

/** What is unlocked about one person, then what can be unlocked; showing it sends no request. */
export function PersonDetail({ id, row = buildPersonRow(id) }: PersonDetailProps) {
  if (!row) return <LockedRecord kind="person" id={id} />;
  const { record: person } = row;
  return (
    <Details>
      {person.about && <p className="text-ink-2">{person.about}</p>}
      <PersonFacts row={row} />
      <PersonLinks person={person} />
      <Career person={person} />
      {!readWholeHistory(person) && (
        <RecordButton kind="person" id={id}>
          Every job and school
        </RecordButton>
      )}
      {person.is_investor === true && (
        <DealHistorySection of={['person_deals', id]} known={person.investor_highlights?.total_deal_count ?? null} />
      )}
      <RecordOrigin kind="person" id={id} />
      <CopyId id={id} of="person" />
    </Details>
  );
}

function PersonFacts({ row }: { readonly row: PersonRow }) {
  const { record: person, matching } = row;
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

function Career({ person }: { readonly person: PersonRow['record'] }) {
  const { jobs, schools, isWhole } = listCareer(person);
  const parts = [
    ['Roles', jobs],
    ['Education', schools],
  ] as const;
  return parts.map(([title, entries]) =>
    entries.length === 0 ? null : (
      <FactSection key={title} title={`${title}${isWhole ? '' : ', last three'}`}>
        <EntryList entries={entries} />
      </FactSection>
    ),
  );
}
