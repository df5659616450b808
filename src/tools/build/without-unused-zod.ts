import type { Plugin } from 'vite';

/** Text formats that none of our schemas has, as zod's English messages name them. */
const unusedFormats =
  /^ +(?:emoji|uuidv[46]|nanoid|cuid2?|ulid|xid|ksuid|ipv[46]|mac|cidrv[46]|base64|base64url|json_string|e164|currency_code|credit_card|iban|jwt|template_literal|duration|set|map|file): .*\n/gm;

/** zod's errors for schemas that are built incorrectly. */
const developerMessages = /new Error\("[^"]*"\)/g;

/** Methods that each keep a schema class: formats, for which we write `z.email()`, and wrappers that we do not use. */
const unusedMethods =
  /^ {4}(?:\w+\(params\) \{\n {8}return this\.check\(core\._\w+\(Zod\w+, params\)\);|(?:exactOptional|nonoptional|and|readonly|slugify)\(.*\n.*)\n {4}\},\n/gm;

/** Checks of texts, numbers and lists that none of our schemas has; a page whose schema has one fails as it opens. */
const unusedChecks =
  /^ {4}(?:includes|startsWith|endsWith|length|nonempty|lowercase|uppercase|normalize|toUpperCase|gte?|lte?|safe|positive|nonnegative|negative|nonpositive|multipleOf|step|finite|with|register|isOptional|isNullable|apply)\(.*\n(?: {8}.*\n)+ {4}\},\n/gm;

/** Methods that validate, decode, or encode later: pages use `encode`, the methods that parse, and `z.safeDecode`. */
const unusedParsers =
  /^ {4}.*\n {8}return (?:await )?parse\.(?:validate\w*|decode\w*|encodeAsync|safe(?:En|De)code\w*)\(.*\n {4}\},\n/gm;

/** zod's handling of objects that refer to themselves, which JSON cannot contain. */
const cycles = /^ +_ensureDefaultMemoizer\(\);\n/gm;

/** How each schema writes itself as JSON Schema; the writer is left out too (`withoutJsonSchema`). */
const schemaWriters =
  /^ +inst\._zod\.processJSONSchema = .*;\n|^ {4}toJSONSchema\(params\) \{\n.*\n {4}\},\n|^ +jsonSchema: \{\n.*\n.*\n +\},\n/gm;

/**
 * Vite plugin: leaves out of the pages what none of them uses of zod, 6 kB compressed in what each loads first. Instead
 * of a missing message, the format's own name is used. Objects are never compiled, because the policy forbids it.
 */
export function withoutUnusedZod(): Plugin {
  return {
    name: 'fundscope-without-unused-zod',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    transform: {
      filter: { id: /zod\/v4\/(?:locales\/en|(?:core|classic)\/[\w-]+)\.js$/ },
      handler: (code) => ({
        code: code
          .replaceAll(unusedFormats, '')
          .replaceAll(unusedMethods, '')
          .replaceAll(unusedChecks, '')
          .replaceAll(unusedParsers, '')
          .replaceAll(cycles, '')
          .replaceAll(schemaWriters, '')
          .replaceAll('core.$ZodObjectJIT.init', 'core.$ZodObject.init')
          .replaceAll(developerMessages, 'new Error("zod")'),
        map: null,
      }),
    },
  };
}

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
