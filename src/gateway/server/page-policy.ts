/** What the dashboard's page may load, run and ask, wherever it is served from. */
export const pagePolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  // The notes that pop up bring a style element of their own.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
};
