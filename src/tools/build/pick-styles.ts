import { type Selector, transform } from 'lightningcss';

/** The rules of a style sheet in `assets` that a part of the page needs, for a style element of the page. */
export function pickStyles(sheet: Uint8Array, html: string): string {
  const lists = [...html.matchAll(/ class="(.*?)"/g)].map(([, list = '']) => decode(list));
  const used = new Set(lists.flatMap((list) => list.split(' ')));
  const isUsed = (selector: Selector) => selector.every((part) => part.type !== 'class' || used.has(part.name));
  const { code } = transform({
    filename: 'page.css',
    code: sheet,
    minify: true,
    visitor: {
      Rule: {
        style: ({ value }) => (value.selectors.some(isUsed) ? undefined : []),
        // The page preloads one font. Others are for letters that none of our texts has.
        'font-face': (rule) => (/inter-latin-wght|Inter Fallback/.test(JSON.stringify(rule)) ? undefined : []),
      },
      Url: (url) => ({ ...url, url: url.url.replace('./', './assets/') }),
    },
  });
  return code.toString().trim();
}

const entities: Record<string, string> = { '&amp;': '&', '&gt;': '>', '&lt;': '<', '&quot;': '"', '&#x27;': "'" };
const decode = (text: string): string => text.replaceAll(/&[\w#]+;/g, (entity) => entities[entity] ?? entity);
