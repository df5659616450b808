/** A site with profiles, or a website by its domain. */
type Site = 'domain' | 'linkedin' | 'crunchbase' | 'twitter';
/** A pasted address: the site, what it is of, and the value that the filters of the site compare. */
export type Address = { readonly site: Site; readonly of: 'company' | 'person'; readonly value: string };

/** What looks like a web address: "acme.com", "https://www.linkedin.com/in/jane-roe/". */
export const addressShape =
  /(?<![\p{L}\p{N}.-])(?:(?:https?:\/\/|www\.)\S+|[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)+(?:\/[^\s,;]*)?)/giu;

const domain = /^(?=.{4,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,24}$/u;
/** Endings of files and of abbreviations, which no website has. */
const noEnding = /\.(?:js|ts|css|html|csv|xlsx|pdf|vs|inc|corp|ltd)$/;
const pages: Readonly<Record<Exclude<Site, 'domain'>, { readonly host: RegExp; readonly paths: readonly Page[] }>> = {
  linkedin: {
    host: /^(?:[a-z]{2,3}\.)?linkedin\.com$/,
    paths: [
      { of: 'company', path: /^\/(?:company|school|showcase)\/([^/]+)/, url: 'https://www.linkedin.com/company/' },
      { of: 'person', path: /^\/in\/([^/]+)/, url: 'https://www.linkedin.com/in/' },
    ],
  },
  crunchbase: {
    host: /^crunchbase\.com$/,
    paths: [
      {
        of: 'company',
        path: /^\/(?:organization|company)\/([^/]+)/,
        url: 'https://www.crunchbase.com/organization/',
      },
      { of: 'person', path: /^\/person\/([^/]+)/, url: 'https://www.crunchbase.com/person/' },
    ],
  },
  twitter: {
    host: /^(?:mobile\.)?(?:twitter|x)\.com$/,
    paths: [{ of: 'person', path: /^\/([a-z\d_]{1,15})\/?$/, url: 'https://twitter.com/' }],
  },
};
type Page = { readonly of: Address['of']; readonly path: RegExp; readonly url: string };

/** The address in a text; undefined if it is none, such as "u.s." or "node.js". */
export function parseWebAddress(text: string): Address | undefined {
  const bare = text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*$/s, '');
  const at = bare.indexOf('/');
  const [host, path] = at < 0 ? [bare, ''] : [bare.slice(0, at), bare.slice(at)];
  for (const site of ['linkedin', 'crunchbase', 'twitter'] as const) {
    if (!pages[site].host.test(host)) continue;
    for (const page of pages[site].paths) {
      const slug = page.path.exec(path)?.[1];
      if (slug !== undefined) return { site, of: page.of, value: `${page.url}${slug}` };
    }
  }
  const [name = ''] = host.split('.');
  const isDomain = domain.test(host) && !noEnding.test(host) && (name.length > 1 || host.split('.').at(-1) === 'com');
  return isDomain ? { site: 'domain', of: 'company', value: host } : undefined;
}
