import type { Plugin } from 'vite';

/** Formats of texts that no schema of ours has, as zod's English messages name them. */
const unused =
  /^ +(?:emoji|uuidv[46]|nanoid|cuid2?|ulid|xid|ksuid|ipv[46]|mac|cidrv[46]|base64|base64url|json_string|e164|currency_code|credit_card|iban|jwt|template_literal|duration|set|map|file): .*\n/gm;

/** Vite plugin: leaves these names out of what each page loads first. Without one, a message has the format's own name. */
export function withoutFormatNames(): Plugin {
  return {
    name: 'fundscope-without-format-names',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    transform: {
      filter: { id: /zod\/v4\/locales\/en\.js$/ },
      handler: (code) => ({ code: code.replaceAll(unused, ''), map: null }),
    },
  };
}
