import { parseDomain } from '../../db/identifiers.ts';

/** The domain of a website's address; undefined for "https://" and other things that name no host. */
export function readDomain(text: string): string | undefined {
  const domain = parseDomain(text);
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(domain) ? domain : undefined;
}

/** The first http address in a text; undefined when there is none. */
export function readLink(text: string): string | undefined {
  const link = text
    .trim()
    .split(/\s+/)
    .find((word) => /^https?:\/\/[^/]+\.[^/]+/i.test(word));
  return link && URL.canParse(link) ? link : undefined;
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
export function readProfile(text: string, site: keyof typeof places): string | undefined {
  const address = /^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname, pathname } = new URL(address);
  const { host, path } = places[site];
  return host.test(hostname) && path.test(pathname) ? address : undefined;
}
