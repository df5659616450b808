import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/**
 * Vite plugin: makes the page load early what it would load late, the Latin font and the code of the screen at its
 * address, which app/document/early.js requests before the dashboard itself runs.
 */
export function earlyPage(): Plugin {
  return {
    name: 'fundscope-early-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => ({
        // early.js reads this element, so it comes before the scripts.
        html: html.replace('</title>', `$&\n    ${renderScreenFiles(bundle)}`),
        tags: listFontPreloads(bundle),
      }),
    },
  };
}

const listFontPreloads = (bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] =>
  Object.keys(bundle)
    .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
    .map((file) => ({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${file}` },
      injectTo: 'head',
    }));

/** What rows of a search need besides the code of its screen. */
const rowModules =
  /\/dashboard\/(search\/(loaded-results|form\/filter-bar|results-chart\/histogram)|features\/deals\/complete-rows|library\/background)\.tsx?$/;

/** The files that only one screen needs, by screen, and under `?` those of rows, as a JSON element. */
function renderScreenFiles(bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const first = collectFiles(
    chunks.filter(({ isEntry }) => isEntry),
    bundle,
  );
  const screens = chunks.flatMap((chunk) => {
    const module = chunk.facadeModuleId ?? '';
    const [, folder, file] = /\/dashboard\/(?:features\/([a-z]+)\/page|app\/([a-z]+))\.tsx$/.exec(module) ?? [];
    const name = module.endsWith('/app/home/home.tsx') ? '' : (folder ?? file);
    const files = [...collectFiles([chunk], bundle)].filter((one) => !first.has(one));
    return name === undefined ? [] : [[name, files] as const];
  });
  const rows = collectFiles(
    chunks.filter(({ facadeModuleId }) => rowModules.test(facadeModuleId ?? '')),
    bundle,
  );
  const later = [...rows].filter((file) => !first.has(file));
  const named = Object.fromEntries([...screens, ['?', later]]);
  return `<script type="application/json" id="screens">${JSON.stringify(named)}</script>`;
}

/** The files of chunks and of everything that they import statically. */
function collectFiles(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>();
  const follow = (chunk: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined) => {
    if (chunk?.type !== 'chunk' || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    chunk.imports.forEach((file) => follow(bundle[file]));
  };
  chunks.forEach(follow);
  return files;
}
