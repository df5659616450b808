import type { Plugin } from 'vite';

/**
 * Vite plugin: leaves zod's writer of JSON Schema out of the pages, which only parse. Every schema refers to it, so
 * tree shaking would keep its 33 kB (7 kB compressed) in what each page loads first.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'fundscope-without-json-schema',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    transform: {
      filter: { id: /zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
      handler: (code) => ({
        code: [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
          .map(([, name]) => `export const ${name} = undefined;`)
          .join('\n'),
        map: null,
      }),
    },
  };
}
