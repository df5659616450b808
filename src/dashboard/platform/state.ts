import { useEffect, useState, useSyncExternalStore } from 'react';

/** A value outside React: read and written anywhere, watched with `use`, or with `watch` outside React. */
export type State<T> = {
  readonly read: () => T;
  readonly write: (next: T) => void;
  readonly use: () => T;
  /** Calls back on every change; returns a function that ends this. */
  readonly watch: (listener: () => void) => () => void;
};

/** Creates a small observable value; writing the same value again notifies nobody. */
export function createState<T>(initial: T): State<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const watch = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const read = () => value;
  return {
    read,
    write: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(watch, read, read),
    watch,
  };
}

/** The value, once it has not changed for this many milliseconds. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
