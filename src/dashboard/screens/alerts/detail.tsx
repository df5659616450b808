import type { ReactNode } from 'react';
import { formatCount, formatDayOf, formatEmployees, formatMoney } from '../../platform/format.ts';
import { RecordMark } from '../../records/company-mark.tsx';
import { formatTotalRaised } from '../searches/kit/record/amounts.ts';
import { MoneyCell, RoundBadge } from '../searches/kit/record/cells.tsx';
import { Facts, FactSection, formatIndustries } from '../searches/kit/record/facts.tsx';
import { StatusSection } from '../searches/kit/record/status-section.tsx';
import { SafeLink, checkUrl } from '../../platform/ui/safe-link.tsx';
import { type AlertItem, formatNative } from '../../records/alerts/items.ts';
import { ReasonText } from './feed-item.tsx';
import { searchCompanies } from '#contract/companies.ts';
import { InvestorNames, ProfileLink } from '../searches/kit/record/profile-link.tsx';
import { unlockByIds } from '../../records/unlock.ts';
import { unlockedCompanies, unlockedDeals, unlockedInvestors } from '../../records/records.ts';
import { LoadButton } from '../../spending/load-button.tsx';
import { searchInvestors } from '#contract/investors.ts';
import { priceOf } from '../../spending/price.ts';

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
        <RecordMark kind="company" id={item.deal.company_id} name={name} size="large" />
        <div className="min-w-0">
          <h2 className="text-16 leading-5.5 font-semibold tracking-[-0.014em] break-words">{name}</h2>
          <p className="text-ink-3">{[...new Set([city, state, country])].filter(Boolean).join(', ')}</p>
        </div>
      </div>
      <StatusSection kind="deal" id={item.id} />
      {text !== '' && <p className="text-ink-2">{text}</p>}
      <AlertFacts item={item} />
      <FactSection title="Why it matched">
        {reasons.map((reason) => (
          <ReasonText key={reason.alertId} item={item} reason={reason} />
        ))}
      </FactSection>
      <Articles articles={item.deal.articles ?? []} />
      <FactSection title="Company and investors">
        {item.deal.company_id !== null && <CompanySection id={item.deal.company_id} />}
        <InvestorsSection dealId={item.id} />
        {links}
      </FactSection>
      <section aria-label="The deal" className="-mx-5 -mb-4 border-t border-line pt-4">
        {deal}
      </section>
    </div>
  );
}

function AlertFacts({ item }: { readonly item: AlertItem }) {
  const { deal, day, round, usd, alertUsd } = item;
  return (
    <Facts
      facts={[
        [
          'Round',
          <span key="round" className="flex flex-wrap items-center gap-2">
            <RoundBadge round={round} />
            <MoneyCell usd={usd} native={formatNative(item)} />
            {alertUsd !== undefined && (
              <span className="basis-full text-11.5 text-warn">
                The alert says {formatMoney(alertUsd)}. The unlocked value is shown.
              </span>
            )}
          </span>,
        ],
        ['Announced', formatDayOf(day)],
        [
          'Website',
          deal.company_website && (
            <SafeLink key="website" to={deal.company_website}>
              {deal.company_website.replace(/^https?:\/\/(www\.)?/, '')}
            </SafeLink>
          ),
        ],
        [
          'LinkedIn',
          deal.company_linkedin && (
            <SafeLink key="linkedin" to={deal.company_linkedin}>
              Profile
            </SafeLink>
          ),
        ],
      ]}
    />
  );
}

function Articles({ articles }: { readonly articles: NonNullable<AlertItem['deal']['articles']> }) {
  if (articles.length === 0) return null;
  return (
    <FactSection title="News">
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
    </FactSection>
  );
}

function formatHost(link: string | null): string {
  const safe = checkUrl(link);
  return safe === undefined ? (link ?? 'no address') : new URL(safe).hostname.replace(/^www\./, '');
}

/** The company of a deal, or the button that unlocks it. */
function CompanySection({ id }: { readonly id: string }) {
  unlockedCompanies.useVersion();
  const company = unlockedCompanies.read(id);
  if (unlockedCompanies.isUnknown(id)) return <p className="text-ink-3">The service has no record of this company.</p>;
  if (!company) {
    return (
      <LoadButton
        tenths={priceOf(searchCompanies.cost, 1)}
        onLoad={(authorization) => unlockByIds(authorization, { companies: [id] })}
      >
        Unlock the company
      </LoadButton>
    );
  }
  const facts = [
    formatIndustries(company),
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
        <LoadButton
          tenths={priceOf(searchInvestors.cost, missing.length)}
          onLoad={(authorization) => unlockByIds(authorization, { investors: missing })}
        >
          {`Unlock ${formatCount(missing.length, 'investor name')}`}
        </LoadButton>
      )}
    </div>
  );
}
