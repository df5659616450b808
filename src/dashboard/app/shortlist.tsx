import { CompanyDetail } from '../features/companies/detail.tsx';
import { DealDetail } from '../features/deals/detail.tsx';
import { InvestorDetail } from '../features/investors/detail.tsx';
import { PersonDetail } from '../features/people/detail.tsx';
import { ShortlistPage, type ShortlistPageProps } from '../features/shortlist/page.tsx';
import { unlockedDeals } from '../library/records/records.ts';
import { OpenProfile } from '../search/record/profile-link.tsx';

const renderRecord: ShortlistPageProps['renderRecord'] = (kind, id) => {
  const companyId = kind === 'deal' ? unlockedDeals.read(id)?.company_id : undefined;
  const profile = kind === 'deal' ? companyId && ({ kind: 'company', id: companyId } as const) : { kind, id };
  return (
    <>
      {profile && (
        <p className="px-5 py-3">
          <OpenProfile {...profile} />
        </p>
      )}
      {kind === 'deal' && <DealDetail id={id} />}
      {kind === 'company' && <CompanyDetail id={id} row={undefined} />}
      {kind === 'investor' && <InvestorDetail id={id} row={undefined} />}
      {kind === 'person' && <PersonDetail id={id} row={undefined} />}
    </>
  );
};

/** The shortlist, with the details of the other features. */
export const ShortlistScreen = () => <ShortlistPage renderRecord={renderRecord} />;
