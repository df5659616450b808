import { lazy } from 'react';

/** The dialog in a chunk of its own: most screens never open one. */
export const LazySheet = lazy(() => import('./sheet.tsx').then(({ Sheet }) => ({ default: Sheet })));
