/**
 * A short opaque name for a key (two rounds of FNV-1a). The browser's own digest is unavailable over plain http. A key
 * is random, so a 64-bit hash reveals nothing about it.
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
