/** Content security policy of the dashboard. */
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
