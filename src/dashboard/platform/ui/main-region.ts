import { createContext, type RefObject, use } from 'react';

/** What can take the focus: an element, or rows, which give it to the one that the Tab key reaches. */
export type FocusTarget = { readonly focus: (options?: FocusOptions) => void };

/** The main region of the page, which the shell renders. */
export const MainRegion = createContext<RefObject<HTMLElement | null>>({ current: null });

/** The results of a search screen, while there is one; the skip link leads there. */
export const ResultsRegion = createContext<RefObject<FocusTarget | null>>({ current: null });

/** A function that moves the focus to the start of the screen, where what had it is gone. */
export function useFocusMain(): () => void {
  const main = use(MainRegion);
  return () => main.current?.focus();
}
