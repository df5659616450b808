import { useMutation } from '@tanstack/react-query';
import { searchCompanies } from '#contract/companies.ts';
import { calculatePrice } from '#contract/credits.ts';
import { toCount, toMoney } from '../../platform/format.ts';
import { ProfileLink } from '../../search/record/profile-link.tsx';
import { unlockCompanies } from '../../library/records/names.ts';
import { unlockedCompanies } from '../../library/records/records.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';

/** The company behind a deal: what is owned of it, or the way to buy it. */
export function CompanyFollowOn({ id }: { readonly id: string }) {
  unlockedCompanies.useVersion();
  const purchase = useMutation({
    mutationFn: (authorization: SpendAuthorization) => unlockCompanies(authorization, [id]),
  });
  const company = unlockedCompanies.read(id);
  if (unlockedCompanies.isUnknown(id)) return <p className="text-ink-3">The service knows no company with this id.</p>;
  if (!company) {
    return (
      <div className="grid justify-items-start gap-2">
        <PricedButton
          tenths={calculatePrice(searchCompanies.cost, 1)}
          pending={purchase.isPending}
          onConfirm={(authorization) => purchase.mutate(authorization)}
        >
          Company
        </PricedButton>
        {purchase.error && <FailureNotice key={purchase.error.message} failure={purchase.error} />}
      </div>
    );
  }
  const facts = [
    company.industries?.flatMap(({ name }) => name ?? []).join(', '),
    company.num_employees && `${company.num_employees} employees`,
    typeof company.num_funding_rounds === 'number' && toCount(company.num_funding_rounds, 'round'),
    typeof company.total_raised === 'number' && `${toMoney(company.total_raised)} raised in all`,
  ].filter((fact) => typeof fact === 'string' && fact !== '');
  return (
    <div className="grid gap-0.5">
      <p className="font-medium">
        <ProfileLink kind="company" id={id}>
          {company.name ?? 'Unnamed company'}
        </ProfileLink>{' '}
        <span className="text-[11.5px] font-normal text-ink-3">owned, free</span>
      </p>
      {company.short_description && <p className="text-ink-2">{company.short_description}</p>}
      <p className="text-[12px] text-ink-3">{facts.join(', ')}</p>
    </div>
  );
}
