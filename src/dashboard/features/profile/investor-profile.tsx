import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { renderSource } from '../../library/records/provenance.tsx';
import { useNow } from '../../platform/ui/use-browser.ts';
import { type InvestorRecord, unlockedInvestors, useLibraryVersion } from '../../library/records/records.ts';
import { CopyButton, CopyId } from '../../platform/ui/copy-and-save.tsx';
import { UnreadNotice } from '../../platform/ui/notice.tsx';
import { lazyPart, Fallback } from '../../platform/ui/lazy-part.tsx';
import { useUrl } from '../../platform/url/url.ts';
import { useDealHistory } from '../../search/record/deal-history-section.tsx';
import { Facts, formatPlace, InvestorLinks } from '../../search/record/facts.tsx';
import { RecordButton } from '../../search/record/unlock-buttons.tsx';
import { QuartersBlock } from './quarters-block.tsx';
import { formatInvestorLine, buildActivityFigures } from './investor-activity.ts';
import { storedMatches } from './stored-parts.ts';
import { OwnNotes, ProfileBlock } from './profile-block.tsx';
import {
  LockedProfile,
  ProfileAddress,
  ProfileFigures,
  ProfileFrame,
  ProfileHead,
  profileUrl,
  type RenderAlert,
  type RenderMatches,
} from './profile-frame.tsx';
import { ThesisCard } from './thesis-card.tsx';

const ProfileActions = lazyPart(() => import('./profile-actions.tsx').then((module) => module.ProfileActions));
const NetworkCard = lazyPart(() => import('./network-card.tsx').then((module) => module.NetworkCard));
const Portfolio = lazyPart(() => import('./portfolio-table.tsx').then((module) => module.Portfolio));

type InvestorProfilePageProps = { readonly renderMatches: RenderMatches; readonly renderAlert: RenderAlert };

/** The profile of the investor in the address. */
export const InvestorProfilePage = (props: InvestorProfilePageProps) => (
  <ProfileAddress kind="investor">{(id) => <InvestorProfile id={id} {...props} />}</ProfileAddress>
);

/** What is unlocked of an investor, and one press that completes it; opening it sends no request. */
function InvestorProfile({ id, renderMatches, renderAlert }: InvestorProfilePageProps & { readonly id: string }) {
  useLibraryVersion();
  const now = useNow();
  const url = useUrl(profileUrl);
  const { within = '' } = url.value;
  const investor = unlockedInvestors.read(id);
  const history = useDealHistory('investor deals', id, investor?.total_deal_count ?? null);
  const matching = useQuery(storedMatches(id, within));
  const matches = useMemo(() => matching.data && new Set(matching.data), [matching.data]);
  const portfolio = (
    <Portfolio
      investorId={id}
      history={history}
      matches={matches}
      ledTotal={investor?.lead_deal_count ?? null}
      url={url}
    />
  );
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
            kind="investor"
            id={id}
            name={name}
            line={formatInvestorLine(investor)}
            links={<InvestorLinks investor={investor} />}
            tools={actions}
          />
          <ProfileFigures figures={buildActivityFigures(investor, history, now)} />
        </>
      }
      main={
        <>
          <div className="grid grid-cols-1 gap-4 wide:grid-cols-2 wide:*:first:col-span-2 min-[80rem]:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)] min-[80rem]:*:first:col-span-1">
            <QuartersBlock investors={{ investor_ids: [id] }} history={history} url={url} />
            <ThesisCard
              investor={investor}
              history={history}
              matches={within !== '' && renderMatches({ id, within, deals, led })}
            />
            <Fallback value={<div />}>
              <NetworkCard
                id={id}
                history={history}
                onShared={(other) => url.write({ ...url.value, part: undefined, find: `"${other}"` }, 'replace')}
              />
            </Fallback>
          </div>
          {portfolio}
          <div className="grid grid-cols-1 gap-4 wide:grid-cols-2">
            <InvestorFactsBlock investor={investor} at={at} />
            <OwnNotes kind="investor" id={id} />
          </div>
        </>
      }
    />
  );
}

type InvestorBlockProps = {
  readonly investor: InvestorRecord;
  /** When the record was fetched, in milliseconds. */
  readonly at: number | undefined;
};

/** What the investor says about itself, and its contacts. */
function InvestorFactsBlock({ investor, at }: InvestorBlockProps) {
  const { id } = investor;
  return (
    <ProfileBlock
      title="Investor and contacts"
      basis="From the investor’s record"
      at={at}
      foot={
        <RecordButton kind="investor" id={id}>
          Refresh this investor
        </RecordButton>
      }
    >
      {investor.description && <p className="max-w-[76ch] text-ink-2">{investor.description}</p>}
      <Facts
        facts={[
          ['Email', investor.contact_email && <CopyButton key="email" text={investor.contact_email} label="email" />],
          ['Phone', investor.contact_phone && <CopyButton key="phone" text={investor.contact_phone} label="phone" />],
          ['Office', formatPlace(investor.location ?? {})],
          ['Stages', investor.investment_stage],
          ['Legal name', investor.legal_name],
          ['Id', <CopyId key="id" id={id} of="investor" />],
          ['Source', renderSource()],
        ]}
      />
    </ProfileBlock>
  );
}
