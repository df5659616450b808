import { lazy, Suspense } from 'react';
import { readInvestorDeals } from '#contract/deals.ts';
import { BriefLink } from '../../search/profile/brief-link.tsx';
import { NoProfile } from '../../search/profile/no-profile.tsx';
import { OwnNotes } from '../../search/profile/own-notes.tsx';
import { ProfileFrame } from '../../search/profile/profile-frame.tsx';
import { HeadFigures, ProfileHead } from '../../search/profile/profile-head.tsx';
import { profileUrl, useProfileId } from '../../search/profile/profile-url.ts';
import { RecentDeals } from '../../search/profile/recent-deals.tsx';
import { useHistory } from '../../search/profile/use-history.ts';
import { useNow } from '../../library/records/age.tsx';
import { useLibraryVersion } from '../../library/records/record-store.ts';
import { unlockedInvestors } from '../../library/records/records.ts';
import { UnreadNotice } from '../../platform/url/unread-notice.tsx';
import { useUrl } from '../../platform/url/use-url.ts';
import { CoInvestorsBlock } from './co-investors-block.tsx';
import { DealsPerQuarter } from './deals-per-quarter.tsx';
import { InvestorLinks } from './investor-links.tsx';
import { PaceBlock } from './pace-block.tsx';
import { FirmRecord, Tops } from './profile-blocks.tsx';
import { toHeadFigures, toHeadLine } from './profile-words.ts';
import { toInvestorRow } from './rows.ts';

// Seldom needed: most profiles are opened with their record, and without a search.
const UnownedFirm = lazy(() => import('./unowned-firm.tsx').then((module) => ({ default: module.UnownedFirm })));
const MatchingBlock = lazy(() => import('./matching-block.tsx').then((module) => ({ default: module.MatchingBlock })));

/** The profile of the firm in the address. */
export function InvestorProfilePage() {
  const id = useProfileId();
  return id === undefined ? <NoProfile one="firm" /> : <InvestorProfile key={id} id={id} />;
}

/** All that is owned of a firm, each part with what completes it; opening it asks for nothing. */
function InvestorProfile({ id }: { readonly id: string }) {
  useLibraryVersion();
  const now = useNow();
  const url = useUrl(profileUrl);
  const { within } = url.value;
  const row = toInvestorRow(id);
  const history = useHistory('investor deals', id, row?.investor.total_deal_count ?? null);
  if (!row) {
    return (
      <Suspense>
        <UnownedFirm id={id} history={history} url={url} />
      </Suspense>
    );
  }
  const { investor } = row;
  const at = unlockedInvestors.readTime(id);
  const name = investor.name ?? 'Unnamed firm';
  return (
    <ProfileFrame
      id={id}
      label={name}
      head={
        <>
          <title>{`${name}, Fundscope`}</title>
          <UnreadNotice unread={url.unread} />
          <ProfileHead
            name={name}
            line={toHeadLine(row)}
            links={<InvestorLinks investor={investor} />}
            tools={<BriefLink to="/investors/$id/brief" id={id} />}
          />
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
          <DealsPerQuarter id={id} history={history} url={url} />
          <Tops row={row} at={at} />
          <PaceBlock row={row} history={history} recordAt={at} />
          <FirmRecord row={row} at={at} />
        </>
      }
      side={
        <>
          <CoInvestorsBlock id={id} history={history} />
          <RecentDeals title="Recent deals" history={history} url={url} tenthsPerRow={readInvestorDeals.cost.tenths} />
          <OwnNotes kind="investor" id={id} />
        </>
      }
    />
  );
}
