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

/** Whether single keys such as ? are shortcuts; WCAG 2.1.4 requires that they can be turned off (preferences.ts). */
export const singleKeys = createState(readStored('single-keys') !== 'off');

export const readSingleKeys = singleKeys.read;

/** A random UUID; `crypto.randomUUID` is not available over plain http. */
export function createUuid(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}
