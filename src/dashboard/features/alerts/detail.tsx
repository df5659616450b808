import type { ReactNode } from 'react';
import { formatCount, formatDayOf, formatEmployees, formatMoney } from '../../platform/format.ts';
import { Monogram } from '../../platform/ui/monogram.tsx';
import { formatTotalRaised } from '../../search/record/amounts.ts';
import { MoneyCell, RoundBadge } from '../../search/record/cells.tsx';
import { Fact } from '../../search/record/facts.tsx';
import { StatusSection } from '../../search/record/status-section.tsx';
import { SafeLink, checkUrl } from '../../platform/ui/safe-link.tsx';
import { type AlertItem, formatNative } from './items.ts';
import { ReasonText } from './feed-item.tsx';
import { useMutation } from '@tanstack/react-query';
import { searchCompanies } from '#contract/companies.ts';
import { calculatePrice } from '#contract/credits.ts';
import { InvestorNames, ProfileLink } from '../../search/record/profile-link.tsx';
import { unlockCompanies, unlockInvestors } from '../../library/records/unlock.ts';
import { unlockedCompanies, unlockedDeals, unlockedInvestors } from '../../library/records/records.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { searchInvestors } from '#contract/investors.ts';

type AlertDetailProps = {
  readonly item: AlertItem;
  /** The unlocked data of the deal, or the button that unlocks it. From the deals feature. */
  readonly deal: ReactNode;
  /** Links to other screens. */
  readonly links: ReactNode;
};

/** What the alert says about a deal, the user's status and notes, and the buttons that unlock more. */
export function AlertDetail({ item, deal, links }: AlertDetailProps) {
  const { reasons } = item;
  const text = item.deal.deal_long_description ?? item.deal.deal_short_description ?? '';
  const name = item.deal.company_name ?? 'Unnamed company';
  const { city, state, country } = item.deal.location ?? {};
  return (
    <div className="grid grid-cols-1 gap-4 px-5 py-4">
      <div className="flex items-center gap-3">
        <Monogram name={name} size="large" />
        <div className="min-w-0">
          <h2 className="text-16 leading-5.5 font-semibold tracking-[-0.014em] break-words">{name}</h2>
          <p className="text-ink-3">{[...new Set([city, state, country])].filter(Boolean).join(', ')}</p>
        </div>
      </div>
      <StatusSection kind="deal" id={item.id} />
      {text !== '' && <p className="text-ink-2">{text}</p>}
      <AlertFacts item={item} />
      <section className="grid gap-1.5">
        <Heading>Why it matched</Heading>
        {reasons.map((reason) => (
          <ReasonText key={reason.alertId} item={item} reason={reason} />
        ))}
      </section>
      <Articles articles={item.deal.articles ?? []} />
      <section className="grid grid-cols-1 gap-3 border-t border-line pt-3">
        <Heading>Company and investors</Heading>
        {item.deal.company_id !== null && <CompanySection id={item.deal.company_id} />}
        <InvestorsSection dealId={item.id} />
        {links}
      </section>
      <section aria-label="The deal" className="-mx-5 -mb-4 border-t border-line">
        {deal}
      </section>
    </div>
  );
}

const Heading = ({ children }: { readonly children: string }) => <h3 className="text-12 font-semibold">{children}</h3>;

function AlertFacts({ item }: { readonly item: AlertItem }) {
  const { deal, day, round, usd, alertUsd } = item;
  return (
    <dl className="grid grid-cols-[minmax(0,6.5rem)_minmax(50%,1fr)] items-center gap-x-3 *:min-h-7 *:content-center">
      <Fact name="Round">
        <span className="flex flex-wrap items-center gap-2">
          <RoundBadge round={round} />
          <MoneyCell usd={usd} native={formatNative(item)} />
        </span>
        {alertUsd !== undefined && (
          <span className="block text-11.5 text-warn">
            The alert says {formatMoney(alertUsd)}. The unlocked value is shown.
          </span>
        )}
      </Fact>
      <Fact name="Announced">{formatDayOf(day)}</Fact>
      {deal.company_website && (
        <Fact name="Website">
          <SafeLink to={deal.company_website}>{deal.company_website.replace(/^https?:\/\/(www\.)?/, '')}</SafeLink>
        </Fact>
      )}
      {deal.company_linkedin && (
        <Fact name="LinkedIn">
          <SafeLink to={deal.company_linkedin}>Profile</SafeLink>
        </Fact>
      )}
    </dl>
  );
}

