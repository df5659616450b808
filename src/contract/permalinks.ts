import { listOf, text } from './scalars.ts';

/** The filters that name places and industries by permalink; unknown ones are ignored (specification 4.13). */
export const permalinkFilters = {
  locations: listOf(text).optional(),
  industries: listOf(text).optional(),
  super_categories: listOf(text).optional(),
};
