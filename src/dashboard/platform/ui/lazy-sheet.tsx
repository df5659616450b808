import { lazyPart } from './lazy-part.tsx';

/** The dialog in a separate chunk, because most screens never open one. */
export const LazySheet = lazyPart(() => import('./sheet.tsx').then((module) => module.Sheet));
