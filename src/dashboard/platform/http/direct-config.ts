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

/** Reads the address of a service as the user types it, or says in a sentence what is wrong with it. */
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
