import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/**
 * Lets the page ask early for what it would ask for late: the usual letters, and the code of the screen at its address,
 * which public/early.js begins to load before the dashboard itself runs.
 */
export function earlyPage(): Plugin {
  return {
    name: 'fundscope-early-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => ({
        // What public/early.js reads stands before it, and behind what says how to read the page.
        html: html.replace(/<script src="[^"]*early\.js">/, `${toScreens(bundle)}\n    $&`),
        tags: toLetters(bundle),
      }),
    },
  };
}

const toLetters = (bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] =>
  Object.keys(bundle)
    .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
    .map((file) => ({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${file}` },
      injectTo: 'head',
    }));

/** The files of each screen, which a page of another screen has no use for, as data that is no script. */
function toScreens(bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const first = toFiles(
    chunks.filter(({ isEntry }) => isEntry),
    bundle,
  );
  const screens = chunks.flatMap((chunk) => {
    const [, folder, file] =
      /\/dashboard\/(?:features\/([a-z]+)\/page|app\/([a-z]+))\.tsx$/.exec(chunk.facadeModuleId ?? '') ?? [];
    const name = folder === 'usage' ? 'ledger' : (folder ?? file);
    const files = [...toFiles([chunk], bundle)].filter((one) => !first.has(one));
    return name === undefined ? [] : [[name, files] as const];
  });
  return `<script type="application/json" id="screens">${JSON.stringify(Object.fromEntries(screens))}</script>`;
}

/** The files of chunks and of all that they import before they run. */
function toFiles(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>();
  const follow = (chunk: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined) => {
    if (chunk?.type !== 'chunk' || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    chunk.imports.forEach((file) => follow(bundle[file]));
  };
  chunks.forEach(follow);
  return files;
}
