import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Plugin, build } from 'vite';
import { pickStyles } from './pick-styles.ts';

/** A part of the page as HTML: the frame, or the content of a screen, for windows that match a media query. */
type BuiltPart = { readonly screen: string; readonly media: string; readonly html: string };

const source = resolve(import.meta.dirname, '../../dashboard/app/built-page.tsx');

/**
 * Vite plugin: adds the frame and the screens of the navigation to the document as templates, with the styles that they
 * need. app/document/frame.js shows those for the address and the window, before the dashboard's code has loaded.
 */
export function builtPage(): Plugin {
  let mode = '';
  return {
    name: 'fundscope-built-page',
    apply: ({ build: { ssr } = {} }, env) => {
      mode = env.mode;
      return env.command === 'build' && !ssr && mode !== 'docs';
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle = {} }) => {
        const parts = await renderParts(mode);
        const [link = '', file = ''] = /<link rel="stylesheet"[^>]*href="\.\/(.*?)">/.exec(html) ?? [];
        const sheet = bundle[file];
        if (sheet?.type !== 'asset') throw new Error('The page has no style sheet.');
        const styles = pickStyles(Buffer.from(sheet.source), parts);
        return (
          html
            .replace(link, () => `<style>${styles}</style>`)
            .replace('<div id="root"></div>', (root) => `${root}\n    ${parts}`)
            // After what must not wait for it, and before the dashboard, whose code waits for the style sheets of the
            // page.
            .replace('</body>', (end) => `  ${link}\n  ${end}`)
        );
      },
    },
  };
}

async function renderParts(mode: string): Promise<string> {
  const { renderBuiltPage } = await importPage(mode);
  return renderBuiltPage()
    .map(
      ({ screen, media, html }) =>
        // Relative, like every address in the document: the gateway prepends its own path.
        `<template data-screen="${screen}" data-media="${media}">${html.replaceAll(/(href|src)="\//g, '$1="./')}</template>\n    `,
    )
    .join('');
}

/**
 * Bundles the page and imports it, which takes a third of the time of importing its modules one by one. Code that is
 * loaded later is left out: in one file, modules run in the order of their imports, and nothing that is rendered needs
 * it.
 */
async function importPage(mode: string): Promise<{ renderBuiltPage: () => BuiltPart[] }> {
  const outDir = resolve(import.meta.dirname, `../../../node_modules/.cache/built-page-${process.pid}`);
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    mode,
    plugins: [{ name: 'fundscope-no-lazy-code', resolveDynamicImport: () => false }],
    build: { ssr: source, outDir },
  });
  try {
    return await import(resolve(outDir, 'built-page.js'));
  } finally {
    await rm(outDir, { recursive: true });
  }
}
