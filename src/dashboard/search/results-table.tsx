import { toCount } from '../format.ts';
import { DataGrid } from '../table/data-grid.tsx';
import type { GridRow, Sorted } from '../table/grid-column.ts';
import { ItemList } from '../table/item-list.tsx';
import { noSelection } from '../table/selection.ts';
import { Button } from '../ui/button.tsx';
import type { SearchAnswer } from './answer.ts';
import { LoadFoot } from './load-foot.tsx';
import { toShownOrder } from './order.ts';
import type { Question } from './question.ts';
import type { AnyResource } from './resource.ts';
import type { TableState } from './results-head.tsx';
import type { ResultsProps } from './results.tsx';

export type ResultsTableProps<R extends GridRow> = ResultsProps<R> & {
  readonly answer: SearchAnswer;
  readonly table: TableState<R>;
};

/** The rows, what can be done with them on the screen, and what leads on. */
export function ResultsTable<R extends GridRow>(props: ResultsTableProps<R>) {
  const { resource, search, parts, wide, openId, onOpen, onClose, answer, table } = props;
  const { question, pending, allowance, onMore } = search;
  const { ids, arranged, choice } = table;
  const label = resource.many.charAt(0).toUpperCase() + resource.many.slice(1);
  return (
    <>
      <RowTools {...props} />
      {wide ? (
        <DataGrid
          label={label}
          columns={resource.columns}
          choice={choice}
          view={arranged.view}
          sorted={arranged.sorted ?? toServiceOrder(resource, question)}
          selection={table.selection}
          openId={openId}
          acts={{
            onChoice: table.onChoice,
            onSelect: table.onSelect,
            onSort: arranged.onSort,
            onNear: arranged.onNear,
            onOpen,
            onClose,
            onEnd: allowance.onEnd,
          }}
        />
      ) : (
        <ItemList label={label} view={arranged.view} onOpen={onOpen} onEnd={allowance.onEnd}>
          {resource.item}
        </ItemList>
      )}
      <LoadFoot {...{ resource, answer, pending, allowance, onMore }} rows={question.rows}>
        {answer.ownedBefore > 0 &&
          `${toCount(answer.ownedBefore, 'row')} of these ${answer.ownedBefore === 1 ? 'was' : 'were'} owned before and billed again. `}
        {parts.remark?.(ids)}
      </LoadFoot>
    </>
  );
}

/** The column that shows the order of the service. */
function toServiceOrder(resource: AnyResource, question: Question): Sorted | undefined {
  const { column, direction } = toShownOrder(resource, question);
  return column === undefined ? undefined : { column, direction };
}

/** What can be done with the selected rows, and the word that another order is of the loaded rows alone; free. */
function RowTools<R extends GridRow>({ parts, wide, table }: ResultsTableProps<R>) {
  const { selected, arranged, onSelect } = table;
  if (!arranged.sorted && selected.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4.5 pb-2 text-[12px] text-ink-3">
      {arranged.sorted && wide && (
        <span className="flex items-center gap-2">
          The loaded rows alone are ordered by this column.
          <Button look="ghost" onClick={() => arranged.onSort('')}>
            As the service gave them
          </Button>
        </span>
      )}
      {selected.length > 0 && (
        <fieldset aria-label="Selected rows" className="flex flex-wrap items-center gap-1.5">
          <output className="font-medium text-accent-ink">{toCount(selected.length, 'row')} selected</output>
          {parts.bulk?.(selected)}
          <Button look="ghost" onClick={() => onSelect(noSelection)}>
            Select none
          </Button>
        </fieldset>
      )}
    </div>
  );
}
