import { useSyncExternalStore } from 'react';

/** Whether a media query holds, kept up to date. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Whether form and table stand side by side; below 900 px the form is a sheet (tailwind.config.ts: `wide`). */
export const useIsWide = (): boolean => useMedia('(min-width: 900px)');
