import { useRef, useState, type MouseEvent } from 'react';
import { toEntryTenths, type Entry } from './entries.ts';

/**
 * Tells a deliberate press from Enter after typing. The first row is marked by itself; where it costs, Enter spends
 * only after the person moved to it by an arrow or pressed Enter twice. The pointer always means the row under it.
 */
export function useMeant() {
  const movedTo = useRef<string>(undefined);
  const [armed, setArmed] = useState<Entry>();
  const isMeant = (entry: Entry, event: MouseEvent): boolean => {
    const isPointer = event.detail > 0;
    if (toEntryTenths(entry) === 0 || isPointer || movedTo.current === entry.key || armed?.key === entry.key) {
      return true;
    }
    setArmed(entry);
    return false;
  };
  const noteMove = (entry: Entry | undefined) => {
    movedTo.current = entry?.key;
  };
  return { armed, isMeant, noteMove, disarm: () => setArmed(undefined) };
}
