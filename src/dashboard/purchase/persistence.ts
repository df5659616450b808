import { keepStored, readStored } from '../platform/storage/storage.ts';

/** Asks the browser once not to clear what was bought; after a purchase, when there is something to keep. */
export function askToPersist(): void {
  if (readStored('persistence') !== undefined) return;
  keepStored('persistence', 'asked');
  // Absent on plain http.
  void (navigator.storage as StorageManager | undefined)?.persist().catch(() => undefined);
}
