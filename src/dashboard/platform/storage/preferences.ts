import { createState } from '../state.ts';
import { readStored, singleKeys, writeStored } from './storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const theme = createState<Theme>(themes.find((known) => known === readStored('theme')) ?? 'system');

/** The chosen theme; public/theme.js applies the same choice before the first paint. */
export const useTheme = theme.use;

/** Applies a theme at once and stores it; `system` follows the system from then on. */
export function chooseTheme(next: Theme): void {
  theme.write(next);
  writeStored('theme', next === 'system' ? undefined : next);
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
}

export const useSingleKeys = singleKeys.use;

export function allowSingleKeys(allowed: boolean): void {
  singleKeys.write(allowed);
  writeStored('single-keys', allowed ? undefined : 'off');
}
