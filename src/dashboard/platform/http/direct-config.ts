import type { Config } from '#contract/config.ts';
import { hashText } from '../hash-text.ts';

/** A service that a page without a gateway calls directly: its URL, and the unit of its alert amounts. */
export type DirectService = { readonly address: string; readonly alertAmounts: Config['alertAmounts'] };

/** The configuration that a gateway would send in /config.json, built from what the user entered. */
export async function buildDirectConfig(service: DirectService | undefined, key: string | undefined): Promise<Config> {
  return {
    service: 'upstream',
    host: service ? new URL(service.address).host : null,
    key: 'browser',
    account: false,
    names: false,
    facets: false,
    workspace: false,
    credits: false,
    deliveries: false,
    alertAmounts: service?.alertAmounts ?? 'usd',
    accountId: service && key !== undefined ? await hashAccountId(service.address, key) : null,
    demo: false,
    sources: [],
    version: import.meta.env.FUNDSCOPE_VERSION as string,
  };
}

/** Whether Web Crypto is available: only over https and on localhost. */
const hasCryptography = (): boolean => window.isSecureContext;

const rounds = 100_000;

/** The opaque name of an account on this device; slow to compute, so that a key cannot be guessed from it. */
async function hashAccountId(address: string, key: string): Promise<string> {
  if (!hasCryptography()) return hashText(`${address} ${key}`);
  const toBytes = (text: string) => new TextEncoder().encode(text);
  const material = await crypto.subtle.importKey('raw', toBytes(key), 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: toBytes(`fundscope ${address}`), iterations: rounds };
  const bits = await crypto.subtle.deriveBits(how, material, 96);
  return [...new Uint8Array(bits)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Reads the URL of a service as the user typed it, or describes the problem in a sentence. */
export function parseServiceAddress(text: string): { address: string } | { problem: string } {
  const typed = text.trim();
  const shape = 'Enter the whole address, such as https://api.example.com/api/v1.';
  if (!/^https?:\/\//i.test(typed) || !URL.canParse(typed)) return { problem: shape };
  const { protocol, username, password, search, hash, hostname, href } = new URL(typed);
  if (username !== '' || password !== '') return { problem: 'Remove the user name and password from the address.' };
  if (search !== '' || hash !== '') return { problem: 'Remove everything from ? or # on.' };
  // The page's content security policy allows no other, because the key would be sent in clear text.
  if (protocol === 'http:' && !/^(127\.0\.0\.1|localhost)$/.test(hostname)) {
    return {
      problem: 'The address must start with https. Plain http works for localhost and 127.0.0.1 only.',
    };
  }
  return { address: href.replace(/\/+$/, '') };
}
