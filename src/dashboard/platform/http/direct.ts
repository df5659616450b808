import { z } from 'zod';
import { createState } from '../state.ts';
import { writeStored, readStored } from '../storage/storage.ts';

/** Whether this page was built for a host without a gateway. The user then enters the service's URL and the key. */
export const isDirect = import.meta.env.MODE === 'direct';

const directService = z.object({ address: z.string(), alertAmounts: z.enum(['usd', 'millions']) });
/** A service that a page without a gateway calls directly: its URL, and the unit of its alert amounts. */
export type DirectService = z.infer<typeof directService>;

const service = createState(isDirect ? readStoredService() : undefined);

function readStoredService(): DirectService | undefined {
  try {
    return directService.parse(JSON.parse(readStored('service') ?? ''));
  } catch {
    return undefined;
  }
}

/** The service that the user entered; undefined before that, and on pages with a gateway. */
export const readDirectService = service.read;
export const useEnteredService = service.use;

/** Switches to a service, or to none. Its URL is no secret and is stored on this device. */
export function storeDirectService(next: DirectService | undefined): void {
  service.write(next);
  writeStored('service', next && JSON.stringify(next));
}
