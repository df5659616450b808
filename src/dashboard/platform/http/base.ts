import { isDirect } from './direct.ts';

/**
 * The base path of this site, such as `/fundscope`, without a trailing slash; empty at the root of its host and in
 * workers. The gateway writes it into the page.
 */
export const siteBase =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name="fundscope-base"]')?.content ?? '');

/** The current route as path and query. A page without a gateway has its routes after the # of its URL. */
export function readPlace(): string {
  const { pathname, search, hash } = window.location;
  return isDirect ? hash.slice(1) || '/' : `${pathname}${search}`;
}
