import { z } from 'zod';

/** A part of the description, as JSON. */
export type Json = Record<string, unknown>;

type Schemas = {
  /** A schema of the contract in the language of OpenAPI 3.0, named parts by reference. */
  readonly toSchema: (schema: z.ZodType, io: 'input' | 'output') => Json;
  /** Every named part that was referred to so far, by name. */
  readonly named: () => Json;
};

/** Collects the named schemas of a description while it is written. */
export function createSchemas(): Schemas {
  const found = new Map<string, Json>();
  const nullableNames = new Set<string>();
  return {
    toSchema(schema, io) {
      const written = z.toJSONSchema(schema, {
        target: 'openapi-3.0',
        io,
        override: ({ zodSchema, jsonSchema }) => trim(zodSchema, jsonSchema as Json, nullableNames),
      });
      const text = JSON.stringify(written).replaceAll('"#/definitions/', '"#/components/schemas/');
      const { definitions = {}, ...own } = JSON.parse(text) as Json & { definitions?: Record<string, Json> };
      for (const [name, part] of Object.entries(definitions)) found.set(name, part);
      return own;
    },
    named: () =>
      Object.fromEntries(
        [...found]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, part]) => [name, nullableNames.has(name) ? { ...part, nullable: true } : part]),
      ),
  };
}

/**
 * Takes out what says nothing (the patterns behind formats, the bounds of every JavaScript integer) and writes null
 * where OpenAPI 3.0 looks for it: in the enum, and in the named object itself, because a `nullable` beside a
 * reference does not reach into it. A named object that may be null once may be null wherever it stands.
 */
function trim(zodSchema: z.core.$ZodType, written: Json, nullableNames: Set<string>): void {
  if (written['format'] !== undefined) delete written['pattern'];
  if (written['maximum'] === Number.MAX_SAFE_INTEGER) delete written['maximum'];
  if (written['minimum'] === Number.MIN_SAFE_INTEGER) delete written['minimum'];
  const inner = zodSchema instanceof z.ZodNullable ? zodSchema.unwrap() : undefined;
  if (inner instanceof z.ZodEnum) {
    delete written['allOf'];
    Object.assign(written, { type: 'string', enum: [...inner.options, null] });
  }
  const [only] = (written['allOf'] as { $ref?: string }[] | undefined) ?? [];
  if (only?.$ref === undefined) return;
  if (written['nullable'] === true) nullableNames.add(only.$ref.replace(/.*\//, ''));
  delete written['nullable'];
  if (Object.keys(written).length > 1) return;
  delete written['allOf'];
  written['$ref'] = only.$ref;
}
