import { z } from 'zod';
import { creditSource } from './enums.ts';

const creditMembers = {
  credits_used: z.int().min(0),
  credit_source: creditSource.nullable().optional(),
  monthly_credits_remaining: z.int().nullable().optional(),
  purchased_credits_remaining: z.int().nullable().optional(),
};

/** `meta` of list results (specification 4.0); the credit balances are left out for API-tier keys. */
export const listMeta = z
  .strictObject({
    total_count: z.int().min(0),
    page: z.int().min(0),
    page_size: z.int().min(0),
    ...creditMembers,
  })
  .meta({ id: 'ListMeta' });
export type ListMeta = z.infer<typeof listMeta>;

/** `meta` of single records: no total (specification 4.2). */
export const singleMeta = listMeta.omit({ total_count: true }).meta({ id: 'SingleMeta' });

/** `meta` of the free look-ups: the number of rows alone (specification 4.0). */
export const countMeta = z.strictObject({ total_count: z.int().min(0) }).meta({ id: 'CountMeta' });

/** A list without a match says so in words at the top level (contract 3). */
export const message = z.string().optional();

/** The schema of `meta`, by the kind that an endpoint names. */
export const metas = { list: listMeta, single: singleMeta, count: countMeta };
