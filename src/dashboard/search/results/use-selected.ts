import { useMemo, useState } from 'react';
import { noSelection, type Selection } from '../table/selection.ts';

/** What is selected of the rows in view. */
export type Selected = {
  /** The ids, in the order in which the rows stand. */
  readonly selected: readonly string[];
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onSelectNone: () => void;
};

/**
 * The selection, as far as its rows are in view: what is found away or hidden is in no count, no mark and no file, and
 * is selected again when it comes back.
 */
export function useSelected(ids: readonly string[], order: Uint32Array): Selected {
  const [all, setAll] = useState(noSelection);
  const selected = useMemo(() => {
    const inView: string[] = [];
    if (all.ids.size === 0) return inView;
    for (const row of order) {
      const id = ids[row];
      if (id !== undefined && all.ids.has(id)) inView.push(id);
    }
    return inView;
  }, [ids, order, all]);
  const hasMore = selected.length < all.ids.size;
  const selection = useMemo(() => (hasMore ? { ...all, ids: new Set(selected) } : all), [hasMore, all, selected]);
  return {
    selected,
    selection,
    onSelect: (next) => {
      const away = hasMore ? [...all.ids].filter((id) => !selection.ids.has(id)) : [];
      setAll(away.length > 0 ? { ...next, ids: new Set([...next.ids, ...away]) } : next);
    },
    onSelectNone: () => setAll(noSelection),
  };
}