function Articles({ articles }: { readonly articles: NonNullable<AlertItem['deal']['articles']> }) {
  if (articles.length === 0) return null;
  return (
    <section className="grid gap-1">
      <Heading>News</Heading>
      <ul className="grid gap-0.5">
        {articles.map(({ link, publishedDate }) => (
          <li key={link} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <SafeLink to={link}>{formatHost(link)}</SafeLink>
            <span className="text-11.5 text-ink-3 tabular-nums">
              {publishedDate !== null && formatDayOf(publishedDate)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function formatHost(link: string | null): string {
  const safe = checkUrl(link);
  return safe === undefined ? (link ?? 'no address') : new URL(safe).hostname.replace(/^www\./, '');
}

/** The company of a deal, or the button that unlocks it. */
function CompanySection({ id }: { readonly id: string }) {
  unlockedCompanies.useVersion();
  const purchase = useMutation({
    mutationFn: (authorization: SpendAuthorization) => unlockCompanies(authorization, [id]),
  });
  const company = unlockedCompanies.read(id);
  if (unlockedCompanies.isUnknown(id)) return <p className="text-ink-3">The service has no record of this company.</p>;
  if (!company) {
    return (
      <div className="grid justify-items-start gap-2">
        <PricedButton
          tenths={calculatePrice(searchCompanies.cost, 1)}
          pending={purchase.isPending}
          onConfirm={(authorization) => purchase.mutate(authorization)}
        >
          Unlock the company
        </PricedButton>
        {purchase.error && <FailureNotice key={purchase.error.message} failure={purchase.error} />}
      </div>
    );
  }
  const facts = [
    company.industries?.flatMap(({ name }) => name ?? []).join(', '),
    company.num_employees && `${formatEmployees(company.num_employees)} employees`,
    typeof company.num_funding_rounds === 'number' && formatCount(company.num_funding_rounds, 'round'),
    formatTotalRaised(company) && `${formatTotalRaised(company)} total raised`,
  ].filter((fact) => typeof fact === 'string' && fact !== '');
  return (
    <div className="grid gap-0.5">
      <p className="font-medium">
        <ProfileLink kind="company" id={id}>
          {company.name ?? 'Unnamed company'}
        </ProfileLink>{' '}
        <span className="text-11.5 font-normal text-ink-3">unlocked</span>
      </p>
      {company.short_description && <p className="text-ink-2">{company.short_description}</p>}
      <p className="text-12 text-ink-3">{facts.join(', ')}</p>
    </div>
  );
}

/** The investors of a deal. Their number, and so the price of their names, is known once the deal is unlocked. */
function InvestorsSection({ dealId }: { readonly dealId: string }) {
  unlockedInvestors.useVersion();
  const purchase = useMutation({
    mutationFn: ({ authorization, ids }: { authorization: SpendAuthorization; ids: readonly string[] }) =>
      unlockInvestors(authorization, ids),
  });
  const investors = unlockedDeals.read(dealId)?.investor_ids;
  if (!investors) return <p className="text-12 text-ink-3">Unlock the deal below to see its investors.</p>;
  if (investors.length === 0) return <p className="text-12 text-ink-3">No investors disclosed.</p>;
  const missing = unlockedInvestors.missing(investors);
  const names = investors.flatMap((id) => {
    const name = unlockedInvestors.read(id)?.name;
    return name ? [{ id, name }] : [];
  });
  return (
    <div className="grid justify-items-start gap-2">
      {names.length > 0 && (
        <p className="text-ink-2">
          <InvestorNames names={names} />
        </p>
      )}
      {missing.length > 0 && (
        <PricedButton
          tenths={calculatePrice(searchInvestors.cost, missing.length)}
          pending={purchase.isPending}
          onConfirm={(authorization) => purchase.mutate({ authorization, ids: missing })}
        >
          Unlock {formatCount(missing.length, 'investor name')}
        </PricedButton>
      )}
      {purchase.error && <FailureNotice key={purchase.error.message} failure={purchase.error} />}
    </div>
  );
}
