/** 128 random bits as hexadecimal text; `crypto.randomUUID` is not available over plain http. */
export function createRandomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
