import { z } from 'zod';
import { flagParameter, plainParameter, type UrlState } from '../../platform/url/url.ts';

const portfolioSorts = (
  ['company', 'round', 'amount', 'announced', 'role', 'with', 'location', 'industry'] as const
).flatMap((column) => [column, `-${column}`] as const);

/** The search parameters of a profile. */
export const profileUrl = z.object({
  /** What the bars of deals per quarter show. */
  by: z.enum(['count', 'amount']).default('count'),
  /** Whether the list of recent deals is expanded. */
  all: flagParameter.optional(),
  /** Which investments of the portfolio are shown, and their order: a column, descending with a minus sign. */
  part: z.enum(['matches', 'led']).optional(),
  find: plainParameter.optional(),
  sort: z.enum(portfolioSorts).optional(),
  /** The search from which the profile was opened. */
  within: plainParameter.optional(),
});

/** The search parameters of a profile, read and written. */
export type ProfileUrlState = UrlState<typeof profileUrl>;
