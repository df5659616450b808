import { useEffectEvent, useLayoutEffect } from 'react';
import { readSingleKeys } from '../storage/storage.ts';

/** Whether a key would be typed into a field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Whether a dialog covers the screen; the screen's shortcuts are then off. */
export const hasDialog = (): boolean => document.querySelector('[role="dialog"]') !== null;

/** Listens to the keys of the whole window; with `isFirst`, before its elements do. */
export function useWindowKeys(onKeyDown: (event: KeyboardEvent) => void, isFirst = false): void {
  const press = useEffectEvent(onKeyDown);
  // An effect would run after the paint, and a key pressed in between would be lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen, isFirst);
    return () => window.removeEventListener('keydown', listen, isFirst);
  }, [isFirst]);
}

/** Runs an action for a single key, unless single-key shortcuts are off, a dialog is open or the user types. */
export function useSingleKey(key: string, onPress: () => void, isOn = true): void {
  useWindowKeys((event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (!isOn || event.key !== key || !isPlain || event.defaultPrevented) return;
    if (!readSingleKeys() || isTyping(event.target) || hasDialog()) return;
    event.preventDefault();
    onPress();
  });
}
