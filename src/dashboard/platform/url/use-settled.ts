import { useEffect, useEffectEvent, useState } from 'react';

const restMs = 200;

/** A text that is on the screen at once, and what it was when it ran ahead of the address. */
type Ahead = { readonly text: string; readonly of: string };

/**
 * A text of the address that a hand changes quickly: what comes back follows every change at once, and `write` puts it
 * into the address when it has rested for a fifth of a second, a blank as nothing. Whatever else changes it in the
 * address counts.
 */
export function useSettledValue(
  held: string | undefined,
  write: (next: string | undefined) => void,
): [string, (next: string) => void] {
  const text = held ?? '';
  const [ahead, setAhead] = useState<Ahead>();
  const settle = useEffectEvent(write);
  if (ahead && ahead.of !== text) setAhead(undefined);
  const shown = ahead?.of === text ? ahead.text : text;
  useEffect(() => {
    if (shown === text) return undefined;
    const timer = setTimeout(() => settle(shown === '' ? undefined : shown), restMs);
    return () => clearTimeout(timer);
  }, [shown, text]);
  return [shown, (next) => setAhead({ text: next, of: text })];
}
