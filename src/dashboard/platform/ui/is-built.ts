import { createContext } from 'react';

/**
 * Whether a screen is rendered by the build, for the document (app/built-page.tsx): it must not show what changes. Later
 * visits leave out what has the attribute `data-first-visit`: what is true as long as nothing is stored.
 */
export const IsBuilt = createContext(false);
