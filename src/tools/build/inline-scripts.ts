import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Plugin, minify } from 'vite';

/**
 * Vite plugin: inlines the classic scripts of a page, so that its first paint waits for no other file. The policy
 * allows them by their hashes (gateway/server/page-policy.ts).
 */
export function inlineScripts(): Plugin {
  let root = '';
  return {
    name: 'fundscope-inline-scripts',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html, { filename }) => {
        let page = html;
        for (const [tag, path = ''] of html.matchAll(/<script src="(.*?)"><\/script>/g)) {
          const file = join(path.startsWith('/') ? root : dirname(filename), path);
          const { code } = await minify(file, await readFile(file, 'utf8'));
          page = page.replace(tag, () => `<script>${code.trim()}</script>`);
        }
        return page;
      },
    },
  };
}
