import { createContext } from 'react';

/** The description that the results below it were searched by; blank without one. */
export const SearchedText = createContext('');

/** The one place and the one industry that the results below it were searched by, by name; blank without one. */
export const SearchedNames = createContext({ location: '', industry: '' });
