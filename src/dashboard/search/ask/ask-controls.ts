import type { ReactNode } from 'react';
import type { SearchScreen } from '#contract/filters.ts';
import type { SearchQuery } from '../query/search-query.ts';

/** The button that searches a sentence at its price; Enter presses it. */
export const askSearchButton = '[data-ask-search] button';

/** The first meaning of words that the user has to choose; Enter moves to it. */
export const askOpenChoice = '[data-open-choice] button';

/** What searches a sentence: its query, and what follows. */
export type AskSearchParts = {
  readonly query: SearchQuery;
  readonly onDone: () => void;
};

/** The search screen around a box: a sentence about it is searched from the box. */
export type AskScreen = {
  readonly name: SearchScreen;
  /** A function, so that the reader of sentences does not load the form. */
  readonly renderSearch: (parts: AskSearchParts) => ReactNode;
};
