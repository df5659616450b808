import type { Plugin } from 'vite';

/** Formats of texts that no schema of ours has, as zod's English messages name them. */
const unusedFormats =
  /^ +(?:emoji|uuidv[46]|nanoid|cuid2?|ulid|xid|ksuid|ipv[46]|mac|cidrv[46]|base64|base64url|json_string|e164|currency_code|credit_card|iban|jwt|template_literal|duration|set|map|file): .*\n/gm;

/** The errors of zod for schemas that are built wrongly. */
const developerMessages = /new Error\("[^"]*"\)/g;

/**
 * Vite plugin: leaves these texts out of what each page loads first. A message has the format's own name instead of a
 * missing one.
 */
export function withoutZodTexts(): Plugin {
  return {
    name: 'fundscope-without-zod-texts',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    transform: {
      filter: { id: /zod\/v4\/(?:locales\/en|(?:core|classic)\/[\w-]+)\.js$/ },
      handler: (code) => ({
        code: code.replaceAll(unusedFormats, '').replaceAll(developerMessages, 'new Error("zod")'),
        map: null,
      }),
    },
  };
}
