import { lazyPart } from './lazy-part.tsx';

/** The dialog in a chunk of its own: most screens never open one. */
export const LazySheet = lazyPart(() => import('./sheet.tsx').then(({ Sheet }) => ({ default: Sheet })));
