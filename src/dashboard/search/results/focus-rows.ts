/** Moves the focus to the rows; to the results where they are a list. */
export const focusRows = (options?: FocusOptions): void =>
  document.querySelector<HTMLElement>('#results:not(:has([data-at])),#results [data-at][tabindex="0"]')?.focus(options);

/** Runs an action that removes its own button, then moves the focus to the rows. */
export function thenToTable(action: () => void): () => void {
  return () => {
    focusRows({ preventScroll: true });
    action();
  };
}
