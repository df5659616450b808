/**
 * Makes a reload request the scripts of the page again. WebKit keeps a preload that failed, and after a reload takes it
 * for the script, without a request. Fetching the same address for another purpose replaces it.
 */
export function forgetPreloads(): void {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'))
    void fetch(href).catch(() => undefined);
}
