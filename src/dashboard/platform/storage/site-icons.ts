import { createState } from '../state.ts';
import { readStored, writeStored } from './storage.ts';

/** Whether the marks of companies are the icons of their sites, which tells these sites who looks. Off by default. */
const shown = createState(readStored('icons') === 'on');
export const useSiteIcons = shown.use;

/** Shows the icons of sites or not; the page loads again, because its security policy allows them by a cookie. */
export function showSiteIcons(next: boolean): void {
  writeStored('icons', next ? 'on' : undefined);
  document.cookie = `fundscope-icons=on; path=/; samesite=strict; max-age=${next ? 31_536_000 : 0}`;
  window.location.reload();
}

/** A name of the public internet: no address of a machine, no name of a local network. */
const publicName = /^(?:[a-z\d-]+\.)+(?!local$|localhost$|internal$|lan$|home$)[a-z][a-z-]*[a-z]$/;

/** The address of a site's icon; undefined for what is no site. */
export function formatIconAddress(domain: string | null | undefined): string | undefined {
  const name = (domain ?? '')
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '');
  return publicName.test(name) ? `https://${name}/favicon.ico` : undefined;
}
