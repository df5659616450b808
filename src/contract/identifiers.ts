import { z } from 'zod';
import { text, uuid } from './scalars.ts';

const addresses = { linkedin: text.optional(), crunchbase: text.optional() };

/** The query of a single company or firm: exactly one member (contract 1.5); the route checks number and form. */
export const organizationQuery = z.strictObject({ id: uuid.optional(), domain: text.optional(), ...addresses });

/** The query of a single person: exactly one member (contract 1.5). */
export const personQuery = z.strictObject({ id: uuid.optional(), ...addresses, twitter: text.optional() });

/** The query of a quick look-up of companies or firms (specification 4.10). */
export const organizationSearch = z.strictObject({ name: text.optional(), domain: text.optional(), ...addresses });

/** Paging in a query: the route answers anything else with INVALID_PAGE and INVALID_PAGE_SIZE (contract 5). */
export const paging = {
  page: z.coerce.number<string | number>().int().min(0).default(0),
  page_size: z.coerce.number<string | number>().int().min(1).max(500).default(10),
};
