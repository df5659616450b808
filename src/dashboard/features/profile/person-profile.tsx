import { useNow } from '../../library/records/provenance.tsx';
import { useLibraryVersion } from '../../library/records/record-store.ts';
import { unlockedPeople, type PersonRecord } from '../../library/records/records.ts';
import { UnreadNotice } from '../../platform/ui/notice.tsx';
import { useUrl } from '../../platform/url/url.ts';
import { useDealHistory } from '../../search/record/deal-history-section.tsx';
import { formatRoles, PersonLinks } from '../../search/record/facts.tsx';
import { RecentDeals } from './deal-blocks.tsx';
import { LockedProfile } from './locked-profile.tsx';
import { EmployersBlock, HistoryBlocks, PersonFactsBlock } from './person-blocks.tsx';
import {
  InvalidProfileAddress,
  ProfileFigures,
  ProfileFrame,
  ProfileHead,
  profileUrl,
  type RenderMatches,
  useProfileId,
} from './profile-frame.tsx';
import { OwnNotes } from './profile-block.tsx';
import { QuartersBlock } from './quarters-block.tsx';
import { readActivityFigures } from './investor-activity.ts';

type PersonProfilePageProps = { readonly renderMatches: RenderMatches };

/** The profile of the person in the address. */
export function PersonProfilePage({ renderMatches }: PersonProfilePageProps) {
  const id = useProfileId();
  if (id === undefined) return <InvalidProfileAddress kind="person" />;
  return <PersonProfile key={id} id={id} renderMatches={renderMatches} />;
}

/** What is unlocked of a person, each part with what completes it; opening it sends no request. */
function PersonProfile({ id, renderMatches }: PersonProfilePageProps & { readonly id: string }) {
  useLibraryVersion();
  const now = useNow();
  const url = useUrl(profileUrl);
  const { within } = url.value;
  const person = unlockedPeople.read(id);
  const highlights = person?.investor_highlights;
  const history = useDealHistory('person deals', id, highlights?.total_deal_count ?? null);
  const recent = <RecentDeals title="Recent deals" history={history} url={url} />;
  if (!person) {
    return (
      <LockedProfile kind="person" id={id}>
        {history.deals.length > 0 && recent}
      </LockedProfile>
    );
  }
  const at = unlockedPeople.readTime(id);
  const name = person.name ?? 'Unnamed person';
  const invests = person.is_investor === true || history.deals.length > 0;
  const [deals, led] = [highlights?.total_deal_count ?? null, highlights?.lead_deal_count ?? null];
  return (
    <ProfileFrame
      id={id}
      label={name}
      head={
        <>
          <title>{`${name}, Fundscope`}</title>
          <UnreadNotice unread={url.unread} />
          <ProfileHead name={name} line={formatPersonLine(person)} links={<PersonLinks person={person} />} />
          {highlights && <ProfileFigures figures={readActivityFigures(highlights, now)} />}
        </>
      }
      main={
        <>
          {within !== undefined && renderMatches({ id, within, deals, led })}
          <HistoryBlocks person={person} />
          {invests && <QuartersBlock history={history} url={url} />}
        </>
      }
      side={
        <>
          <EmployersBlock person={person} at={at} />
          {invests && recent}
          <PersonFactsBlock person={person} at={at} />
          <OwnNotes kind="person" id={id} />
        </>
      }
    />
  );
}

/** "Partner at Ridge Capital, Stockholm; founder, angel". */
function formatPersonLine(person: PersonRecord): string {
  const { title, current_company: company, location } = person;
  const work = [title, company?.name].filter(Boolean).join(' at ');
  return [[work, location].filter(Boolean).join(', '), formatRoles(person)].filter((part) => part !== '').join('; ');
}
