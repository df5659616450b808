import { isDirect } from './direct.ts';

/**
 * The path of this site, such as `/desk`, without a slash at the end; empty at the root of its host. The
 * gateway writes it into the page. Empty without a page, as in a worker.
 */
export const siteBase =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name="fundscope-base"]')?.content ?? '');

/** Where the person is, as path and query; a page without a gateway has its routes behind the # of its address. */
export function readPlace(): string {
  const { pathname, search, hash } = window.location;
  return isDirect ? hash.slice(1) || '/' : `${pathname}${search}`;
}
