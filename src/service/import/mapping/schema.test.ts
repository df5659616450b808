import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { mappingSchema } from './schema.ts';

/** The names of all members of a schema, at any depth. */
function listMembers(schema: z.ZodType, names: Set<string>): Set<string> {
  if (schema instanceof z.ZodObject) {
    for (const [name, member] of Object.entries(schema.shape)) {
      names.add(name);
      listMembers(member, names);
    }
  } else if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    listMembers(schema.unwrap() as z.ZodType, names);
  } else if (schema instanceof z.ZodPipe) listMembers(schema.out as z.ZodType, names);
  else if (schema instanceof z.ZodArray) listMembers(schema.element as z.ZodType, names);
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) listMembers(option as z.ZodType, names);
  return names;
}

test('README.md documents every member of a mapping', () => {
  const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const names = [...listMembers(mappingSchema, new Set())];
  expect(names.length).toBeGreaterThan(90);
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
