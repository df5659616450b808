import { useEffect } from 'react';
import { readSingleKeys } from '../storage/storage.ts';

/** Whether a key would be typed into a field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Runs an action for a single key, unless single-key shortcuts are off, a dialog is open or the user types. */
export function useSingleKey(key: string, onPress: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      if (event.key !== key || !isPlain || event.defaultPrevented) return;
      if (!readSingleKeys() || isTyping(event.target) || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      onPress();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [key, onPress]);
}
