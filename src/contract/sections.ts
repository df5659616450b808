import { z } from 'zod';
import { employeeRange, financingType, ipoStatus } from './enums.ts';
import { permalinkFilters } from './permalinks.ts';
import { listOf, ordered, text, usd, utcDay } from './scalars.ts';

/** A round type with its two modifiers; a bare type means the plain round only (contract 1.1). */
export const financingFilter = z
  .strictObject({ type: financingType, pre: z.boolean().default(false), extension: z.boolean().default(false) })
  .meta({ id: 'FinancingFilter' });
export type FinancingFilter = z.infer<typeof financingFilter>;

/** Search by meaning, and the least relevance of a result (contract 7). */
export const relevanceFilters = { search_query: text.optional(), min_relevance: z.number().min(0).max(1).optional() };

/** What a company is, wherever a request filters by it. */
export const companyFilters = {
  ...permalinkFilters,
  employee_count: listOf(employeeRange).optional(),
  ipo_status: listOf(ipoStatus).optional(),
  total_raised_min: usd.optional(),
  total_raised_max: usd.optional(),
};

/** What a round is, wherever a request filters by it under the plain names. */
export const roundFilters = {
  financing_types: listOf(financingFilter).optional(),
  size_min: usd.optional(),
  size_max: usd.optional(),
  date_start: utcDay.optional(),
  date_end: utcDay.optional(),
};

/** Refuses `min_relevance` without `search_query`. */
export function withQuery<S extends z.ZodType>(schema: S): S {
  return schema.refine(
    (value) => {
      const { search_query, min_relevance } = value as { search_query?: unknown; min_relevance?: unknown };
      return min_relevance === undefined || search_query !== undefined;
    },
    {
      path: ['min_relevance'],
      params: { code: 'MISSING_DEPENDENCY' },
      message: 'needs search_query',
      when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    },
  );
}

/** Refuses a lower bound above its upper one, for each pair of members. */
export const orderedAll = <S extends z.ZodType>(
  schema: S,
  ...pairs: readonly (readonly [low: string, high: string])[]
): S => pairs.reduce((checked, [low, high]) => ordered(checked, low, high), schema);
