import { z } from 'zod';

/**
 * A record of the wire, declared once and read twice: the schema itself is the exact, closed reading that the
 * service checks its own answers with; `readTolerant` is the reading of a client that may face a foreign service.
 */
export const record = <S extends z.ZodRawShape>(name: string, shape: S) => z.strictObject(shape).meta({ id: name });

/** What a tolerant reading promises: `id` as declared, everything else possibly null, enums possibly other text. */
export type Tolerant<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends readonly (infer E)[]
    ? Tolerant<E>[]
    : T extends object
      ? { [K in keyof T]: K extends 'id' ? T[K] : Tolerant<T[K]> | null }
      : T;

type Note = (path: string) => void;

/**
 * Reads a foreign answer without ever failing on a surprise: unknown members and enum values are kept, a member of
 * the wrong type becomes null and its path is noted, and an element without its `id` is left out and noted.
 */
export function readTolerant<S extends z.ZodType>(schema: S, value: unknown, note: Note): Tolerant<z.output<S>> {
  return tolerate(schema, value, '', note) as Tolerant<z.output<S>>;
}

function tolerate(schema: z.core.$ZodType, value: unknown, path: string, note: Note): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return value === null || value === undefined ? value : tolerate(schema.unwrap(), value, path, note);
  }
  if (schema instanceof z.ZodObject) return tolerateObject(schema, value, path, note);
  if (schema instanceof z.ZodArray) {
    if (!Array.isArray(value)) return refuse(path, note);
    return value
      .map((element, index) => tolerate(schema.element, element, `${path}[${index}]`, note))
      .filter((element) => element !== null);
  }
  if (schema instanceof z.ZodEnum && typeof value === 'string') return value;
  const read = z.safeParse(schema, value);
  return read.success ? read.data : refuse(path, note);
}

function tolerateObject(schema: z.ZodObject, value: unknown, path: string, note: Note): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(path, note);
  const read: Record<string, unknown> = { ...value };
  for (const [key, declared] of Object.entries(schema.shape)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (read[key] === undefined && declared instanceof z.ZodOptional) continue;
    if (read[key] === undefined && declared instanceof z.ZodDefault) read[key] = z.parse(declared, undefined);
    const member = declared instanceof z.ZodDefault ? declared.unwrap() : declared;
    read[key] =
      read[key] === null || read[key] === undefined ? absent(member, at, note) : tolerate(member, read[key], at, note);
    if (key === 'id' && read[key] === null) return null;
  }
  return read;
}

function absent(member: z.core.$ZodType, path: string, note: Note): null {
  const declared = member instanceof z.ZodOptional ? member.unwrap() : member;
  if (!(declared instanceof z.ZodNullable)) note(path);
  return null;
}

function refuse(path: string, note: Note): null {
  note(path);
  return null;
}
