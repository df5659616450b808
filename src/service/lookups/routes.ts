import type { FastifyInstance } from 'fastify';
import { searchIndustries, searchLocations } from '#contract/lookups.ts';
import { HttpError } from '../http/http-error.ts';
import { isBlank } from '../http/lookup-precheck.ts';
import type { ServiceOptions } from '../http/options.ts';
import { route } from '../http/route.ts';
import { findIndustries, findLocations } from './search.ts';

/** Registers the free searches that find permalinks by name. */
export function registerLookups(api: FastifyInstance, options: ServiceOptions): void {
  route(
    api,
    options,
    searchLocations,
    { checkQuery: (query) => precheckName(query, 'location') },
    async ({ query, db }) => {
      const { matches, total } = await findLocations(db, query);
      return { data: { locations: matches }, rows: matches.length, total };
    },
  );
  route(
    api,
    options,
    searchIndustries,
    { checkQuery: (query) => precheckName(query, 'industry') },
    async ({ query, db }) => {
      const { matches, total } = await findIndustries(db, query);
      return { data: { industries: matches }, rows: matches.length, total };
    },
  );
}

/** Throws the errors of these searches, which are checked before validation (contract 1.5 and 5). */
function precheckName(query: Record<string, unknown>, resource: 'location' | 'industry'): void {
  const examples = {
    valid: [resource === 'location' ? '/location/search?name=berlin&type=CITY' : '/industry/search?name=software'],
    invalid: [`/${resource}/search`, `/${resource}/search?name=`],
  };
  const details = { provided: Object.keys(query), examples };
  const kind = resource === 'location' ? 'a location' : 'an industry';
  if (query['name'] === undefined) throw new HttpError('missingName', { ...details, kind });
  if (isBlank(query['name'])) throw new HttpError('emptySearchTerm', { ...details, parameter: 'name' });
  if (query['type'] !== undefined && query[`${resource}_type`] !== undefined) {
    throw new HttpError(resource === 'location' ? 'multipleLocationTypes' : 'multipleIndustryTypes', details);
  }
}
