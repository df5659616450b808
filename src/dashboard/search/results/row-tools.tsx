import type { ReactNode } from 'react';
import { formatCount } from '../../platform/format.ts';
import { TagField } from '../../library/status/tag-field.tsx';
import { StatusChoice } from '../../library/status/verdict-choice.tsx';
import type { GridRow } from '../table/grid-column.ts';
import { Button } from '../../platform/ui/button.tsx';
import type { ResultsTableProps } from './results-table.tsx';

/** Runs an act whose button goes away with it: the keyboard goes on in the table. */
function thenToTable(act: () => void): () => void {
  return () => {
    document.querySelector<HTMLElement>('[role="grid"] [data-at][tabindex="0"]')?.focus({ preventScroll: true });
    act();
  };
}

/** What was made of the loaded rows on the screen, and what can be done with the selected ones; free. */
export function RowTools<R extends GridRow>(props: ResultsTableProps<R>) {
  const { wide, table, search } = props;
  const { selected, arranged, narrowed, marking } = table;
  const { said, canUndo, onUndo } = marking;
  const { passed } = narrowed;
  const isSorted = arranged.sorted !== undefined && wide;
  return (
    <div className="@container flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4.5 pb-2 text-[12px] text-ink-3 empty:hidden">
      {isSorted && (
        <Line act="Default order" onAction={() => arranged.onSort('')}>
          Only the loaded rows are sorted by this column.
        </Line>
      )}
      {passed > 0 && (
        <Line
          act={passed === 1 ? 'Show it' : 'Show them'}
          onAction={() => search.onNarrow({ ...search.narrowing, hide: false })}
        >
          {formatCount(passed, 'passed row')} hidden.
        </Line>
      )}
      {selected.length > 0 && <SelectedRows {...props} />}
      {said !== undefined && (
        <span className="flex items-center gap-1">
          <output className="text-ink-2">{said}</output>
          {canUndo && (
            <Button look="ghost" onClick={thenToTable(onUndo)}>
              Undo
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

type LineProps = { readonly children: ReactNode; readonly act: string; readonly onAction: () => void };

function Line({ children, act, onAction }: LineProps) {
  return (
    <span className="flex items-center gap-1">
      <output>{children}</output>
      <Button look="ghost" onClick={thenToTable(onAction)}>
        {act}
      </Button>
    </span>
  );
}

function SelectedRows<R extends GridRow>({ resource, parts, table }: ResultsTableProps<R>) {
  const { selected, marking, onSelectNone } = table;
  return (
    <fieldset aria-label="Selected rows" className="tool-line min-w-0">
      <output className="mr-1 font-medium text-accent-ink">{formatCount(selected.length, 'row')} selected</output>
      <StatusChoice verdict={marking.verdict} withKeys onVerdict={marking.onVerdict} />
      <TagField kind={resource.marked} onTag={marking.onTag} />
      {parts.bulk?.(selected)}
      <Button look="ghost" onClick={thenToTable(onSelectNone)}>
        Select none
      </Button>
    </fieldset>
  );
}
