import { createContext } from 'react';

/** The description that the results below it were searched by; blank without one. */
export const SearchedText = createContext('');
