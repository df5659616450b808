import { z } from 'zod';

/** A JSON Schema, or a part of one. */
export type JsonSchema = { [member: string]: unknown };

/** The schema of an object, in the form that the protocol requires for tools. */
export type ObjectJsonSchema = { type: 'object'; properties: Record<string, JsonSchema>; required?: string[] };

/** The exact schema, of what a caller may send (`input`) or of what this gateway creates itself (`output`). */
export const describeExactly = (schema: z.ZodType, io: 'input' | 'output'): ObjectJsonSchema =>
  inlineReferences(
    z.toJSONSchema(schema, {
      io,
      override: ({ jsonSchema }) => {
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        // An empty schema is valid here, but not every client can read it.
        if (typeof jsonSchema.additionalProperties === 'object') jsonSchema.additionalProperties = true;
      },
    }),
  );

const bounds = ['format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;

/**
 * The schema of what a caller gets from any such service, after `parseTolerantly`: with unknown members, other values
 * of enums, and null anywhere but in ids.
 */
export const describeTolerantly = (schema: z.ZodType): ObjectJsonSchema =>
  inlineReferences(
    z.toJSONSchema(schema, {
      io: 'output',
      override: ({ jsonSchema }) => {
        for (const bound of bounds) delete jsonSchema[bound];
        delete jsonSchema.additionalProperties;
        delete jsonSchema.enum;
        for (const [name, member] of Object.entries(jsonSchema.properties ?? {}))
          if (name !== 'id' && jsonSchema.properties) jsonSchema.properties[name] = allowNull(member as JsonSchema);
      },
    }),
  );

/** With `anyOf` and not a list of types, which not every client can read. */
function allowNull(schema: JsonSchema): JsonSchema {
  const { description, anyOf = [schema] } = schema;
  const isNull = { type: 'null' };
  const kinds = (anyOf as JsonSchema[]).filter(({ type }) => type !== 'null');
  return { ...(description === undefined ? {} : { description }), anyOf: [...kinds, isNull] };
}

/** The same schema without `$defs`, which some clients cannot read. None of our schemas refers to itself. */
function inlineReferences({ $defs = {}, $schema: _dialect, id: _id, ...root }: JsonSchema): ObjectJsonSchema {
  const definitions = $defs as Record<string, JsonSchema>;
  const inline = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inline);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...own } = part as JsonSchema;
    const { id: _name, ...named } = typeof $ref === 'string' ? (definitions[$ref.replace('#/$defs/', '')] ?? {}) : {};
    return Object.fromEntries(Object.entries({ ...named, ...own }).map(([member, value]) => [member, inline(value)]));
  };
  return inline(root) as ObjectJsonSchema;
}
