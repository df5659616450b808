import { readCompany } from '#contract/companies.ts';
import { BriefView } from '../../search/profile/brief-view.tsx';
import { NoProfile } from '../../search/profile/no-profile.tsx';
import { useProfileId } from '../../search/profile/profile-url.ts';
import { UnownedProfile } from '../../search/profile/unowned-profile.tsx';
import { useHistory } from '../../search/profile/use-history.ts';
import { useNow } from '../../library/records/age.tsx';
import { useLibraryVersion } from '../../library/records/record-store.ts';
import { unlockedCompanies } from '../../library/records/records.ts';
import { toCompanyBrief } from './brief.ts';
import { loadCompany } from './queries.ts';
import { toCompanyRow } from './rows.ts';

/** The brief on the company in the address. */
export function CompanyBriefPage() {
  const id = useProfileId();
  return id === undefined ? <NoProfile one="company" /> : <CompanyBrief key={id} id={id} />;
}

function CompanyBrief({ id }: { readonly id: string }) {
  useLibraryVersion();
  const now = useNow();
  const row = toCompanyRow(id);
  const history = useHistory('company deals', id, row?.company.num_funding_rounds ?? null);
  if (row) return <BriefView brief={toCompanyBrief(row, history, now)} back={{ to: '/companies/$id', id }} />;
  return (
    <UnownedProfile
      kind="company"
      id={id}
      unknown={unlockedCompanies.isUnknown(id)}
      tenths={readCompany.cost.tenths}
      ask={(authorization) => loadCompany(authorization, id)}
    />
  );
}
