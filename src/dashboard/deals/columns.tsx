import { createColumnChoice } from '../table/column-choice.ts';
import { gridColumns, type GridColumn } from '../table/grid-features.ts';
import type { Sorted } from '../table/grid-rows.tsx';
import {
  CompanyCell,
  DayCell,
  InvestorsCell,
  PostMoneyCell,
  RaisedCell,
  RoundMark,
  TextCell,
  toRound,
} from './cells.tsx';
import type { DealsQuestion } from './question.ts';
import type { DealRow } from './rows.ts';

const columns = gridColumns<DealRow>();

const announced = columns.display({
  id: 'announced',
  header: 'Announced',
  meta: { width: 104 },
  cell: ({ row }) => <DayCell moment={row.original.deal.date} />,
});
const company = columns.display({
  id: 'company',
  header: 'Company',
  meta: { width: 120, grow: 1.1 },
  cell: ({ row }) => <CompanyCell row={row.original} />,
});
const round = columns.display({
  id: 'round',
  header: 'Round',
  meta: { width: 160 },
  cell: ({ row }) => <RoundMark round={toRound(row.original)} />,
});
const raised = columns.display({
  id: 'raised',
  header: 'Raised',
  meta: { width: 98, align: 'end' },
  cell: ({ row }) => <RaisedCell row={row.original} />,
});
const postMoney = columns.display({
  id: 'post-money',
  header: 'Post-money',
  meta: { width: 98, align: 'end', from: 700 },
  cell: ({ row }) => <PostMoneyCell row={row.original} />,
});
const investors = columns.display({
  id: 'investors',
  header: 'Investors',
  meta: { width: 130, grow: 1.5, from: 620 },
  cell: ({ row }) => <InvestorsCell row={row.original} />,
});
const locationColumn = (off: boolean) =>
  columns.display({
    id: 'location',
    header: 'Location',
    meta: { width: 116, from: 800, off },
    cell: ({ row }) => {
      const { city, country } = row.original.company?.location ?? {};
      return <TextCell text={city?.name ?? country?.name} />;
    },
  });
const added = columns.display({
  id: 'added',
  header: 'Added',
  meta: { width: 104, from: 1060 },
  cell: ({ row }) => <DayCell moment={row.original.deal.created_at} />,
});

/** Facts of the company and words about the round: there for who wants them. */
const further = [
  columns.display({
    id: 'employees',
    header: 'Employees',
    meta: { width: 96, off: true },
    cell: ({ row }) => <TextCell text={row.original.company?.num_employees} />,
  }),
  columns.display({
    id: 'domain',
    header: 'Domain',
    meta: { width: 140, off: true },
    cell: ({ row }) => <TextCell text={row.original.company?.domain} />,
  }),
  columns.display({
    id: 'industries',
    header: 'Industries',
    meta: { width: 180, off: true },
    cell: ({ row }) => (
      <TextCell text={row.original.company?.industries?.flatMap(({ name }) => name ?? []).join(', ')} />
    ),
  }),
  columns.display({
    id: 'description',
    header: 'Description',
    meta: { width: 260, off: true },
    cell: ({ row }) => <TextCell text={row.original.deal.deal_descriptions?.short_description} />,
  }),
];

const toColumns = (companiesBought: boolean): readonly GridColumn<DealRow>[] => [
  announced,
  company,
  round,
  raised,
  postMoney,
  investors,
  locationColumn(!companiesBought),
  added,
  ...further,
];
const [withoutCompanies, withCompanies] = [toColumns(false), toColumns(true)];

/** The columns of the deals table; where a company sits is known only once companies are bought. */
export const dealColumns = (companiesBought: boolean): readonly GridColumn<DealRow>[] =>
  companiesBought ? withCompanies : withoutCompanies;

/** What this person made of them, kept on this device. */
export const dealColumnChoice = createColumnChoice('deals');

/** The column that shows an order. */
export const sortedBy: Record<DealsQuestion['sort'], Sorted> = {
  most_recent_deal: { column: 'announced', direction: 'descending' },
  oldest_deal: { column: 'announced', direction: 'ascending' },
  largest_raise: { column: 'raised', direction: 'descending' },
  smallest_raise: { column: 'raised', direction: 'ascending' },
};
