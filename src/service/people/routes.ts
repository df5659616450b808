import type { FastifyInstance } from 'fastify';
import { lookUpPeople, readPerson, searchPeople } from '#contract/people.ts';
import { Refusal } from '../http/errors.ts';
import { personKinds, refuseIdentifiers, toIdentifier } from '../http/identifier-query.ts';
import type { ServiceOptions } from '../http/options.ts';
import { route } from '../http/route.ts';
import { refuseSearch } from '../http/search-query.ts';
import { findPersonMatches, readOnePerson } from './lookup.ts';
import { findPeople } from './search.ts';

/** The endpoints that return people. */
export function registerPeople(api: FastifyInstance, options: ServiceOptions): void {
  route(api, options, searchPeople, async ({ body, now, db }) => {
    const { people, total, ignored, rankedBy } = await findPeople(db, body, now, options.relevance);
    return {
      data: { people },
      rows: people.length,
      total,
      page: body.page,
      pageSize: body.page_size,
      ignored,
      rankedBy,
    };
  });
  route(
    api,
    options,
    readPerson,
    async ({ query, now, db }) => {
      const person = await readOnePerson(db, toIdentifier(query), now);
      if (!person) throw new Refusal(404, 'PERSON_NOT_FOUND', 'No person matches.', { help: 'Nothing was charged.' });
      return { data: { person }, rows: 1 };
    },
    { refuseEarly: (query) => refuseIdentifiers(query, personKinds) },
  );
  route(
    api,
    options,
    lookUpPeople,
    async ({ query, db }) => {
      const people = await findPersonMatches(db, query);
      return { data: { people }, rows: people.length };
    },
    { refuseEarly: (query) => refuseSearch(query, { path: '/person/search', kinds: personKinds, single: false }) },
  );
}
