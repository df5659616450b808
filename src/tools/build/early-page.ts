import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/**
 * Vite plugin: makes the page load early what it would otherwise load late: the Latin font and the code of the screen
 * at its address, which app/document/early.js requests before the dashboard itself runs.
 */
export function earlyPage(): Plugin {
  return {
    name: 'fundscope-early-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => ({
        // early.js reads this element, so it comes before it.
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

/** The modules that the rows of a search need besides the code of its screen: on every screen, and on one. */
const rowModules =
  /\/dashboard\/(?:search\/(?:loaded-results|form\/filter-bar|results-chart\/histogram)|library\/background)\.tsx?$/;
const screenRowModules = /\/dashboard\/features\/([a-z]+)\/(?:loaded-[a-z]+|complete-rows)\.tsx$/;

/** The files that only one screen needs, by screen; under `?` those of rows, under `deals?` those of its own rows. */
function renderScreenFiles(bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const listFiles = (isPart: (chunk: Rolldown.OutputChunk) => boolean, others: ReadonlySet<string>) =>
    [...collectFiles(chunks.filter(isPart), bundle)].filter((file) => !others.has(file));
  const first = collectFiles(
    chunks.filter(({ isEntry }) => isEntry),
    bundle,
  );
  const screens = chunks.flatMap((chunk) => {
    const module = chunk.facadeModuleId ?? '';
    const [, folder, file] = /\/dashboard\/(?:features\/([a-z]+)\/page|app\/([a-z]+))\.tsx$/.exec(module) ?? [];
    const name = module.endsWith('/app/home/home.tsx') ? '' : (folder ?? file);
    return name === undefined ? [] : [[name, listFiles((one) => one === chunk, first)] as const];
  });
  const rows = listFiles(({ facadeModuleId }) => rowModules.test(facadeModuleId ?? ''), first);
  const ownRows = screens.flatMap(([name, own]) => {
    const isOwnRow = ({ facadeModuleId }: Rolldown.OutputChunk) =>
      screenRowModules.exec(facadeModuleId ?? '')?.[1] === name;
    const files = listFiles(isOwnRow, new Set([...first, ...rows, ...own]));
    return files.length === 0 ? [] : [[`${name}?`, files] as const];
  });
  const named = Object.fromEntries([...screens, ['?', rows], ...ownRows]);
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
