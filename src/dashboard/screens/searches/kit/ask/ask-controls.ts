import { createContext, type ReactNode, type RefObject } from 'react';
import type { SearchScreen } from '#contract/filters.ts';
import type { SearchQuery } from '../query/search-query.ts';

/** What Enter and the arrow keys in the box reach. */
export type AskControls = {
  readonly input: RefObject<HTMLInputElement | null>;
  /** The first meaning of words that the user has to choose; Enter moves to it. */
  readonly choice: RefObject<HTMLButtonElement | null>;
  /** The button that searches the sentence at its price; Enter presses it. */
  readonly search: RefObject<HTMLButtonElement | null>;
};

/** What searches a sentence: its query, and what follows. */
export type AskSearchParts = {
  readonly query: SearchQuery;
  readonly searchButton: RefObject<HTMLButtonElement | null>;
  readonly onDone: () => void;
};

/** The search screen around a box: a sentence about it is searched from the box. */
export type AskScreen = {
  readonly name: SearchScreen;
  /** A function, so that the reader of sentences does not load the form. */
  readonly renderSearch: (parts: AskSearchParts) => ReactNode;
};

/** A sentence that is searched on another screen than the one it was written on. */
export type ElsewhereParts = Omit<AskSearchParts, 'onDone'> & {
  readonly name: SearchScreen;
  /** Opens the screen with the results of a query that was sent. */
  readonly onShow: (sent: SearchQuery) => void;
};

/** What searches a sentence elsewhere. The app provides it, because it knows all screens. */
export const RenderElsewhere = createContext<((parts: ElsewhereParts) => ReactNode) | undefined>(undefined);

/** Takes the search of a sentence, and whether the sentence asks the market for a figure; false leaves it to its screen. */
export type FillSearch = (screen: SearchScreen, query: SearchQuery, isMarket: boolean) => boolean;
