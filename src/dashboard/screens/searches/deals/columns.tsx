import { formatExactNativeAmounts, type Round, toRound } from '../../../platform/rounds.ts';
import { LockKeyhole } from 'lucide-react';
import { Fragment, use } from 'react';
import { formatCount, formatMoney } from '../../../platform/format.ts';
import { EmptyCell, NameTag, RaisedCell, TextCell } from '../kit/record/cells.tsx';
import { NamedCell, UnnamedCell } from '../kit/record/named-cell.tsx';
import { SearchedNames } from '../kit/record/searched-text.ts';
import { formatPlaceName } from '../kit/record/facts.tsx';
import { ProfileLink } from '../kit/record/profile-link.tsx';
import { type DealRow, getPostMoney } from './rows.ts';
import { readFreeCountry } from '../../../records/request-names.ts';
import { buildColumns } from '../kit/record/column-kinds.tsx';

type CellProps = {
  readonly row: DealRow;
  /** Whether names are links; a row that is a button must not contain one. */
  readonly linked?: boolean;
};

const buildProfile = (id: string) => ({ kind: 'company', id }) as const;

/** The company of a deal: initials, name and what it does, or a lock. */
export function CompanyCell({ row, linked = false }: CellProps) {
  const { deal, companyName, companyUnknown, about } = row;
  if (deal.company_id === null) return <EmptyCell words="no company" />;
  if (companyName) {
    return (
      <NamedCell
        name={companyName}
        about={about}
        companyId={deal.company_id}
        {...(linked ? { of: buildProfile(deal.company_id) } : {})}
      />
    );
  }
  return companyUnknown ? <EmptyCell words="unknown company" /> : <UnnamedCell one="Company" />;
}

export const buildRound = ({ deal }: DealRow): Round => toRound(deal);

function PostMoneyCell({ row }: { readonly row: DealRow }) {
  if (row.deal.from_company) return <EmptyCell words="not loaded" />;
  const usd = getPostMoney(row.deal);
  return usd === null ? <EmptyCell words="undisclosed" /> : <span>{formatMoney(usd)}</span>;
}

/** "3 investors, 1 angel"; blank without any. */
function countInvestors({ investor_ids: investors, angel_investor_ids: angels }: DealRow['deal']): string {
  const [investorCount, angelCount] = [investors?.length ?? 0, angels?.length ?? 0];
  return [
    investorCount > 0 && formatCount(investorCount, 'investor'),
    angelCount > 0 && formatCount(angelCount, 'angel'),
  ]
    .filter(Boolean)
    .join(', ');
}

/** All known names, leads first, and the number of the rest; only counts while all names are locked. */
function formatInvestors({ deal, investors, unnamed }: DealRow): string {
  if (investors.length === 0) return countInvestors(deal);
  const names = investors.map(({ name, isLead }) => (isLead ? `${name} (lead)` : name));
  return [...names, ...(unnamed > 0 ? [`+${unnamed}`] : [])].join('; ');
}

/** How many letters of names the column has room for, next to a tag and a count. */
const roomLetters = 24;

/** A name of so many letters is narrower than what remains of a long one. */
const shortName = 5;

/** The first names, leads first, as far as they fit, and the number of the rest; only counts while all are locked. */
export function InvestorsCell({ row: { deal, investors, unnamed }, linked = false }: CellProps) {
  const counts = countInvestors(deal);
  if (counts === '') return <EmptyCell words="none disclosed" />;
  if (investors.length === 0) {
    return (
      <span className="flex min-w-0 items-center gap-1.5 text-ink-3">
        <LockKeyhole aria-hidden className="size-3 shrink-0" />
        <span className="truncate">{counts}</span>
      </span>
    );
  }
  const shown = investors.slice(0, hasRoomForTwo(investors) ? 2 : 1);
  const rest = investors.length - shown.length + unnamed;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {shown.map(({ id, name, isLead }, at) => (
        <Fragment key={id}>
          <span
            className={`truncate ${at === 0 ? 'text-ink' : 'text-ink-3'} ${at === 0 && name.length > shortName ? 'min-w-12' : 'shrink-0'}`}
          >
            {linked ? (
              <ProfileLink kind="investor" id={id} tabIndex={-1}>
                {name}
              </ProfileLink>
            ) : (
              name
            )}
          </span>
          {isLead && <NameTag>Lead</NameTag>}
        </Fragment>
      ))}
      {rest > 0 && <span className="shrink-0 text-ink-3">+{rest}</span>}
    </span>
  );
}

