import { readInvestor } from '#contract/investors.ts';
import { BriefView } from '../../search/profile/brief-view.tsx';
import { NoProfile } from '../../search/profile/no-profile.tsx';
import { useProfileId } from '../../search/profile/profile-url.ts';
import { UnownedProfile } from '../../search/profile/unowned-profile.tsx';
import { useHistory } from '../../search/profile/use-history.ts';
import { useNow } from '../../library/records/age.tsx';
import { useLibraryVersion } from '../../library/records/record-store.ts';
import { unlockedInvestors } from '../../library/records/records.ts';
import { toInvestorBrief } from './brief.ts';
import { loadInvestor } from './queries.ts';
import { toInvestorRow } from './rows.ts';

/** The brief on the firm in the address. */
export function InvestorBriefPage() {
  const id = useProfileId();
  return id === undefined ? <NoProfile one="firm" /> : <InvestorBrief key={id} id={id} />;
}

function InvestorBrief({ id }: { readonly id: string }) {
  useLibraryVersion();
  const now = useNow();
  const row = toInvestorRow(id);
  const history = useHistory('investor deals', id, row?.investor.total_deal_count ?? null);
  if (row) return <BriefView brief={toInvestorBrief(row, history, now)} back={{ to: '/investors/$id', id }} />;
  return (
    <UnownedProfile
      kind="firm"
      id={id}
      unknown={unlockedInvestors.isUnknown(id)}
      tenths={readInvestor.cost.tenths}
      ask={(authorization) => loadInvestor(authorization, id)}
    />
  );
}
