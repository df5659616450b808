import { createState } from '../state.ts';
import { writeStored, readStored } from '../storage/storage.ts';

/**
 * The API key of this browser, for gateways that add none. It is held in memory, and in this device's storage only if
 * the user chose that; it never appears in a URL, a log or an error message.
 */
const key = createState(readStored('key'));

/** The key of this browser; undefined when the gateway adds its own or none was entered. */
export const readKey = (): string | undefined => key.read();

/** Uses a key, and stores it on this device if `onThisDevice`; returns false when it could not be stored. */
export function storeKey(value: string, onThisDevice: boolean): boolean {
  key.write(value);
  return writeStored('key', onThisDevice ? value : undefined);
}

/** Deletes the key, in memory and on this device. */
export function deleteKey(): void {
  key.write(undefined);
  writeStored('key', undefined);
}

/** Whether a key is in use, as React state. */
export const useHasKey = (): boolean => key.use() !== undefined;

/** Calls back whenever the key changes. */
export const watchKey = (listener: () => void): (() => void) => key.watch(listener);
