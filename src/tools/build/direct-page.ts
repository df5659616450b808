import type { Plugin } from 'vite';
import { pagePolicy } from '../../gateway/server/page-policy.ts';
import { version } from '../../gateway/project.ts';

/** The mode of a build for any static host: no gateway stands behind it. */
export const directMode = 'direct';

/** Gives a page that no gateway serves what the gateway would have given it: its policy and the version. */
export function directPage(mode: string): Plugin {
  return {
    name: 'fundscope-direct-page',
    apply: () => mode === directMode,
    config: () => ({ define: { 'import.meta.env.FUNDSCOPE_VERSION': JSON.stringify(version) } }),
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: directPolicy },
        // Before every script, so that it holds for all of them.
        injectTo: 'head-prepend',
      },
      { tag: 'meta', attrs: { name: 'referrer', content: 'no-referrer' }, injectTo: 'head-prepend' },
    ],
  };
}

/** The person names the service, so any https address may be asked, and plain http on this machine only. */
const directPolicy = Object.entries({
  ...pagePolicy,
  'connect-src': ["'self'", 'https:', 'http://127.0.0.1:*', 'http://localhost:*'],
})
  .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
  .join('; ');
