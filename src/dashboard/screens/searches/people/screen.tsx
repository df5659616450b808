import { SearchPage } from '../kit/search-page.tsx';
import { NameCell, TwoLines } from '../kit/record/cells.tsx';
import { DealFigure } from '../kit/record/deal-figure.tsx';
import { formatRoles } from '../kit/record/facts.tsx';
import { groupByMonth, groupByWords } from '../kit/record/groupings.tsx';
import { ResultCard } from '../kit/record/result-card.tsx';
import type { RowDisplay } from '../kit/resource/resource.ts';
import { listEmployerNames, personColumns } from './columns.tsx';
import { buildPersonRow, people, type PersonRow } from './people.ts';
import { PersonDetail } from './detail.tsx';
import { personExport } from './export-columns.ts';

const formatJob = ({ record }: PersonRow): string =>
  [record.title, record.current_company?.name].filter(Boolean).join(', ');

const display: RowDisplay<PersonRow> = {
  toRow: buildPersonRow,
  columns: personColumns,
  groupings: [
    groupByWords({ id: 'roles', name: 'Known as', none: 'No role known' }, ({ record }) => formatRoles(record)),
    groupByMonth(({ record }) => record.investor_highlights?.most_recent_deal_date),
  ],
  exported: personExport,
  item: (row) => (
    <TwoLines
      first={<NameCell name={row.record.name} />}
      figure={<DealFigure matching={row.matching} total={row.record.investor_highlights?.total_deal_count ?? null} />}
      second={
        <>
          <span className="truncate">{formatJob(row)}</span>
          <span className="ml-auto shrink-0">{formatRoles(row.record)}</span>
        </>
      }
    />
  ),
  card: (row) => (
    <ResultCard
      kind="person"
      id={row.id}
      name={row.record.name}
      figure={<DealFigure matching={row.matching} total={row.record.investor_highlights?.total_deal_count ?? null} />}
      second={<span className="truncate">{formatJob(row)}</span>}
      third={<span className="truncate">{listEmployerNames(row)[0] ?? row.record.location}</span>}
    />
  ),
  describe: (row) => ({
    name: row.record.name,
    about: formatJob(row),
    profile: { kind: 'person', id: row.id, within: row.matching !== null },
  }),
  detail: (id, row) => <PersonDetail id={id} row={row} />,
};

/** The people screen. */
export function PeoplePage() {
  return <SearchPage resource={people} display={display} />;
}
