import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readInvestor } from '#contract/investors.ts';
import { SourceNames, useNow } from '../../library/records/provenance.tsx';
import { type InvestorRecord, unlockedInvestors, useLibraryVersion } from '../../library/records/records.ts';
import { UnreadNotice } from '../../platform/ui/notice.tsx';
import { namedIdText, useUrl } from '../../platform/url/url.ts';
import { type DealHistoryState, describeCoverage, useDealHistory } from '../../search/record/deal-history-section.tsx';
import { Facts, InvestorLinks } from '../../search/record/facts.tsx';
import { formatCount } from '../../platform/format.ts';
import { formatRoundType } from '../../platform/rounds.ts';
import { CopyButton, CopyId } from '../../platform/ui/copy-and-save.tsx';
import { type Permalink, permalinkText } from '../../search/lookups/permalink.ts';
import { RecordName } from '../../search/record/profile-link.tsx';
import { LoadButton, NamesButton } from '../../search/record/unlock-buttons.tsx';
import { DealsAnchor, QuartersBlock, RecentDeals } from './deal-blocks.tsx';
import {
  BriefLink,
  InvalidProfileAddress,
  LockedProfile,
  ProfileFigures,
  ProfileFrame,
  ProfileHead,
  type RenderMatches,
  profileUrl,
  useProfileId,
} from './profile-frame.tsx';
import { OwnNotes, ProfileBlock, RankedList } from './profile-block.tsx';
import {
  formatInvestorLine,
  formatLeadShare,
  formatPace,
  measurePace,
  rankCoInvestors,
  readActivityFigures,
} from './investor-activity.ts';

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

type InvestorBlockProps = {
  readonly investor: InvestorRecord;
  /** When the record was fetched, in milliseconds. */
  readonly at: number | undefined;
};

/** The most frequent industries, locations and round types of all deals; the service returns at most five of each. */
export function TopBlocks({ investor, at }: InvestorBlockProps) {
  const { id } = investor;
  const buildSearch = (key: 'industry' | 'location', permalink: Permalink) => ({
    firm: [namedIdText.encode({ id, name: investor.name ?? '' })],
    [key]: [permalinkText.encode(permalink)],
  });
  const toName = (key: 'industry' | 'location', name: string, permalink: string | null, kind: Permalink['kind']) =>
    permalink === null ? (
      <span className="truncate">{name}</span>
    ) : (
      <Link
        to="/deals"
        search={buildSearch(key, { permalink, kind, name })}
        title={`Search its deals: ${name}`}
        className="truncate decoration-line underline-offset-2 hover:underline hover:decoration-current"
      >
        {name}
      </Link>
    );
  const basis = 'The five most frequent in all deals';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-2 min-[1280px]:grid-cols-3">
      <TopBlock title="Industries" basis={basis} at={at}>
        {(investor.top_industries ?? []).map(({ name, permalink, count }) => ({
          key: permalink ?? name ?? '',
          name: toName('industry', name ?? 'Unnamed', permalink, 'INDUSTRY'),
          count: count ?? 0,
        }))}
      </TopBlock>
      <TopBlock title="Locations" basis={basis} at={at}>
        {(investor.top_locations ?? []).map(({ name, permalink, type, count }) => ({
          key: permalink ?? name ?? '',
          name: toName('location', name ?? 'Unnamed', permalink, type ?? ''),
          count: count ?? 0,
        }))}
      </TopBlock>
      <TopBlock title="Round types" basis={basis} at={at}>
        {(investor.top_round_types ?? []).map(({ type, count }) => ({
          key: type ?? '',
          name: <span className="truncate">{formatRoundType({ type })}</span>,
          count: count ?? 0,
        }))}
      </TopBlock>
    </div>
  );
}

type TopBlockProps = {
  readonly title: string;
  readonly basis: string;
  readonly at: number | undefined;
  readonly children: readonly { readonly key: string; readonly name: ReactNode; readonly count: number }[];
};

