import type { GridRow } from '../table/grid-column.ts';
import { maxFindLength } from '../query/search-query.ts';
import type { RowOrder } from '../table/use-row-order.ts';

type FindFieldProps<R extends GridRow> = { readonly arranged: RowOrder<R>; readonly loaded: number };

/** Finds among the loaded rows, in every column that can be read as text; free. */
export function FindField<R extends GridRow>({ arranged, loaded }: FindFieldProps<R>) {
  const { wanted, onFind, view, waits } = arranged;
  return (
    <span className="flex items-center gap-2 text-[12px] text-ink-3">
      <input
        type="search"
        aria-label="Find in the loaded rows"
        placeholder="Find in the loaded rows"
        value={wanted}
        maxLength={maxFindLength}
        className="field-box h-8 w-48 px-2.5 text-[13px] text-ink"
        onChange={({ target }) => onFind(target.value)}
      />
      <output className="tabular-nums">
        {wanted.trim() === '' && view.count === loaded
          ? ''
          : waits
            ? 'Reading the rows'
            : `${view.count.toLocaleString('en-US')} of ${loaded.toLocaleString('en-US')} loaded`}
      </output>
    </span>
  );
}
