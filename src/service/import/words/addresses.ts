import { maxAddressLength } from '#contract/scalars.ts';
import { parseDomain } from '../../db/identifiers.ts';

/** The domain of a website's address; undefined for "https://" and other texts without a host. */
export function parseWebsiteDomain(text: string): string | undefined {
  const domain = parseDomain(text);
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(domain) ? domain : undefined;
}

/** The first http address in a text; undefined when there is none. */
export function findLink(text: string): string | undefined {
  const link = text.split(/\s+/).find((word) => /^https?:\/\/[^/]+\.[^/]+/i.test(word));
  return link && link.length <= maxAddressLength && URL.canParse(link) ? link : undefined;
}

/** A text as an http address, with https if it has no scheme; undefined for any other scheme, such as javascript. */
export function toWebAddress(text: string): string | undefined {
  const given = text.trim();
  if (given.length > maxAddressLength) return undefined;
  const address = URL.canParse(given) ? given : `https://${given.replace(/^\/+/, '')}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? address : undefined;
}

const places = {
  crunchbase: { host: /(^|\.)crunchbase\.com$/, path: /^\/(organization|company|person)\/[^/]+/ },
  linkedin: { host: /(^|\.)linkedin\.com$/, path: /^\/(company|school|showcase)\/[^/]+/ },
  'linkedin-person': { host: /(^|\.)linkedin\.com$/, path: /^\/(in|pub)\/[^/]+/ },
  twitter: { host: /(^|\.)(twitter|x)\.com$/, path: /^\/[^/]+/ },
  facebook: { host: /(^|\.)(facebook|fb)\.com$/, path: /^\/[^/]+/ },
  pitchbook: { host: /(^|\.)pitchbook\.com$/, path: /^\/[^/]+/ },
};

/** The address of a profile on one of the known sites; undefined for a front page, another site, or none. */
export function parseProfileAddress(text: string, site: keyof typeof places): string | undefined {
  const given = text.trim();
  const address = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  if (given.length > maxAddressLength || !URL.canParse(address)) return undefined;
  const { hostname, pathname } = new URL(address);
  const { host, path } = places[site];
  return host.test(hostname) && path.test(pathname) ? address : undefined;
}

/**
 * Hosts with pages of many companies: two records with such a domain need not be the same company. The company that
 * owns the host has the same name in both sources, which is checked first.
 */
const sharedHosts: readonly string[] = `
  about.me amazon.com angel.co apple.com beacons.ai behance.net bit.ly blogger.com blogspot.com bubbleapps.io
  canva.site carrd.co crunchbase.com discord.com discord.gg dropbox.com etsy.com eventbrite.com f6s.com
  facebook.com fb.com firebaseapp.com framer.website github.com github.io gitlab.com gitlab.io
  godaddysites.com google.com gumroad.com herokuapp.com indiegogo.com instagram.com jimdo.com jimdosite.com
  kickstarter.com launchrock.com linkedin.com linktr.ee live.com medium.com microsoft.com mystrikingly.com
  myshopify.com netlify.app notion.site notion.so onrender.com page.link pages.dev patreon.com pinterest.com
  producthunt.com reddit.com replit.app shopify.com slack.com soundcloud.com squarespace.com strikingly.com
  substack.com t.co t.me telegram.me tiktok.com tumblr.com twitter.com typeform.com unbounce.com vercel.app
  vimeo.com web.app webflow.io weebly.com wellfound.com whatsapp.com wikipedia.org wix.com wixsite.com
  wordpress.com workers.dev x.com yahoo.com ycombinator.com youtube.com`
  .trim()
  .split(/\s+/);

/** Whether a domain is one of these hosts or below one. */
export const isSharedHost = (domain: string): boolean => sharedHosts.includes(domain.split('.').slice(-2).join('.'));

/** The condition, as SQL, that a column has no such host; all of them have two labels. */
export const isOwnHost = (column: string): string =>
  `substring(${column} FROM '[^.]+[.][^.]+$') <> ALL('{${sharedHosts.join(',')}}')`;
