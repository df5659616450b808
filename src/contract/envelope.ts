import { z } from 'zod';
import { creditSource } from './enums.ts';

const creditMembers = {
  credits_used: z.int().min(0),
  credit_source: creditSource.nullable().optional(),
  monthly_credits_remaining: z.int().nullable().optional(),
  purchased_credits_remaining: z.int().nullable().optional(),
};

/** `meta` of list results (specification 4.0); without the credit balances for API-tier keys. */
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
const singleMeta = listMeta.omit({ total_count: true }).meta({ id: 'SingleMeta' });

/** `meta` of free searches: only the number of rows (specification 4.0). */
export const countMeta = z.strictObject({ total_count: z.int().min(0) }).meta({ id: 'CountMeta' });

/** The top-level `message` of a list without a match (contract 3). */
export const emptyListMessage = z.string().optional();

/** The schema of `meta` by the endpoint's `meta`. */
export const metaSchemas = { list: listMeta, single: singleMeta, count: countMeta };