function hasRoomForTwo([first, second]: DealRow['investors']): boolean {
  if (!first || !second) return true;
  const tags = Number(first.isLead) + Number(second.isLead);
  return first.name.length + second.name.length + tags * 6 <= roomLetters;
}

export const toPlace = ({ company, deal }: DealRow) =>
  formatPlaceName(company?.location) ??
  (company || deal.company_id === null ? null : readFreeCountry(deal.company_id)) ??
  null;

const findIndustries = ({ company }: DealRow): string[] =>
  (company?.industries ?? []).flatMap(({ name }) => name ?? []);

/** The industries of the company; null where none is known. */
const listIndustries = (row: DealRow): string | null => findIndustries(row).join(', ') || null;

type SearchedNameProps = {
  readonly of: 'location' | 'industry';
  readonly name: string | null | undefined;
  /** How many further names there are. */
  readonly more?: number;
};

/** What the search already says about a locked company, in a quieter ink. */
function SearchedName({ of, name, more = 0 }: SearchedNameProps) {
  const searched = use(SearchedNames)[of];
  if (!name && searched !== '') return <span className="truncate text-ink-3">{searched}</span>;
  return (
    <>
      <TextCell text={name} />
      {more > 0 && <span className="ml-1.5 shrink-0 text-ink-3">+{more}</span>}
    </>
  );
}

function IndustriesCell({ row }: CellProps) {
  const [first, ...others] = findIndustries(row);
  return <SearchedName of="industry" name={first} more={others.length} />;
}

/** The columns of the deals table. Columns about the company stay empty until it is unlocked. */
export const dealColumns = buildColumns<DealRow>({
  company: {
    header: 'Company',
    width: 200,
    grow: 1,
    cell: (row) => <CompanyCell row={row} linked />,
    key: ({ companyName }) => companyName ?? null,
  },
  round: { header: 'Round', kind: 'round', read: buildRound },
  raised: {
    header: 'Raised',
    width: 92,
    align: 'end',
    cell: ({ deal }) => <RaisedCell deal={deal} />,
    key: ({ deal }) => deal.total_round_raised,
    file: [
      ['Raised (USD)', ({ deal }) => deal.total_round_raised, 'usd'],
      ['Raised (as paid)', ({ deal }) => formatExactNativeAmounts(deal)],
    ],
  },
  announced: { header: 'Announced', kind: 'day', read: ({ deal }) => deal.date, width: 104 },
  investors: {
    header: 'Investors',
    width: 212,
    from: 660,
    cell: (row) => <InvestorsCell row={row} linked />,
    key: ({ investors }) => (investors.length === 0 ? null : investors.map(({ name }) => name).join(', ')),
    file: [['Investors', formatInvestors]],
  },
  location: {
    header: 'Location',
    width: 112,
    from: 880,
    leaves: true,
    cell: (row) => <SearchedName of="location" name={toPlace(row)} />,
    key: toPlace,
  },
  industries: {
    header: 'Industries',
    width: 148,
    from: 1080,
    leaves: true,
    cell: (row) => <IndustriesCell row={row} />,
    key: listIndustries,
  },
  'post-money': {
    header: 'Post-money',
    width: 98,
    align: 'end',
    off: true,
    cell: (row) => <PostMoneyCell row={row} />,
    key: ({ deal }) => getPostMoney(deal),
    file: [['Post-money (USD)', ({ deal }) => getPostMoney(deal), 'usd']],
  },
  added: { header: 'Added', kind: 'day', read: ({ deal }) => deal.created_at, off: true },
  employees: { header: 'Employees', kind: 'employees', read: ({ company }) => company?.num_employees, off: true },
  domain: { header: 'Domain', kind: 'text', read: (row) => row.domain, off: true },
  description: {
    header: 'What it does',
    kind: 'text',
    read: ({ company, deal }) => company?.short_description ?? deal.deal_descriptions?.short_description,
    width: 260,
    off: true,
  },
});
