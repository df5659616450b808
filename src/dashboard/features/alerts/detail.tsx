import type { ReactNode } from 'react';
import { toFullMoney, toMoney } from '../../platform/format.ts';
import { MarkEditor } from '../../library/status/mark-editor.tsx';
import { toRoundName } from '../../platform/rounds.ts';
import { SafeLink, toSafeUrl } from '../../platform/ui/safe-link.tsx';
import { CompanyFollowOn } from './company-follow-on.tsx';
import { toDayName } from './days.ts';
import { InvestorsFollowOn } from './investors-follow-on.tsx';
import type { Item } from './items.ts';
import { ReasonText } from './reason-text.tsx';

type AlertDetailProps = {
  readonly item: Item;
  /** What is owned or can be bought about the deal itself, by the deals screen. */
  readonly deal: ReactNode;
  /** Ways to other screens. */
  readonly links: ReactNode;
};

/** All that the alert gave for nothing, the person's own marks, and what follows on, each at its price. */
export function AlertDetail({ item, deal, links }: AlertDetailProps) {
  const { deal: found, reasons } = item;
  const text = found.deal_long_description ?? found.deal_short_description ?? '';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      {text !== '' && <p className="text-ink-2">{text}</p>}
      <AlertFacts item={item} />
      <section className="grid gap-1.5">
        <Heading>Why it is here</Heading>
        {reasons.map((reason) => (
          <ReasonText key={reason.alertId} item={item} reason={reason} named />
        ))}
      </section>
      <Articles articles={found.articles ?? []} />
      <MarkEditor kind="deal" id={item.id} />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-3">
        <Heading>Follow on</Heading>
        {found.company_id !== null && <CompanyFollowOn id={found.company_id} />}
        <InvestorsFollowOn dealId={item.id} />
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

function AlertFacts({ item: { deal, day, round, usd, contradicts } }: { readonly item: Item }) {
  const place = [deal.location?.city, deal.location?.state, deal.location?.country].filter(Boolean).join(', ');
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
      <Fact name="Round">{toRoundName(round)}</Fact>
      <Fact name="Announced">{day === null ? 'no date given' : `${toDayName(day)}, UTC`}</Fact>
      <Fact name="Raised">
        {usd === null ? 'undisclosed' : toFullMoney(usd, 'USD')}
        {contradicts !== undefined && (
          <span className="block text-[11.5px] text-warn">
            The alert says {toMoney(contradicts)}; the owned row wins.
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

function Articles({ articles }: { readonly articles: NonNullable<Item['deal']['articles']> }) {
  if (articles.length === 0) return null;
  return (
    <section className="grid gap-1">
      <Heading>Articles</Heading>
      <ul className="grid gap-0.5">
        {articles.map(({ link, publishedDate }) => (
          <li key={link} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <SafeLink to={link}>{toHost(link)}</SafeLink>
            <span className="text-[11.5px] text-ink-3 tabular-nums">{publishedDate}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function toHost(link: string | null): string {
  const safe = toSafeUrl(link);
  return safe === undefined ? (link ?? 'no address') : new URL(safe).hostname.replace(/^www\./, '');
}
