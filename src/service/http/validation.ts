import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Problem } from '#contract/error-body.ts';
import { uuid } from '#contract/scalars.ts';
import { createValidationError, HttpError } from './http-error.ts';

/** Parses a JSON body; throws a VALIDATION_ERROR that lists every problem (contract 5). */
export function parseBody<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    throw createValidationError([createProblem('body', raw, 'INVALID_TYPE', 'must be a JSON object')]);
  }
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw createValidationError(listProblems(parsed.error.issues, raw));
}

/** Parses a query. All its values are text, so one that is not a number is an invalid value, not a wrong type. */
export function parseQuery<S extends z.ZodType>(schema: S, raw: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const problems = listProblems(parsed.error.issues, raw).map((problem) =>
    problem.code === 'INVALID_TYPE'
      ? { ...problem, code: 'INVALID_INTEGER' as const, message: `${problem.field} must be a whole number.` }
      : problem,
  );
  throw createValidationError(problems);
}

/** A hook that rejects a body or query with a NUL in any text or name, which PostgreSQL cannot store (contract 5). */
export async function rejectNul({ body, query }: FastifyRequest): Promise<void> {
  const problems: Problem[] = [];
  // Without recursion: a body may be nested 100,000 levels deep.
  const pending: { prefix: string; container: object }[] = [body, query]
    .filter((value) => typeof value === 'object' && value !== null)
    .map((container) => ({ prefix: '', container }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { prefix, container } = next;
    for (const [name, value] of Object.entries(container) as [string, unknown][]) {
      if (name.includes('\0') || (typeof value === 'string' && value.includes('\0')))
        problems.push(createProblem(`${prefix}${name}`, value, 'OUT_OF_RANGE', 'must not contain a NUL character'));
      if (typeof value === 'object' && value !== null) pending.push({ prefix: `${prefix}${name}.`, container: value });
    }
  }
  if (problems.length > 0) throw createValidationError(problems);
}

type InvalidIdError =
  | 'invalidDealId'
  | 'invalidAlertId'
  | 'invalidAlertIds'
  | 'invalidDeliveryId'
  | 'memberNotFound'
  | 'listNotFound'
  | 'savedSearchNotFound'
  | 'sheetNotFound'
  | 'searchNotFound'
  | 'purchaseNotFound';

/** Parses a UUID in a path or query; throws `error` for any other text. */
export function parseId(text: string, error: InvalidIdError): string {
  const { data } = uuid.safeParse(text);
  if (data === undefined) throw new HttpError(error);
  return data;
}

/** Throws when a query parameter is sent more than once. */
export function rejectRepeatedParameters(query: Record<string, unknown>): void {
  const problems = Object.entries(query)
    .filter(([, value]) => Array.isArray(value))
    .map(([field, value]) => createProblem(field, value, 'TOO_MANY_VALUES', 'must be sent once'));
  if (problems.length > 0) throw createValidationError(problems);
}

type Issue = z.core.$ZodIssue;

function listProblems(issues: readonly Issue[], raw: unknown): Problem[] {
  return issues.flatMap((issue) => {
    const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null)?.[key], raw);
    const field = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return [convertIssue(issue, field, value)];
    return issue.keys.map((key) =>
      createProblem(
        field === '' ? key : `${field}.${key}`,
        (value as Record<string, unknown>)[key],
        'UNKNOWN_PARAMETER',
        'is not a parameter of this endpoint',
      ),
    );
  });
}

function convertIssue(issue: Issue, field: string, value: unknown): Problem {
  switch (issue.code) {
    case 'invalid_type':
      return convertTypeIssue(issue, field, value);
    case 'invalid_value':
      return convertEnumIssue(issue, field, value);
    case 'too_small':
      if (issue.origin === 'array')
        return createProblem(field, value, 'EMPTY_ARRAY_PARAMETER', 'must have at least one value');
      if (issue.origin === 'string') return createProblem(field, value, 'EMPTY_STRING', 'must not be blank');
      return createProblem(field, value, 'OUT_OF_RANGE', `must be at least ${issue.minimum}`);
    case 'too_big':
      if (issue.origin === 'array')
        return createProblem(field, value, 'TOO_MANY_VALUES', `must have at most ${issue.maximum} values`);
      if (issue.origin === 'string')
        return createProblem(field, value, 'OUT_OF_RANGE', `must have at most ${issue.maximum} characters`);
      return createProblem(field, value, 'OUT_OF_RANGE', `must be at most ${issue.maximum}`);
    case 'invalid_format':
      return convertFormatIssue(issue, field, value);
    case 'custom': {
      const code = issue.params?.['code'] as Problem['code'] | undefined;
      return createProblem(field, value, code ?? 'INVALID_TYPE', issue.message);
    }
    default:
      return createProblem(field, value, 'INVALID_TYPE', issue.message);
  }
}

function convertTypeIssue(issue: Extract<Issue, { code: 'invalid_type' }>, field: string, value: unknown): Problem {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return createProblem(field, value, 'OUT_OF_RANGE', 'is too large');
  }
  const isFraction = typeof value === 'number' && issue.expected === 'int';
  const code = isFraction ? 'INVALID_INTEGER' : 'INVALID_TYPE';
  return createProblem(field, value, code, `must be ${typeNames[issue.expected] ?? `a ${issue.expected}`}`);
}

function convertFormatIssue(
  { format, message }: z.core.$ZodIssueInvalidStringFormat,
  field: string,
  value: unknown,
): Problem {
  if (format === 'date') return createProblem(field, value, 'INVALID_DATE', 'must be a day (YYYY-MM-DD)');
  if (format === 'datetime') return createProblem(field, value, 'INVALID_DATE', 'must be a date-time (ISO 8601)');
  return format === 'regex'
    ? createProblem(field, value, 'INVALID_TYPE', message)
    : createProblem(field, value, 'INVALID_UUID', 'must be a UUID');
}

const typeNames: Record<string, string> = { int: 'a whole number', array: 'an array', object: 'an object' };

function convertEnumIssue(issue: Extract<Issue, { code: 'invalid_value' }>, field: string, value: unknown): Problem {
  const options = issue.values.map(String);
  if (typeof value !== 'string') return createProblem(field, value, 'INVALID_TYPE', 'must be a string', options);
  // Specification 4.13 rule 2 names this field without its path.
  if (/(^|\.)financing_types\.\d+\.type$/.test(field)) {
    return createProblem('financing_types', value, 'INVALID_FINANCING_TYPE', 'is not a financing type', options);
  }
  return createProblem(field, value, 'INVALID_ENUM_VALUE', 'is not one of the valid options', options);
}

function createProblem(
  field: string,
  value: unknown,
  code: Problem['code'],
  message: string,
  validOptions: string[] = [],
): Problem {
  return { field, value: formatValue(value).slice(0, 200), message: `${field} ${message}.`, code, validOptions };
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // A body under the size limit may be nested 100,000 levels deep, which JSON.parse accepts but stringify does not.
    return '';
  }
}