function TopBlock({ title, basis, at, children }: TopBlockProps) {
  if (children.length === 0) return null;
  return (
    <ProfileBlock title={title} basis={basis} at={at}>
      <RankedList lines={children} />
    </ProfileBlock>
  );
}

/** What the investor says about itself, and its contacts. */
export function InvestorFactsBlock({ investor, at }: InvestorBlockProps) {
  const { id } = investor;
  const { city, state, country } = investor.location ?? {};
  return (
    <ProfileBlock
      title="Investor and contacts"
      basis="From the investor’s record"
      at={at}
      foot={
        <LoadButton
          label="Refresh this investor"
          tenths={readInvestor.cost.tenths}
          onLoad={async (authorization) => {
            const { loadInvestor } = await import('../../search/record/load-record.ts');
            await loadInvestor(authorization, id);
          }}
        />
      }
    >
      {investor.description && <p className="max-w-[76ch] text-ink-2">{investor.description}</p>}
      <Facts
        facts={[
          ['Email', investor.contact_email && <CopyButton key="email" text={investor.contact_email} label="email" />],
          ['Phone', investor.contact_phone && <CopyButton key="phone" text={investor.contact_phone} label="phone" />],
          ['Office', [city, state, country].flatMap((place) => place?.name ?? []).join(', ')],
          ['Stages', investor.investment_stage],
          ['Legal name', investor.legal_name],
          ['Id', <CopyId key="id" id={id} of="investor" />],
          ['Source', <SourceNames key="source" />],
        ]}
      />
    </ProfileBlock>
  );
}

type PaceBlockProps = {
  readonly investor: InvestorRecord;
  readonly history: DealHistoryState;
  /** When the record was fetched, in milliseconds. */
  readonly recordAt: number | undefined;
};

/** How often an investor leads, from its record, and whether it invests more than a year ago, from its deals. */
export function PaceBlock({ investor, history, recordAt }: PaceBlockProps) {
  const { deals, at, knownAfter } = history;
  const now = useNow();
  const today = new Date(at ?? now).toISOString().slice(0, 10);
  return (
    <ProfileBlock
      title="Lead share and pace"
      basis={
        deals.length === 0
          ? 'From the investor’s record'
          : `From the investor’s record and its deals. ${describeCoverage(history)}`
      }
      at={at ?? recordAt}
      foot={<DealsAnchor history={history} />}
    >
      <Facts
        facts={[
          ['Led, all time', formatLeadShare(investor.lead_deal_count, investor.total_deal_count)],
          [
            'Led, 12 months',
            formatLeadShare(investor.lead_deal_count_last_12_months, investor.deal_count_last_12_months),
          ],
          ['Pace', formatPace(measurePace(deals, today, deals.length === 0 ? undefined : knownAfter))],
        ]}
      />
    </ProfileBlock>
  );
}

const mostCoInvestors = 8;

/** Who invests with an investor, from its unlocked deals. */
export function CoInvestorsBlock({ id, history }: { readonly id: string; readonly history: DealHistoryState }) {
  const { deals, at } = history;
  const all = rankCoInvestors(deals, id);
  const shown = all.slice(0, mostCoInvestors);
  return (
    <ProfileBlock
      title="Invests with"
      basis={deals.length === 0 ? 'Unlock deals to see them here' : describeCoverage(history)}
      at={at}
      foot={
        <>
          <NamesButton kind="investor" ids={shown.map((investor) => investor.id)}>
            Unlock the names of these investors
          </NamesButton>
          <DealsAnchor history={history} />
        </>
      }
    >
      {shown.length > 0 && (
        <RankedList
          lines={shown.map((investor) => ({
            key: investor.id,
            name: <RecordName kind="investor" id={investor.id} className="" />,
            count: investor.deals,
          }))}
        />
      )}
      {deals.length > 0 && all.length === 0 && <p className="text-ink-3">These deals name no other investor.</p>}
      {all.length > mostCoInvestors && (
        <p className="text-[11.5px] text-ink-3">
          And {formatCount(all.length - mostCoInvestors, 'other investor')} in these deals.
        </p>
      )}
    </ProfileBlock>
  );
}
