import type { z } from 'zod';
import { isObject } from './json.ts';
import { parseUtcDay } from './scalars.ts';

/**
 * Rejects a minimum above its maximum, or a start after its end, for each pair of members; the issue is on the lower
 * one. Checked even when other members are invalid, so that one response lists every problem.
 */
export function requireOrder<S extends z.ZodType>(
  schema: S,
  ...pairs: readonly (readonly [low: string, high: string])[]
): S {
  return pairs.reduce(
    (checked, [low, high]) =>
      checked.refine((value) => isOrdered(value as Record<string, unknown>, low, high), {
        path: [low],
        params: { code: 'INVALID_RANGE' },
        message: `must not be above ${high}`,
        when: ({ value }) => isObject(value),
      }),
    schema,
  );
}

function isOrdered(value: Record<string, unknown>, low: string, high: string): boolean {
  const [from, to] = [value[low], value[high]];
  if (typeof from === 'number' && typeof to === 'number') return from <= to;
  if (typeof from !== 'string' || typeof to !== 'string') return true;
  const [first, last] = [parseUtcDay(from), parseUtcDay(to)];
  return !first || !last || first <= last;
}

/** Rejects `min_relevance` without `search_query`. */
export function requireSearchQuery<S extends z.ZodType>(schema: S): S {
  return schema.refine(
    (value) => {
      const { search_query, min_relevance } = value as { search_query?: unknown; min_relevance?: unknown };
      return min_relevance === undefined || search_query !== undefined;
    },
    {
      path: ['min_relevance'],
      params: { code: 'MISSING_DEPENDENCY' },
      message: 'needs search_query',
      when: ({ value }) => isObject(value),
    },
  );
}

/** Rejects a body without exactly one of these members; the issue is on the first one. */
export function requireOneOf<S extends z.ZodType>(schema: S, members: readonly [string, ...string[]]): S {
  return schema.refine(
    (value) => members.filter((member) => (value as Record<string, unknown>)[member] !== undefined).length === 1,
    {
      path: [members[0]],
      params: { code: 'MISSING_DEPENDENCY' },
      message: `must be sent, or ${members.slice(1).join(' or ')} instead`,
      when: ({ value }) => isObject(value),
    },
  );
}

/** Rejects a body without any of these members; the issue is on the first one. */
export function requireSome<S extends z.ZodType>(schema: S, members: readonly string[]): S {
  const [first = '', ...others] = members;
  return schema.refine((value) => members.some((member) => (value as Record<string, unknown>)[member] !== undefined), {
    path: [first],
    params: { code: 'MISSING_DEPENDENCY' },
    message: `must be sent, or ${others.join(' or ')}`,
    when: ({ value }) => isObject(value),
  });
}
