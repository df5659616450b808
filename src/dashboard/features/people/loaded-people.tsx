import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { type LoadedProps, LoadedResults } from '../../search/loaded-results.tsx';
import { NameCell, TwoLines } from '../../search/record/cells.tsx';
import { DealFigure } from '../../search/record/deal-figure.tsx';
import { formatRoles } from '../../search/record/facts.tsx';
import type { Resource, ScreenParts } from '../../search/resource/resource.ts';
import { personColumns } from './columns.tsx';
import { people } from './people.ts';
import { buildPersonRow, type PersonRow } from './rows.ts';

// Most visits never open a record.
const PersonDetail = lazyPart(() => import('./detail.tsx').then((module) => module.PersonDetail));

/** The loaded people. */
export const LoadedPeople = (props: LoadedProps) => <LoadedResults {...props} resource={resource} parts={parts} />;

const parts: ScreenParts<PersonRow> = { detail: (id, row) => <PersonDetail id={id} row={row} /> };

const resource: Resource<PersonRow> = {
  ...people,
  toRow: buildPersonRow,
  columns: personColumns,
  loadExported: async () => (await import('./export-columns.ts')).personExport,
  item: (row) => (
    <TwoLines
      first={<NameCell name={row.person.name} />}
      figure={<DealFigure matching={row.matching} total={row.person.investor_highlights?.total_deal_count ?? null} />}
      second={
        <>
          <span className="truncate">
            {[row.person.title, row.person.current_company?.name].filter(Boolean).join(', ')}
          </span>
          <span className="ml-auto shrink-0">{formatRoles(row.person)}</span>
        </>
      }
    />
  ),
  formatTitle: ({ person }) => person.name ?? 'Person',
  describe: ({ id, person, matching }) => ({
    about: [person.title, person.current_company?.name].filter((part) => part).join(', '),
    profile: { kind: 'person', id, within: matching !== null },
  }),
};
