import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ImportError } from '../import-error.ts';
import { mapping, type Mapping } from './schema.ts';

/** Reads a mapping file; every mistake is told with its place. */
export async function readMapping(path: string): Promise<Mapping> {
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    throw new ImportError(`The mapping ${path} cannot be read.`, 'Check the path.', { cause });
  });
  return parseMapping(text, path);
}

export function parseMapping(text: string, name: string): Mapping {
  const read = mapping.safeParse(parseJson(text.replace(/^\uFEFF/, ''), name));
  if (read.success) return read.data;
  const lines = read.error.issues.map(describeIssue).join('\n');
  throw new ImportError(`The mapping ${name} has mistakes:\n${lines}`, 'Correct them and import again.', {
    cause: read.error,
  });
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { message } = cause as Error;
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    const before = text.slice(0, position).split('\n');
    const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    const what = message.replace(/ in JSON at position.*$/s, '').replace(/^Unexpected end.*/, 'it ends too early');
    throw new ImportError(`${name} is not valid JSON: ${place}: ${what}.`, 'Correct it there.', { cause });
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.length > 0 ? issue.path.join('.') : 'the whole';
  if (issue.code !== 'unrecognized_keys') return `  ${place}: ${issue.message}`;
  const valid = listKeys(mapping, issue.path);
  return `  ${place}: ${issue.message}${valid.length > 0 ? `. Valid keys: ${valid.join(', ')}` : ''}`;
}

/** The members that a mapping can have at a path. */
function listKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodUnion)
    return [...new Set(inner.options.flatMap((option) => listKeys(option as z.ZodType, path)))];
  const [name, ...rest] = path;
  if (inner instanceof z.ZodArray) return name === undefined ? [] : listKeys(inner.element as z.ZodType, rest);
  if (!(inner instanceof z.ZodObject)) return [];
  const shape = inner.shape as Record<string, z.ZodType>;
  if (name === undefined) return Object.keys(shape);
  const member = shape[String(name)];
  return member ? listKeys(member, rest) : [];
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return unwrap(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe ? unwrap(schema.out as z.ZodType) : schema;
}
