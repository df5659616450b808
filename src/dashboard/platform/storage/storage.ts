import { createState } from '../state.ts';

/** A text stored on this device; undefined if there is none or the browser blocks storage. */
export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(`fundscope.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a text on this device, or removes it if undefined; false if the browser blocks storage. */
export function writeStored(name: string, text: string | undefined): boolean {
  try {
    if (text === undefined) localStorage.removeItem(`fundscope.${name}`);
    else localStorage.setItem(`fundscope.${name}`, text);
    return true;
  } catch {
    return false;
  }
}

/** Asks the browser once not to evict this device's data; called after a purchase, when there is something to lose. */
export function requestPersistence(): void {
  if (readStored('persistence') !== undefined) return;
  writeStored('persistence', 'asked');
  // Absent on plain http.
  void (navigator.storage as StorageManager | undefined)?.persist().catch(() => undefined);
}

/** A channel to the other tabs of this page; the sender does not receive its own messages. */
export type Tabs<T> = { readonly post: (message: T) => void; readonly close: () => void };

/** Joins the tabs that share a channel, and calls back with their messages; without BroadcastChannel, only this tab. */
export function joinTabs<T>(name: string, onMessage: (message: T) => void): Tabs<T> {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(`fundscope ${name}`);
  channel.addEventListener('message', ({ data }: MessageEvent<T>) => onMessage(data));
  return { post: channel.postMessage.bind(channel), close: channel.close.bind(channel) };
}

/** Whether single keys such as ? are shortcuts; WCAG 2.1.4 requires that they can be turned off (preferences.ts). */
export const singleKeys = createState(readStored('single-keys') !== 'off');

export const readSingleKeys = singleKeys.read;

/** 128 random bits as hexadecimal text; `crypto.randomUUID` is not available over plain http. */
export function createRandomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
