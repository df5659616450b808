import { Fragment } from 'react';
import { formatCount, formatMoney } from '../../platform/format.ts';
import type { Round } from '../../platform/rounds.ts';
import { DayCell, EmptyCell, MoneyCell, NameCell, RoundBadge, UnnamedCell } from '../../search/record/cells.tsx';
import { ProfileLink } from '../../search/record/profile-link.tsx';
import { type DealRow, getPostMoney } from './rows.ts';
import { unlockedCompanies, unlockedDeals } from '../../library/records/records.ts';
import { buildColumns } from '../../search/record/column-kinds.tsx';
import type { ResourceChart } from '../../search/resource/resource.ts';

type CellProps = {
  readonly row: DealRow;
  /** Whether names are links; a row that is a button must not contain one. */
  readonly linked?: boolean;
};

const buildProfile = (id: string) => ({ kind: 'company', id }) as const;

export function CompanyCell({ row: { deal, companyName, companyUnknown }, linked = false }: CellProps) {
  if (deal.company_id === null) return <EmptyCell words="no company" />;
  if (companyName) {
    return (
      <NameCell
        name={companyName}
        companyId={deal.company_id}
        {...(linked ? { of: buildProfile(deal.company_id) } : {})}
      />
    );
  }
  return companyUnknown ? <EmptyCell words="unknown company" /> : <UnnamedCell one="Company" />;
}

export function buildRound({ deal }: DealRow): Round {
  return { type: deal.round_type, pre: deal.pre, extension: deal.extension, intermediate: deal.intermediate };
}

export function PostMoneyCell({ row }: { readonly row: DealRow }) {
  if (row.deal.fromCompany) return <EmptyCell words="not loaded" />;
  const usd = getPostMoney(row.deal);
  return usd === null ? <EmptyCell words="not disclosed" /> : <span>{formatMoney(usd)}</span>;
}

const namesShown = 2;

/** "3 investors, 1 angel"; blank without any. */
function countInvestors({ investor_ids: investors, angel_investor_ids: angels }: DealRow['deal']): string {
  const [investorCount, angelCount] = [investors?.length ?? 0, angels?.length ?? 0];
  return [
    ...(investorCount > 0 ? [formatCount(investorCount, 'investor')] : []),
    ...(angelCount > 0 ? [formatCount(angelCount, 'angel')] : []),
  ].join(', ');
}

/** All known names, leads first, and the number of the rest; only counts while all names are locked. */
function formatInvestors({ deal, investors, unnamed }: DealRow): string {
  if (investors.length === 0) return countInvestors(deal);
  const names = investors.map(({ name, isLead }) => (isLead ? `${name} (lead)` : name));
  return [...names, ...(unnamed > 0 ? [`+${unnamed}`] : [])].join(', ');
}

/** The first two names, leads first, and the number of the rest; only counts while all names are locked. */
export function InvestorsCell({ row: { deal, investors, unnamed }, linked = false }: CellProps) {
  if (countInvestors(deal) === '') return <EmptyCell words="none disclosed" />;
  if (investors.length === 0) return <span className="truncate text-ink-3">{countInvestors(deal)}</span>;
  const shown = investors.slice(0, namesShown);
  const rest = investors.length - shown.length + unnamed;
  return (
    <>
      <span className="truncate">
        {shown.map(({ id, name, isLead }, at) => (
          <Fragment key={id}>
            {at > 0 && ', '}
            {linked ? (
              <ProfileLink kind="investor" id={id} tabIndex={-1}>
                {name}
              </ProfileLink>
            ) : (
              name
            )}
            {isLead && <span className="text-ink-3"> lead</span>}
          </Fragment>
        ))}
      </span>
      {rest > 0 && <span className="ml-1 shrink-0 text-ink-3">+{rest}</span>}
    </>
  );
}

