import { useNow } from '../../library/records/provenance.tsx';
import { useLibraryVersion } from '../../library/records/record-store.ts';
import { unlockedInvestors } from '../../library/records/records.ts';
import { UnreadNotice } from '../../platform/ui/notice.tsx';
import { useUrl } from '../../platform/url/url.ts';
import { useDealHistory } from '../../search/record/deal-history-section.tsx';
import { InvestorLinks } from '../../search/record/facts.tsx';
import { RecentDeals } from './deal-blocks.tsx';
import { CoInvestorsBlock, InvestorFactsBlock, PaceBlock, TopBlocks } from './investor-blocks.tsx';
import { LockedProfile } from './locked-profile.tsx';
import {
  BriefLink,
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
import { formatInvestorLine, readActivityFigures } from './investor-activity.ts';

type InvestorProfilePageProps = { readonly renderMatches: RenderMatches };

/** The profile of the investor in the address. */
export function InvestorProfilePage({ renderMatches }: InvestorProfilePageProps) {
  const id = useProfileId();
  if (id === undefined) return <InvalidProfileAddress kind="investor" />;
  return <InvestorProfile key={id} id={id} renderMatches={renderMatches} />;
}

/** What is unlocked of an investor, each part with what completes it; opening it sends no request. */
function InvestorProfile({ id, renderMatches }: InvestorProfilePageProps & { readonly id: string }) {
  useLibraryVersion();
  const now = useNow();
  const url = useUrl(profileUrl);
  const { within } = url.value;
  const investor = unlockedInvestors.read(id);
  const history = useDealHistory('investor deals', id, investor?.total_deal_count ?? null);
  const quarters = <QuartersBlock history={history} url={url} />;
  const recent = <RecentDeals title="Recent deals" history={history} url={url} />;
  const coInvestors = <CoInvestorsBlock id={id} history={history} />;
  if (!investor) {
    return (
      <LockedProfile kind="investor" id={id}>
        {history.deals.length > 0 && (
          <>
            {quarters}
            {recent}
            {coInvestors}
          </>
        )}
      </LockedProfile>
    );
  }
  const at = unlockedInvestors.readTime(id);
  const name = investor.name ?? 'Unnamed investor';
  const { total_deal_count: deals, lead_deal_count: led } = investor;
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
            line={formatInvestorLine(investor)}
            links={<InvestorLinks investor={investor} />}
            tools={<BriefLink to="/investors/$id/brief" id={id} />}
          />
          <ProfileFigures figures={readActivityFigures(investor, now)} />
        </>
      }
      main={
        <>
          {within !== undefined && renderMatches({ id, within, deals, led })}
          {quarters}
          <TopBlocks investor={investor} at={at} />
          <PaceBlock investor={investor} history={history} recordAt={at} />
          <InvestorFactsBlock investor={investor} at={at} />
        </>
      }
      side={
        <>
          {coInvestors}
          {recent}
          <OwnNotes kind="investor" id={id} />
        </>
      }
    />
  );
}
