import { createContext } from 'react';

/** Whether a screen is rendered by the build, for the document (app/built-page.tsx): it must not show what changes. */
export const IsBuilt = createContext(false);
