import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
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
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new ImportError(`${name} is no valid JSON: ${(cause as Error).message}`, 'Correct it there.', { cause });
  }
  const read = mapping.safeParse(value);
  if (read.success) return read.data;
  const lines = read.error.issues.map(toLine).join('\n');
  throw new ImportError(`The mapping ${name} has mistakes:\n${lines}`, 'Correct them and import again.', {
    cause: read.error,
  });
}

const toLine = ({ path, message }: z.core.$ZodIssue) =>
  `  ${path.length > 0 ? path.join('.') : 'the whole'}: ${message}`;
