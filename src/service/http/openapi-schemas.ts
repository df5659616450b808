import { z } from 'zod';

/** A part of the OpenAPI document. */
export type Json = Record<string, unknown>;

/** Converts zod schemas to OpenAPI 3.0 and collects the named ones for `components`. */
export type SchemaCollector = {
  /** The converted schema; named schemas, and named parts of it, become references. */
  readonly addSchema: (schema: z.ZodType, io: 'input' | 'output') => Json;
  /** Adds a schema that exists only in the document; returns the reference. */
  readonly addNamed: (name: string, schema: Json) => Json;
  /** All named schemas so far, sorted by name. */
  readonly listNamed: () => Record<string, Json>;
};

export function createSchemaCollector(): SchemaCollector {
  const named = new Map<string, Json>();
  const added = new Set<string>();
  const refer = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
  const addNamed = (name: string, schema: Json): Json => {
    named.set(name, schema);
    return refer(name);
  };
  return {
    addNamed,
    addSchema(schema, io) {
      const ownName = schema.meta()?.id;
      // Every operation has the same errors.
      if (ownName !== undefined && added.has(`${io} ${ownName}`)) return refer(ownName);
      added.add(`${io} ${ownName}`);
      const converted = z.toJSONSchema(schema, {
        target: 'openapi-3.0',
        io,
        override: ({ zodSchema, jsonSchema }) => {
          simplify(zodSchema, jsonSchema);
          if (io === 'input') describeDefault(jsonSchema);
          // A response always has the member.
          else delete jsonSchema.default;
        },
      });
      const text = JSON.stringify(converted).replaceAll('"#/definitions/', '"#/components/schemas/');
      const { definitions = {}, id, ...own } = JSON.parse(text) as Json & { definitions?: Record<string, Json> };
      for (const [name, part] of Object.entries(definitions)) addNamed(name, part);
      return typeof id === 'string' ? addNamed(id, own) : own;
    },
    listNamed: () => Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/**
 * Removes patterns that a format implies and the bounds of JavaScript integers, and unwraps references. A nullable
 * reference becomes a union with null: in OpenAPI 3.0 a `nullable` next to a reference has no effect on it.
 */
function simplify(zodSchema: z.core.$ZodType, schema: Json): void {
  if (schema['format'] !== undefined) delete schema['pattern'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (zodSchema instanceof z.ZodNullable && zodSchema.unwrap() instanceof z.ZodEnum && schema['enum']) {
    schema['enum'] = [...(schema['enum'] as unknown[]).filter((value) => value !== null), null];
  }
  const [reference] = (schema['allOf'] as Json[] | undefined) ?? [];
  if (reference?.['$ref'] === undefined) return;
  if (schema['nullable'] === true) {
    delete schema['allOf'];
    delete schema['nullable'];
    schema['anyOf'] = [reference, { type: 'string', nullable: true, enum: [null] }];
  } else if (Object.keys(schema).length === 1) {
    delete schema['allOf'];
    Object.assign(schema, reference);
  }
}

/** Moves a default into the description, because several generators make a request member with a `default` required. */
function describeDefault(schema: Json): void {
  if (schema['default'] === undefined) return;
  const text = `Default: ${JSON.stringify(schema['default'])}.`;
  const { description } = schema;
  schema['description'] = typeof description === 'string' ? `${description} ${text}` : text;
  delete schema['default'];
}
