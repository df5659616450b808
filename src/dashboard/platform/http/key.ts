import { createState } from '../state.ts';
import { writeStored, readStored } from '../storage/storage.ts';

/**
 * The key that this browser brings, where the gateway adds none. It lives in memory, and in this device's storage
 * only when the person chose so; it never enters a URL, a log or an error text.
 */
const key = createState(readStored('key'));

/** The key of this browser; undefined when the gateway brings its own or none was entered. */
export const readKey = (): string | undefined => key.read();

/** Takes a key into use, and onto this device when asked to remember it; false when the device could not keep it. */
export function storeKey(value: string, onThisDevice: boolean): boolean {
  key.write(value);
  return writeStored('key', onThisDevice ? value : undefined);
}

/** Forgets the key, here and on this device. */
export function deleteKey(): void {
  key.write(undefined);
  writeStored('key', undefined);
}

/** Whether a key is in use, as React state. */
export const useHasKey = (): boolean => key.use() !== undefined;

/** Calls whenever another key comes into use. */
export const watchKey = (listener: () => void): (() => void) => key.watch(listener);
