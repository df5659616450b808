import { createContext } from 'react';

/**
 * Whether the build renders the screen, for the document (app/built-page.tsx): it must not show what changes. Later
 * visits leave out elements with the attribute `data-first-visit`: what is true only while nothing is stored.
 */
export const IsBuilt = createContext(false);