/** A deal in two lines, for a narrow screen. */
export function DealItem({ row }: { readonly row: DealRow }) {
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <CompanyCell row={row} />
        <MoneyCell usd={row.deal.total_round_raised} />
      </span>
      <span className="flex items-baseline gap-3 text-[12px] text-ink-3">
        <span className="shrink-0">
          <RoundBadge round={buildRound(row)} />
        </span>
        <DayCell moment={row.deal.date} />
        <span className="ml-auto flex min-w-0 justify-end">
          <InvestorsCell row={row} />
        </span>
      </span>
    </>
  );
}

export const toPlace = ({ company }: DealRow) =>
  company?.location?.city?.name ?? company?.location?.country?.name ?? null;
export const listIndustries = ({ company }: DealRow) =>
  company?.industries?.flatMap(({ name }) => name ?? []).join(', ') ?? null;

/** The columns of the deals table. Columns about the company stay empty until it is unlocked. */
export const dealColumns = buildColumns<DealRow>({
  announced: { header: 'Announced', kind: 'day', read: ({ deal }) => deal.date },
  company: {
    header: 'Company',
    width: 200,
    grow: 1.6,
    cell: (row) => <CompanyCell row={row} linked />,
    key: ({ companyName }) => companyName ?? null,
  },
  round: { header: 'Round', kind: 'round', read: buildRound, width: 148 },
  raised: { header: 'Raised', kind: 'money', read: ({ deal }) => deal.total_round_raised },
  'post-money': {
    header: 'Post-money',
    width: 98,
    align: 'end',
    from: 700,
    cell: (row) => <PostMoneyCell row={row} />,
    key: ({ deal }) => getPostMoney(deal),
    file: [['Post-money (USD)', ({ deal }) => getPostMoney(deal), 'usd']],
  },
  investors: {
    header: 'Investors',
    width: 122,
    grow: 1.5,
    from: 620,
    cell: (row) => <InvestorsCell row={row} linked />,
    key: ({ investors }) => (investors.length === 0 ? null : investors.map(({ name }) => name).join(', ')),
    file: [['Investors', formatInvestors]],
  },
  location: { header: 'Location', kind: 'text', read: toPlace, width: 116, from: 800 },
  added: { header: 'Added', kind: 'day', read: ({ deal }) => deal.created_at, from: 1060 },
  employees: { header: 'Employees', kind: 'employees', read: ({ company }) => company?.num_employees, off: true },
  domain: { header: 'Domain', kind: 'text', read: (row) => row.domain, off: true },
  industries: { header: 'Industries', kind: 'text', read: listIndustries, width: 180, off: true },
  description: {
    header: 'What it does',
    kind: 'text',
    read: ({ company, deal }) => company?.short_description ?? deal.deal_descriptions?.short_description,
    width: 260,
    off: true,
  },
});

const needsCompanies = 'Unlock the companies to see it.';

/** How deals are charted. */
export const dealChart: ResourceChart = {
  read(id) {
    const deal = unlockedDeals.read(id);
    if (!deal) return undefined;
    const company = deal.company_id === null ? undefined : unlockedCompanies.read(deal.company_id);
    return {
      moment: deal.date,
      round: { type: deal.round_type, pre: deal.pre },
      usd: deal.total_round_raised,
      industries: company?.industries ?? null,
      place: company?.location?.country?.name ?? null,
    };
  },
  divisions: [
    { by: 'month', basis: 'By the day of announcement, in UTC.', none: 'No date' },
    { by: 'quarter', basis: 'By the day of announcement, in UTC.', none: 'No date' },
    { by: 'round', basis: 'Every deal once, by its round; extensions with their round.', none: 'No round type' },
    { by: 'industry', basis: `A deal counts in each industry of its company. ${needsCompanies}`, none: 'Not known' },
    { by: 'place', basis: `By the country of the company. ${needsCompanies}`, none: 'Not known' },
    { by: 'size', basis: 'By what the round raised, in US dollars.', none: 'Undisclosed' },
  ],
  histogram: true,
  amount: { name: 'Raised', basis: 'Disclosed amounts in US dollars.' },
  dayColumn: 'announced',
  activity: { keys: ['from', 'to'], basis: 'Deals announced in each period, in UTC, counted by the service.' },
};
