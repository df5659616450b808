import { z } from 'zod';
import { createState } from '../state.ts';
import { writeStored, readStored } from '../storage/storage.ts';

/** Whether this page was built for a host without a gateway; then the person names the service and brings the key. */
export const isDirect = import.meta.env.MODE === 'direct';

const directService = z.object({ address: z.string(), alertAmounts: z.enum(['usd', 'millions']) });
/** A service that a page without a gateway asks by itself: its address, and the unit of its alert amounts. */
export type DirectService = z.infer<typeof directService>;

const service = createState(isDirect ? readKept() : undefined);

function readKept(): DirectService | undefined {
  try {
    return directService.parse(JSON.parse(readStored('service') ?? ''));
  } catch {
    return undefined;
  }
}

/** The service that the person named; undefined until then, and wherever a gateway answers. */
export const readDirectService = service.read;
export const useNamedService = service.use;

/** Takes a service into use, or none; its address is no secret and stays on this device. */
export function storeDirectService(next: DirectService | undefined): void {
  service.write(next);
  writeStored('service', next && JSON.stringify(next));
}
