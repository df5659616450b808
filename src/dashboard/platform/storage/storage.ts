import { createState } from '../state.ts';

/** A text stored on this device; undefined when there is none or the browser blocks storage. */
export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(`fundscope.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text on this device, or removes it when undefined; false when the browser keeps storage closed. */
export function writeStored(name: string, text: string | undefined): boolean {
  try {
    if (text === undefined) localStorage.removeItem(`fundscope.${name}`);
    else localStorage.setItem(`fundscope.${name}`, text);
    return true;
  } catch {
    return false;
  }
}

/** Asks the browser once not to evict what this device stores; called after a purchase, when there is something to lose. */
export function requestPersistence(): void {
  if (readStored('persistence') !== undefined) return;
  writeStored('persistence', 'asked');
  // Absent on plain http.
  void (navigator.storage as StorageManager | undefined)?.persist().catch(() => undefined);
}

/** A channel to the other tabs of this page; the sender does not receive its own messages. */
export type Tabs<T> = { readonly tell: (message: T) => void; readonly close: () => void };

/** Joins the tabs that listen under a name, and hears what they tell; a browser without channels has this tab alone. */
export function joinTabs<T>(name: string, hear: (message: T) => void): Tabs<T> {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(`fundscope ${name}`);
  channel.addEventListener('message', ({ data }: MessageEvent<T>) => hear(data));
  return { tell: channel.postMessage.bind(channel), close: channel.close.bind(channel) };
}

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const theme = createState<Theme>(themes.find((known) => known === readStored('theme')) ?? 'system');
const singleKeys = createState(readStored('single-keys') !== 'off');

/** The chosen theme; app/document/early.js applies the same choice before the first paint. */
export const useTheme = theme.use;

/** Applies a theme at once and keeps it; `system` follows the system from then on. */
export function chooseTheme(next: Theme): void {
  theme.write(next);
  writeStored('theme', next === 'system' ? undefined : next);
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
}

/** Whether single keys such as ? act; WCAG 2.1.4 asks that they can be switched off. */
export const useSingleKeys = singleKeys.use;
export const readSingleKeys = singleKeys.read;

export function allowSingleKeys(allowed: boolean): void {
  singleKeys.write(allowed);
  writeStored('single-keys', allowed ? undefined : 'off');
}

/** 128 random bits as hexadecimal text; `crypto.randomUUID` is not available over plain http. */
export function createRandomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
