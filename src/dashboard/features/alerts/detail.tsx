import type { ReactNode } from 'react';
import { formatCount, formatMoney } from '../../platform/format.ts';
import { StatusEditor } from '../../library/status/status-editor.tsx';
import { formatRoundType } from '../../platform/rounds.ts';
import { SafeLink, checkUrl } from '../../platform/ui/safe-link.tsx';
import { type AlertItem, formatDayName } from './items.ts';
import { ReasonText } from './feed-item.tsx';
import { useMutation } from '@tanstack/react-query';
import { searchCompanies } from '#contract/companies.ts';
import { calculatePrice } from '#contract/credits.ts';
import { NameLinks, ProfileLink } from '../../search/record/profile-link.tsx';
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
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      {text !== '' && <p className="text-ink-2">{text}</p>}
      <AlertFacts item={item} />
      <section className="grid gap-1.5">
        <Heading>Why it matched</Heading>
        {reasons.map((reason) => (
          <ReasonText key={reason.alertId} item={item} reason={reason} named />
        ))}
      </section>
      <Articles articles={item.deal.articles ?? []} />
      <StatusEditor kind="deal" id={item.id} />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3">
        <Heading>Company and investors</Heading>
        {item.deal.company_id !== null && <CompanySection id={item.deal.company_id} />}
        <InvestorsSection dealId={item.id} />
        {links}
      </section>
      <section aria-label="The deal" className="-mx-4 -mb-4 border-t border-line">
        {deal}
      </section>
    </div>
  );
}

const Heading = ({ children }: { readonly children: string }) => (
  <h3 className="text-[12px] font-semibold">{children}</h3>
);

function AlertFacts({ item: { deal, day, round, usd, alertUsd } }: { readonly item: AlertItem }) {
  const place = [deal.location?.city, deal.location?.state, deal.location?.country].filter(Boolean).join(', ');
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
      <Fact name="Round">{formatRoundType(round)}</Fact>
      <Fact name="Announced">{day === null ? 'no date' : `${formatDayName(day)}, UTC`}</Fact>
      <Fact name="Raised">
        {usd === null ? 'undisclosed' : formatMoney(usd)}
        {alertUsd !== undefined && (
          <span className="block text-[11.5px] text-warn">
            The alert says {formatMoney(alertUsd)}. The unlocked value is shown.
          </span>
        )}
      </Fact>
      {place !== '' && <Fact name="Location">{place}</Fact>}
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

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </>
  );
}

function Articles({ articles }: { readonly articles: NonNullable<AlertItem['deal']['articles']> }) {
  if (articles.length === 0) return null;
  return (
    <section className="grid gap-1">
      <Heading>Articles</Heading>
      <ul className="grid gap-0.5">
        {articles.map(({ link, publishedDate }) => (
          <li key={link} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <SafeLink to={link}>{parseHost(link)}</SafeLink>
            <span className="text-[11.5px] text-ink-3 tabular-nums">{publishedDate}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function parseHost(link: string | null): string {
  const safe = checkUrl(link);
  return safe === undefined ? (link ?? 'no address') : new URL(safe).hostname.replace(/^www\./, '');
}

/** The company of a deal, or the button that unlocks it. */
export function CompanySection({ id }: { readonly id: string }) {
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
    company.num_employees && `${company.num_employees} employees`,
    typeof company.num_funding_rounds === 'number' && formatCount(company.num_funding_rounds, 'round'),
    typeof company.total_raised === 'number' && `${formatMoney(company.total_raised)} total raised`,
  ].filter((fact) => typeof fact === 'string' && fact !== '');
  return (
    <div className="grid gap-0.5">
      <p className="font-medium">
        <ProfileLink kind="company" id={id}>
          {company.name ?? 'Unnamed company'}
        </ProfileLink>{' '}
        <span className="text-[11.5px] font-normal text-ink-3">unlocked</span>
      </p>
      {company.short_description && <p className="text-ink-2">{company.short_description}</p>}
      <p className="text-[12px] text-ink-3">{facts.join(', ')}</p>
    </div>
  );
}

/** The investors of a deal. Their number, and so the price of their names, is known once the deal is unlocked. */
export function InvestorsSection({ dealId }: { readonly dealId: string }) {
  unlockedInvestors.useVersion();
  const purchase = useMutation({
    mutationFn: ({ authorization, ids }: { authorization: SpendAuthorization; ids: readonly string[] }) =>
      unlockInvestors(authorization, ids),
  });
  const investors = unlockedDeals.read(dealId)?.investor_ids;
  if (!investors) return <p className="text-[12px] text-ink-3">Unlock the deal below to see its investors.</p>;
  if (investors.length === 0) return <p className="text-[12px] text-ink-3">No investors disclosed.</p>;
  const missing = unlockedInvestors.missing(investors);
  const names = investors.flatMap((id) => {
    const name = unlockedInvestors.read(id)?.name;
    return name ? [{ id, name }] : [];
  });
  return (
    <div className="grid justify-items-start gap-2">
      {names.length > 0 && (
        <p className="text-ink-2">
          <NameLinks kind="investor" names={names} />
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
