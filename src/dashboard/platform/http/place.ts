import { isDirect } from './direct.ts';

/** Where the person is, as path and query; a page without a gateway has its routes behind the # of its address. */
export function readPlace(): string {
  const { pathname, search, hash } = window.location;
  return isDirect ? hash.slice(1) || '/' : `${pathname}${search}`;
}
