import { createState } from '../state.ts';
import { writeStored, readStored } from './storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const theme = createState<Theme>(themes.find((known) => known === readStored('theme')) ?? 'system');
const singleKeys = createState(readStored('single-keys') !== 'off');
const lastPlace = createState(readStored('last-place') ?? '/deals');

/** The chosen theme; public/early.js applies the same choice before the first paint. */
export const useTheme = theme.use;

/** Applies a theme at once and keeps it; `system` follows the system from then on. */
export function chooseTheme(next: Theme): void {
  theme.write(next);
  writeStored('theme', next === 'system' ? undefined : next);
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
}

/** Whether single keys such as ? act; WCAG 2.1.4 asks that they can be switched off. */
export const useSingleKeys = singleKeys.use;
export const readSingleKeys = singleKeys.read;

export function allowSingleKeys(allowed: boolean): void {
  singleKeys.write(allowed);
  writeStored('single-keys', allowed ? undefined : 'off');
}

/** The screen that the person last looked at, for the way in at `/`. */
export const readLastPlace = lastPlace.read;

export function storeLastPlace(path: string): void {
  lastPlace.write(path);
  writeStored('last-place', path);
}
