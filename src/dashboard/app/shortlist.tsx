import { CompanyDetail } from '../screens/searches/companies/detail.tsx';
import { DealDetail } from '../screens/searches/deals/detail.tsx';
import { InvestorDetail } from '../screens/searches/investors/detail.tsx';
import { PersonDetail } from '../screens/searches/people/detail.tsx';
import { ShortlistPage, type ShortlistPageProps } from '../screens/shortlist/page.tsx';
import { unlockedDeals } from '../records/records.ts';
import { OpenProfile } from '../screens/searches/kit/record/profile-link.tsx';

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
