/**
 * The path of this site, such as `/desk`, without a slash at the end; empty at the root of its host. The
 * gateway writes it into the page. Empty without a page, as in a worker.
 */
export const siteBase =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name="fundscope-base"]')?.content ?? '');
