import type { Plugin } from 'vite';
import { allowInline, pagePolicy } from '../../gateway/server/page-policy.ts';
import { version } from '../../gateway/project.ts';

/** Build mode for static hosts, without a gateway. */
export const directMode = 'direct';

/** Vite plugin for that mode: adds the security policy and version that the gateway would send. */
export function directPage(mode: string): Plugin {
  return {
    name: 'fundscope-direct-page',
    apply: () => mode === directMode,
    config: () => ({ define: { 'import.meta.env.FUNDSCOPE_VERSION': JSON.stringify(version) } }),
    transformIndexHtml: {
      order: 'post',
      handler: (html) => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: allowInline(directPolicy, html) },
          // Before every script, so that it applies to all of them.
          injectTo: 'head-prepend',
        },
        { tag: 'meta', attrs: { name: 'referrer', content: 'no-referrer' }, injectTo: 'head-prepend' },
      ],
    },
  };
}

/** The user chooses the service: any https address, and plain http on this machine only. */
const directPolicy = Object.entries({
  ...pagePolicy,
  'connect-src': ["'self'", 'https:', 'http://127.0.0.1:*', 'http://localhost:*'],
})
  .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
  .join('; ');
