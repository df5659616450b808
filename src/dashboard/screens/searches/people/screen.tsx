import { SearchPage } from '../kit/search-page.tsx';
import { NameCell, TwoLines } from '../kit/record/cells.tsx';
import { DealFigure } from '../kit/record/deal-figure.tsx';
import { formatRoles } from '../kit/record/facts.tsx';
import type { RowDisplay } from '../kit/resource/resource.ts';
import { personColumns } from './columns.tsx';
import { buildPersonRow, people, type PersonRow } from './people.ts';
import { PersonDetail } from './detail.tsx';
import { personExport } from './export-columns.ts';

const display: RowDisplay<PersonRow> = {
  toRow: buildPersonRow,
  columns: personColumns,
  groupings: [],
  exported: personExport,
  item: (row) => (
    <TwoLines
      first={<NameCell name={row.record.name} />}
      figure={<DealFigure matching={row.matching} total={row.record.investor_highlights?.total_deal_count ?? null} />}
      second={
        <>
          <span className="truncate">
            {[row.record.title, row.record.current_company?.name].filter(Boolean).join(', ')}
          </span>
          <span className="ml-auto shrink-0">{formatRoles(row.record)}</span>
        </>
      }
    />
  ),
  describe: ({ id, record, matching }) => ({
    name: record.name,
    about: [record.title, record.current_company?.name].filter((part) => part).join(', '),
    profile: { kind: 'person', id, within: matching !== null },
  }),
  detail: (id, row) => <PersonDetail id={id} row={row} />,
};

/** The people screen. */
export function PeoplePage() {
  return <SearchPage resource={people} display={display} />;
}
