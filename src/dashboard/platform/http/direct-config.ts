import type { Config } from '#contract/config.ts';
import { hashText } from './account.ts';
import type { DirectService } from './direct.ts';

/** What a gateway would say in /config.json, made up from what the person entered. */
export async function buildDirectConfig(named: DirectService | undefined, key: string | undefined): Promise<Config> {
  return {
    service: 'upstream',
    host: named ? new URL(named.address).host : null,
    key: 'browser',
    account: false,
    alertAmounts: named?.alertAmounts ?? 'usd',
    accountId: named && key !== undefined ? await hashAccountId(named.address, key) : null,
    demo: false,
    sources: [],
    version: import.meta.env.FUNDSCOPE_VERSION as string,
  };
}

/** Whether the browser lends its cryptography: it does so over https and on this machine only. */
const hasCryptography = (): boolean => window.isSecureContext;

const rounds = 100_000;

/** The opaque name of an account on this device; slow to compute, so that no key can be found by trying. */
async function hashAccountId(address: string, key: string): Promise<string> {
  if (!hasCryptography()) return hashText(`${address} ${key}`);
  const toBytes = (text: string) => new TextEncoder().encode(text);
  const material = await crypto.subtle.importKey('raw', toBytes(key), 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: toBytes(`fundscope ${address}`), iterations: rounds };
  const bits = await crypto.subtle.deriveBits(how, material, 96);
  return [...new Uint8Array(bits)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
