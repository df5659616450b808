import { z } from 'zod';
import { parseUtcDay } from './scalars.ts';

/**
 * A named record of the API. Parsing with the schema itself is strict, for what our own service sends; a client, which
 * may use another service of this shape, uses `parseTolerantly`.
 */
export const record = <S extends z.ZodRawShape>(name: string, shape: S) => z.strictObject(shape).meta({ id: name });

/** The result of tolerant parsing: `id` as declared, everything else may be null, enums may be other text. */
export type Tolerant<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends readonly (infer E)[]
    ? Tolerant<E>[]
    : T extends object
      ? { [K in keyof T]: K extends 'id' ? T[K] : Tolerant<T[K]> | null }
      : T;

type ReportProblem = (path: string) => void;

/**
 * Parses a response of any service of this shape and never throws. Keeps unknown members and enum values, and a date in
 * place of a date-time or the reverse. A member of the wrong type becomes null and a list element without its `id` is
 * dropped; the path of both is reported.
 */
export function parseTolerantly<S extends z.ZodType>(
  schema: S,
  value: unknown,
  report: ReportProblem,
): Tolerant<z.output<S>> {
  return parseValue(schema, value, '', report) as Tolerant<z.output<S>>;
}

function parseValue(schema: z.core.$ZodType, value: unknown, path: string, report: ReportProblem): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return value === null || value === undefined ? value : parseValue(schema.unwrap(), value, path, report);
  }
  if (schema instanceof z.ZodObject) return parseObject(schema, value, path, report);
  if (schema instanceof z.ZodArray) {
    if (!Array.isArray(value)) return reportInvalid(path, report);
    const read = value.map((element, index) => parseValue(schema.element, element, `${path}[${index}]`, report));
    return schema.element instanceof z.ZodNullable ? read : read.filter((element) => element !== null);
  }
  if (schema instanceof z.ZodEnum && typeof value === 'string') return value;
  if (isDate(schema) && typeof value === 'string' && parseUtcDay(value)) return value;
  const read = z.safeParse(schema, value);
  return read.success ? read.data : reportInvalid(path, report);
}

/** Services differ in which of their dates have a time. */
const isDate = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodISODate || schema instanceof z.ZodISODateTime;

function parseObject(schema: z.ZodObject, value: unknown, path: string, report: ReportProblem): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return reportInvalid(path, report);
  const read: Record<string, unknown> = { ...value };
  for (const [key, declared] of Object.entries(schema.shape)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (read[key] === undefined && declared instanceof z.ZodOptional) continue;
    if (read[key] === undefined && declared instanceof z.ZodDefault) read[key] = z.parse(declared, undefined);
    const member = declared instanceof z.ZodDefault ? declared.unwrap() : declared;
    read[key] =
      read[key] === null || read[key] === undefined
        ? parseMissing(member, at, report)
        : parseValue(member, read[key], at, report);
    if (key === 'id' && read[key] === null) return null;
  }
  return read;
}

function parseMissing(member: z.core.$ZodType, path: string, report: ReportProblem): null {
  const declared = member instanceof z.ZodOptional ? member.unwrap() : member;
  if (!(declared instanceof z.ZodNullable)) report(path);
  return null;
}

function reportInvalid(path: string, report: ReportProblem): null {
  report(path);
  return null;
}
