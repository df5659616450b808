import { useEffect, useEffectEvent, useState } from 'react';

/** A text on screen that is not in the address yet, and the address's text when it was typed. */
type PendingText = { readonly text: string; readonly of: string };

const debounceMs = 200;

/**
 * A text in the address that changes while the user types; written, undefined where it is blank, once typing pauses for
 * 200 ms. Any other change of the address wins.
 */
export function useSettledText(
  addressText = '',
  write: (next: string | undefined) => void,
): [text: string, onChange: (next: string) => void] {
  const [pending, setPending] = useState<PendingText>();
  const text = pending?.of === addressText ? pending.text : addressText;
  const settle = useEffectEvent(write);
  useEffect(() => {
    if (text === addressText) return undefined;
    const timer = setTimeout(() => settle(text === '' ? undefined : text), debounceMs);
    return () => clearTimeout(timer);
  }, [text, addressText]);
  return [text, (next) => setPending({ text: next, of: addressText })];
}
