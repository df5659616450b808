/** 128 random bits as text; crypto.randomUUID is closed on plain http. */
export function toRandomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
