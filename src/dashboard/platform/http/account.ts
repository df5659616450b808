import type { Config } from '#contract/config.ts';
import { isDirect } from './direct.ts';
import { readKey } from './key.ts';
import { writeStored, readStored } from '../storage/storage.ts';

/**
 * The name of the account in use, under which this device stores unlocked records. It is a hash of the key and host, or
 * the id that the connection reports. If neither is known it is the last account used, so that unlocked rows show offline.
 */
export function deriveAccountName(connected: Config | undefined): string {
  const key = readKey();
  const name = isDirect || key === undefined ? connected?.accountId : hashText(`${window.location.host} ${key}`);
  if (name !== undefined && name !== null) writeStored('account', name);
  return name ?? readStored('account') ?? 'nobody';
}

/**
 * A short opaque name for a key (two rounds of FNV-1a). The browser's own digest is unavailable over plain http. A key is
 * random, so a 64-bit hash reveals nothing about it.
 */
export function hashText(text: string): string {
  let [one, other] = [0x811c9dc5, 0x2f0b4c47];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit ^ (one >>> 7), 0x01000193);
  }
  return [one, other].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
