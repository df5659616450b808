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

/** Reads an address as a person types it; a sentence where it cannot be one. */
export function readAddress(text: string): { address: string } | { problem: string } {
  const typed = text.trim();
  const shape = 'Enter the whole address, such as https://api.example.com/api/v1.';
  if (!/^https?:\/\//i.test(typed) || !URL.canParse(typed)) return { problem: shape };
  const { protocol, username, password, search, hash, hostname, href } = new URL(typed);
  if (username !== '' || password !== '') return { problem: 'Leave user and password out of the address.' };
  if (search !== '' || hash !== '') return { problem: 'Leave out ? and # and what follows them.' };
  // The page's own policy allows no other, because the key would travel in clear text.
  if (protocol === 'http:' && !/^(127\.0\.0\.1|localhost)$/.test(hostname)) {
    return {
      problem: 'The address must begin with https; plain http is for this machine only (localhost, 127.0.0.1).',
    };
  }
  return { address: href.replace(/\/+$/, '') };
}
