import { use } from 'react';
import { ResultsRegion } from '../../../../platform/ui/main-region.ts';

/** A function that moves the focus to the rows; to the results where they are a list. */
export function useFocusRows(): (options?: FocusOptions) => void {
  const results = use(ResultsRegion);
  return (options) => results.current?.focus(options);
}

/** Makes of an action that removes its own button one that moves the focus to the rows first. */
export function useThenToTable(): (action: () => void) => () => void {
  const focusRows = useFocusRows();
  return (action) => () => {
    focusRows({ preventScroll: true });
    action();
  };
}
