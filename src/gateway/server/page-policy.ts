import type { IncomingMessage } from 'node:http';

/**
 * Where images may come from: this gateway, and for a browser that shows the icons of companies their sites, too
 * (dashboard/platform/storage/site-icons.ts).
 */
const allowIcons = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  /(^|;\s*)fundscope-icons=on(;|$)/.test(headers.cookie ?? '') ? 'https:' : "'self'";

/** Content security policy of the dashboard. */
export const pagePolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  // The only style element that is not ours: the toast library's. A test compares the hash with its code.
  'style-src': ["'self'", "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='"],
  'img-src': [allowIcons, 'data:', 'blob:', "'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
};
