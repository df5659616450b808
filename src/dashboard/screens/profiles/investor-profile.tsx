import { useMemo } from 'react';
import { useNow } from '../../platform/ui/use-browser.ts';
import { useLibraryVersion } from '../../records/record-store.ts';
import { type InvestorRecord, unlockedInvestors } from '../../records/records.ts';
import { CopyButton } from '../../platform/ui/copy-and-save.tsx';
import { useUrl } from '../../platform/url/url.ts';
import { useDealHistory } from '../searches/kit/record/deal-history-section.tsx';
import { formatPlace, InvestorLinks } from '../searches/kit/record/facts.tsx';
import { QuartersBlock } from './quarters-block.tsx';
import { formatInvestorLine, buildActivityFigures } from './investor-activity.ts';
import { useStoredRequest } from '../searches/kit/fetch/stored-results.ts';
import { buildMatchesRequest } from './matching-deals.ts';
import { NextLeadsBlock, OutcomesBlock } from './outcomes-block.tsx';
import { OwnNotes, RecordBlock } from './profile-block.tsx';
import { LockedProfile, ProfileAddress, ProfileFrame, type RenderAlert } from './profile-frame.tsx';
import { RoundPositions } from './round-positions.tsx';
import { SearchMatches } from './search-matches.tsx';
import { unnamed } from '../searches/kit/lookups/known-names.ts';
import { profileUrl } from './profile-url.ts';
import { ThesisCard } from './thesis-card.tsx';
import { ProfileActions } from './profile-actions.tsx';
import { NetworkCard } from './network-card.tsx';
import { Portfolio } from './portfolio-table.tsx';

type InvestorProfilePageProps = { readonly renderAlert: RenderAlert };

/** The profile of the investor in the address. */
export const InvestorProfilePage = (props: InvestorProfilePageProps) => (
  <ProfileAddress kind="investor">{(id) => <InvestorProfile id={id} {...props} />}</ProfileAddress>
);

/** What is unlocked of an investor, and one press that completes it; opening it sends no request. */
function InvestorProfile({ id, renderAlert }: InvestorProfilePageProps & { readonly id: string }) {
  useLibraryVersion();
  const now = useNow();
  const url = useUrl(profileUrl);
  const { within = '' } = url.value;
  const investor = unlockedInvestors.read(id);
  const { total_deal_count: deals = null, lead_deal_count: led = null } = investor ?? {};
  const history = useDealHistory('investor_deals', id, deals);
  const matching = useStoredRequest(buildMatchesRequest(id, within))?.ids;
  const matches = useMemo(() => matching && new Set(matching), [matching]);
  const portfolio = <Portfolio investorId={id} history={history} matches={matches} ledTotal={led} url={url} />;
  const actions = (
    <ProfileActions owner={{ kind: 'investor', id, isLocked: investor === undefined, history }}>
      {renderAlert({ kind: 'investor', id, name: investor?.name ?? 'this investor' })}
    </ProfileActions>
  );
  if (!investor) {
    return (
      <LockedProfile kind="investor" id={id} tools={actions}>
        {history.deals.length > 0 && portfolio}
      </LockedProfile>
    );
  }
  return (
    <ProfileFrame
      kind="investor"
      id={id}
      name={investor.name ?? unnamed.investor}
      line={formatInvestorLine(investor)}
      links={<InvestorLinks investor={investor} />}
      figures={buildActivityFigures(investor, history, now)}
      tools={actions}
      main={
        <>
          <div className="grid grid-cols-1 gap-4 empty:hidden wide:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <OutcomesBlock id={id} name={investor.name ?? unnamed.investor} />
            <NextLeadsBlock id={id} />
          </div>
          <div className="grid grid-cols-1 gap-4 wide:grid-cols-2 wide:*:last:col-span-2 min-[80rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.5fr)] min-[80rem]:*:last:col-span-1">
            <NetworkCard
              id={id}
              history={history}
              onShared={(other) => url.write({ ...url.value, part: undefined, find: `"${other}"` }, 'replace')}
            />
            <ThesisCard
              investor={investor}
              history={history}
              matches={within !== '' && <SearchMatches of="investors" {...{ id, within, deals, led }} />}
            />
            <QuartersBlock investors={{ investor_ids: [id] }} history={history} url={url} />
          </div>
          <RoundPositions deals={history.deals} />
          {portfolio}
          <div className="grid grid-cols-1 gap-4 wide:grid-cols-2">
            <InvestorRecordBlock investor={investor} />
            <OwnNotes kind="investor" id={id} />
          </div>
        </>
      }
    />
  );
}

/** What the investor says about itself, and its contacts. */
const InvestorRecordBlock = ({ investor }: { readonly investor: InvestorRecord }) => (
  <RecordBlock
    kind="investor"
    id={investor.id}
    title="Investor and contacts"
    text={investor.description}
    facts={[
      ['Email', investor.contact_email && <CopyButton key="email" text={investor.contact_email} label="email" />],
      ['Phone', investor.contact_phone && <CopyButton key="phone" text={investor.contact_phone} label="phone" />],
      ['Office', formatPlace(investor.location ?? {})],
      ['Stages', investor.investment_stage],
      ['Legal name', investor.legal_name],
    ]}
  />
);
