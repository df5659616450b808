import type { FastifyInstance } from 'fastify';
import { searchIndustries, searchLocations } from '#contract/lookups.ts';
import { Refusal } from '../http/errors.ts';
import type { ServiceOptions } from '../http/options.ts';
import { route } from '../http/route.ts';
import { findIndustries, findLocations } from './search.ts';

/** The free look-ups that turn names into permalinks. */
export function registerLookups(api: FastifyInstance, options: ServiceOptions): void {
  route(
    api,
    options,
    searchLocations,
    async ({ query, db }) => {
      const { matches, total } = await findLocations(db, query);
      return { data: { locations: matches }, rows: matches.length, total };
    },
    { refuseEarly: (query) => refuseUnnamed(query, 'location') },
  );
  route(
    api,
    options,
    searchIndustries,
    async ({ query, db }) => {
      const { matches, total } = await findIndustries(db, query);
      return { data: { industries: matches }, rows: matches.length, total };
    },
    { refuseEarly: (query) => refuseUnnamed(query, 'industry') },
  );
}

/** The look-ups' own errors, which stand before those of validation (contract 1.5 and 5). */
function refuseUnnamed(query: Record<string, unknown>, kind: 'location' | 'industry'): void {
  const alias = `${kind}_type`;
  const examples = {
    valid: [kind === 'location' ? '/location/search?name=berlin&type=CITY' : '/industry/search?name=software'],
    invalid: [`/${kind}/search`, `/${kind}/search?name=`],
  };
  const details = { help: `Give the ${kind} to look for as name.`, provided: Object.keys(query), examples };
  if (query['name'] === undefined) {
    throw new Refusal(400, 'MISSING_SEARCH_PARAMS', 'The parameter name is missing.', details);
  }
  if (typeof query['name'] === 'string' && query['name'].trim() === '') {
    throw new Refusal(400, 'EMPTY_SEARCH_TERM', 'The parameter name is blank.', details);
  }
  if (query['type'] !== undefined && query[alias] !== undefined) {
    throw new Refusal(
      400,
      `MULTIPLE_${kind.toUpperCase()}_TYPE_PARAMS`,
      `The parameters type and ${alias} mean the same; give one of them.`,
      { ...details, help: `Give type or ${alias}, not both.` },
    );
  }
}
