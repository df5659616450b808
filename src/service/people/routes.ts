import type { FastifyInstance } from 'fastify';
import { countPeople, countEachPeople, lookUpPeople, readPerson, searchPeople } from '#contract/people.ts';
import type { Endpoint, ParsedBodyOf } from '#contract/endpoint.ts';
import type { HandlerContext, RouteDetails } from '../http/handler.ts';
import { HttpError } from '../http/http-error.ts';
import { byNameOrIdentifier, byPerson, pickIdentifier } from '../http/lookup-precheck.ts';
import type { ServiceOptions } from '../http/options.ts';
import { describePage } from '../http/response-body.ts';
import { route } from '../http/route.ts';
import { findPersonMatches, readOnePerson } from './lookup.ts';
import { findPeople, findPersonIds, isLightSearch } from './search.ts';

/** Registers the endpoints that return people. */
export function registerPeople(api: FastifyInstance, options: ServiceOptions): void {
  const details: RouteDetails<typeof searchPeople> = {
    isLightSearch,
    findIds: ({ body, now, db, snapshot }) => findPersonIds(db, body, now, { relevance: options.relevance, snapshot }),
  };
  route(api, options, searchPeople, details, async ({ body, now, db, snapshot }) => {
    const found = await findPeople(db, body, now, { relevance: options.relevance, snapshot });
    return describePage(body, found, { people: found.records });
  });
  route(api, options, readPerson, byPerson, async ({ query, now, db }) => {
    const person = await readOnePerson(db, pickIdentifier(query), now);
    if (!person) throw new HttpError('personNotFound');
    return { data: { person }, rows: 1 };
  });
  route(api, options, lookUpPeople, byNameOrIdentifier('person'), async ({ query, db, snapshot }) => {
    const people = await findPersonMatches(db, query, snapshot);
    return { data: { people }, rows: people.length };
  });
}

/** Registers the free total of a search for people, under /account. */
export function registerPersonCount(account: FastifyInstance, options: ServiceOptions): void {
  const { relevance } = options;
  const count = async (
    body: ParsedBodyOf<typeof searchPeople>,
    { now, db, snapshot }: Pick<HandlerContext<Endpoint>, 'db' | 'now' | 'snapshot'>,
  ) => (await findPeople(db, { ...body, page: 0, page_size: 1 }, now, { relevance, snapshot })).total;
  route(account, options, countPeople, async ({ body, ...context }) => ({
    data: { total: await count(body, context) },
    rows: 1,
  }));
  route(account, options, countEachPeople, async ({ body: { searches }, ...context }) => {
    const totals: number[] = [];
    for (const search of searches) totals.push(await count(search, context));
    return { data: { totals }, rows: 1 };
  });
}
