import type { z } from 'zod';
import type { Problem } from '#contract/errors.ts';
import { toValidationRefusal } from './errors.ts';

const help = 'Correct the named fields and send the request again. Nothing was charged.';

/** Reads a body or query by its schema; throws a refusal that lists every problem (contract 5). */
export function readInput<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const read = schema.safeParse(raw);
  if (read.success) return read.data;
  throw toValidationRefusal(toProblems(read.error.issues, raw), help);
}

/** Reads a query by its schema: everything in it is text, so what is no number has no wrong type but a wrong value. */
export function readQuery<S extends z.ZodType>(schema: S, raw: Record<string, unknown>): z.output<S> {
  const read = schema.safeParse(raw);
  if (read.success) return read.data;
  const problems = toProblems(read.error.issues, raw).map((problem) =>
    problem.code === 'INVALID_TYPE'
      ? { ...problem, code: 'INVALID_INTEGER' as const, message: `${problem.field} must be a whole number.` }
      : problem,
  );
  throw toValidationRefusal(problems, help);
}

/** Refuses query parameters that are given more than once. */
export function refuseRepeated(query: Record<string, unknown>): void {
  const problems = Object.entries(query)
    .filter(([, value]) => Array.isArray(value))
    .map(([field, value]) => toProblem(field, value, 'TOO_MANY_VALUES', 'must be given once'));
  if (problems.length > 0) throw toValidationRefusal(problems, help);
}

/** Refuses a body that is absent or not an object (contract 1.1). */
export function refuseNoObject(body: unknown): void {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return;
  throw toValidationRefusal([toProblem('body', body, 'INVALID_TYPE', 'must be a JSON object')], help);
}

type Issue = z.core.$ZodIssue;

function toProblems(issues: readonly Issue[], raw: unknown): Problem[] {
  return issues.flatMap((issue) => {
    const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null)?.[key], raw);
    const field = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return [toIssueProblem(issue, field, value)];
    return issue.keys.map((key) =>
      toProblem(
        field === '' ? key : `${field}.${key}`,
        (value as Record<string, unknown>)[key],
        'UNKNOWN_PARAMETER',
        'is not a parameter of this endpoint',
      ),
    );
  });
}

function toIssueProblem(issue: Issue, field: string, value: unknown): Problem {
  switch (issue.code) {
    case 'invalid_type':
      if (typeof value !== 'number')
        return toProblem(field, value, 'INVALID_TYPE', `must be ${toTypeName(issue.expected)}`);
      if (!Number.isFinite(value)) return toProblem(field, value, 'OUT_OF_RANGE', 'is too large');
      if (issue.expected === 'int') return toProblem(field, value, 'INVALID_INTEGER', 'must be a whole number');
      return toProblem(field, value, 'INVALID_TYPE', `must be ${toTypeName(issue.expected)}`);
    case 'invalid_value':
      return toEnumProblem(issue, field, value);
    case 'too_small':
      if (issue.origin === 'array')
        return toProblem(field, value, 'EMPTY_ARRAY_PARAMETER', 'must hold at least one value');
      if (issue.origin === 'string') return toProblem(field, value, 'EMPTY_STRING', 'must not be blank');
      return toProblem(field, value, 'OUT_OF_RANGE', `must be at least ${issue.minimum}`);
    case 'too_big':
      if (issue.origin === 'array')
        return toProblem(field, value, 'TOO_MANY_VALUES', `must hold at most ${issue.maximum} values`);
      return toProblem(field, value, 'OUT_OF_RANGE', `must be at most ${issue.maximum}`);
    case 'invalid_format':
      return toProblem(field, value, 'INVALID_UUID', 'must be a uuid');
    case 'custom':
      return toProblem(
        field,
        value,
        (issue.params?.['code'] as Problem['code'] | undefined) ?? 'INVALID_TYPE',
        issue.message,
      );
    default:
      return toProblem(field, value, 'INVALID_TYPE', issue.message);
  }
}

function toEnumProblem(issue: Extract<Issue, { code: 'invalid_value' }>, field: string, value: unknown): Problem {
  const options = issue.values.map(String);
  if (typeof value !== 'string') return toProblem(field, value, 'INVALID_TYPE', 'must be a string', options);
  // Specification 4.13 rule 2 names this field without its path.
  if (/(^|\.)financing_types\.\d+\.type$/.test(field)) {
    return toProblem('financing_types', value, 'INVALID_FINANCING_TYPE', 'is not a financing type', options);
  }
  return toProblem(field, value, 'INVALID_ENUM_VALUE', 'is not one of the valid options', options);
}

function toTypeName(expected: string): string {
  const names: Record<string, string> = { int: 'a whole number', array: 'an array', object: 'an object' };
  return names[expected] ?? `a ${expected}`;
}

function toProblem(
  field: string,
  value: unknown,
  code: Problem['code'],
  message: string,
  validOptions: string[] = [],
): Problem {
  return { field, value: toShown(value).slice(0, 200), message: `${field} ${message}.`, code, validOptions };
}

/** A refused value as text; '' for what is nested deeper than can be written. */
function toShown(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // A body within the limit of bytes may be nested a hundred thousand times, which reads but does not write.
    return '';
  }
}
