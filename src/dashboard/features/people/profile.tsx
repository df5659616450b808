import { lazy, Suspense } from 'react';
import { readPersonDeals } from '#contract/deals.ts';
import { NoProfile } from '../../search/profile/no-profile.tsx';
import { OwnNotes } from '../../search/profile/own-notes.tsx';
import { ProfileFrame } from '../../search/profile/profile-frame.tsx';
import { HeadFigures, ProfileHead } from '../../search/profile/profile-head.tsx';
import { profileUrl, useProfileId } from '../../search/profile/profile-url.ts';
import { QuartersBlock } from '../../search/profile/quarters-block.tsx';
import { RecentDeals } from '../../search/profile/recent-deals.tsx';
import { useHistory } from '../../search/profile/use-history.ts';
import { useNow } from '../../library/records/age.tsx';
import { useLibraryVersion } from '../../library/records/record-store.ts';
import { unlockedPeople } from '../../library/records/records.ts';
import { UnreadNotice } from '../../platform/url/unread-notice.tsx';
import { useUrl } from '../../platform/url/use-url.ts';
import { PersonLinks } from './person-links.tsx';
import { FirmsBlock, Histories, PersonRecord } from './profile-blocks.tsx';
import { toHeadFigures, toHeadLine } from './profile-words.ts';
import { loadDeals } from './queries.ts';
import { toPersonRow } from './rows.ts';

// Seldom needed: most profiles are opened with their record, and without a search.
const UnownedPerson = lazy(() => import('./unowned-person.tsx').then((module) => ({ default: module.UnownedPerson })));
const MatchingBlock = lazy(() => import('./matching-block.tsx').then((module) => ({ default: module.MatchingBlock })));

/** The profile of the person in the address. */
export function PersonProfilePage() {
  const id = useProfileId();
  return id === undefined ? <NoProfile one="person" /> : <PersonProfile key={id} id={id} />;
}

/** All that is owned of a person, each part with what completes it; opening it asks for nothing. */
function PersonProfile({ id }: { readonly id: string }) {
  useLibraryVersion();
  const now = useNow();
  const url = useUrl(profileUrl);
  const { within } = url.value;
  const row = toPersonRow(id);
  const history = useHistory('person deals', id, row?.person.investor_highlights?.total_deal_count ?? null);
  const deals = (
    <RecentDeals title="Own deals" history={history} url={url} tenthsPerRow={readPersonDeals.cost.tenths} />
  );
  if (!row) {
    return (
      <Suspense>
        <UnownedPerson id={id}>{history.deals.length > 0 && deals}</UnownedPerson>
      </Suspense>
    );
  }
  const { person } = row;
  const at = unlockedPeople.readTime(id);
  const name = person.name ?? 'Unnamed person';
  const invests = person.is_investor === true || history.deals.length > 0;
  return (
    <ProfileFrame
      id={id}
      label={name}
      head={
        <>
          <title>{`${name}, Fundscope`}</title>
          <UnreadNotice unread={url.unread} />
          <ProfileHead name={name} line={toHeadLine(row)} links={<PersonLinks person={person} />} />
          <HeadFigures figures={toHeadFigures(row, now)} />
        </>
      }
      main={
        <>
          {within !== undefined && (
            <Suspense>
              <MatchingBlock id={id} within={within} />
            </Suspense>
          )}
          <Histories row={row} />
          {invests && (
            <QuartersBlock
              history={history}
              url={url}
              tenthsPerRow={readPersonDeals.cost.tenths}
              ask={(authorization, page) => loadDeals(authorization, id, page)}
            />
          )}
        </>
      }
      side={
        <>
          <FirmsBlock row={row} at={at} />
          {invests && deals}
          <PersonRecord row={row} at={at} />
          <OwnNotes kind="person" id={id} />
        </>
      }
    />
  );
}
