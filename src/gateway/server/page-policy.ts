import { createHash } from 'node:crypto';

/** Content security policy of the dashboard, served by the gateway and built into the page for static hosts. */
export const pagePolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  // The only style element that is not ours: the toast library's. A test compares the hash with its code.
  'style-src': ["'self'", "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
};

/** The policy with the scripts and styles that a built page has inline, by their hashes. */
export function allowInline(policy: string, page: string): string {
  const hashes = { script: '', style: '' };
  for (const [, tag, content = ''] of page.matchAll(/<(script|style)>(.*?)<\/\1>/gs)) {
    hashes[tag as keyof typeof hashes] += ` 'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  }
  return policy.replaceAll(/(script|style)-src 'self'/g, (source, tag: keyof typeof hashes) => source + hashes[tag]);
}
