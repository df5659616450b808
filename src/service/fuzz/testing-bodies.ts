import fc from 'fast-check';
import { z } from 'zod';
import { isObject } from '#contract/json.ts';
import { domains, drawDay, drawUsd, ids, drawSubset, createFilterDraws, urls } from './testing-values.ts';
import type { World } from './testing-facts.ts';

type Body = Record<string, unknown>;
/** A member of a body without members of its own: its path and schema. */
export type Leaf = { readonly path: readonly string[]; readonly schema: z.core.$ZodType };

const unwrap = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? unwrap(schema.unwrap()) : schema;

/** Every leaf of a body's schema; without paging and sorting. */
export function listLeaves(schema: z.core.$ZodType, path: readonly string[] = []): Leaf[] {
  const own = unwrap(schema);
  if (!(own instanceof z.ZodObject)) return [{ path, schema: own }];
  return Object.entries(own.shape).flatMap(([key, member]) => listLeaves(member, [...path, key]));
}

/** Draws bodies from values that are in the world and values that are not. */
export function createDraws(world: World) {
  const general = createFilterDraws(world);

  /** The identifiers of the endpoint's own records. */
  const own = {
    '/companies': world.companies,
    '/investors': world.investors,
    '/people': world.people.map((person) => ({
      id: person.id,
      domain: null,
      linkedin: person.linkedin_url,
      crunchbase: person.crunchbase_url,
      twitter: person.twitter_url,
    })),
    '/deals': [],
  };
  const identifiers = (endpoint: keyof typeof own): Record<string, fc.Arbitrary<unknown>> => {
    const records = own[endpoint] as readonly Record<string, string | null>[];
    const all = (key: string) => records.map((record) => record[key] ?? null);
    return {
      'identifiers.ids': ids(own[endpoint]),
      'identifiers.domains': domains(all('domain')),
      'identifiers.linkedin_urls': urls(all('linkedin')),
      'identifiers.crunchbase_urls': urls(all('crunchbase')),
      'identifiers.twitter_urls': urls(all('twitter')),
    };
  };

  /** A value for a leaf. A filter for which nothing is drawn fails the test, so that none is forgotten. */
  function drawValue(endpoint: keyof typeof own, { path, schema }: Leaf): fc.Arbitrary<unknown> {
    const draws = { ...general, ...identifiers(endpoint) };
    const drawn = draws[path.slice(-2).join('.')] ?? draws[path.at(-1) ?? ''];
    if (drawn) return drawn;
    if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
    if (schema instanceof z.ZodBoolean) return fc.boolean();
    if (schema instanceof z.ZodNumber) return drawUsd(world);
    if (schema instanceof z.ZodPipe) return drawDay(world);
    if (schema instanceof z.ZodArray) {
      if (schema.element instanceof z.ZodEnum) return drawSubset(schema.element.options);
      if (schema.element instanceof z.ZodObject) return rounds;
    }
    throw new Error(`nothing is drawn for ${path.join('.')}`);
  }
  const rounds = fc.uniqueArray(
    fc
      .constantFrom(...world.deals)
      .chain(({ round_type: type, pre, extension }) =>
        fc.constantFrom<Body>({ type }, { type, pre, extension }, { type, pre: true }),
      ),
    { minLength: 1, maxLength: 3, selector: (one) => JSON.stringify(one) },
  );

  /** A valid body: up to four filters, none as often as four, and usually a sort order. */
  function drawBody(endpoint: keyof typeof own, schema: z.ZodType): fc.Arbitrary<Body> {
    const leaves = listLeaves(schema).filter(({ path }) => !['page', 'page_size', 'sort_by'].includes(path.join('.')));
    const order = listLeaves(schema).filter(({ path }) => path.join('.') === 'sort_by');
    return fc
      .tuple(
        fc.uniqueArray(fc.constantFrom(...leaves), { maxLength: 4, selector: ({ path }) => path.join('.') }),
        fc.constantFrom([], order, order),
      )
      .chain((chosen) =>
        fc.tuple(...chosen.flat().map((leaf) => drawValue(endpoint, leaf).map((value) => ({ leaf, value })))),
      )
      .map((members) => {
        const body: Body = {};
        for (const { leaf, value } of members) setAtPath(body, leaf.path, value);
        return settle(body);
      });
  }
  return drawBody;
}

/** Sets a value at a path of a body. */
export function setAtPath(body: Body, path: readonly string[], value: unknown): Body {
  const [last = '', ...above] = path.toReversed();
  let at = body;
  for (const key of above.toReversed()) {
    at[key] ??= {};
    at = at[key] as Body;
  }
  at[last] = value;
  return body;
}

/** Removes the upper bound of a pair, members that lack one they need, and sections that are left empty. */
function settle(body: Body): Body {
  if (body['search_query'] !== undefined && isObject(body['company'])) delete body['company']['search_query'];
  for (const [key, value] of Object.entries(body)) {
    const [, stem, end] = pairs.exec(key) ?? [];
    if (stem !== undefined) delete body[`${stem}_${upperEnds[end ?? ''] ?? ''}`];
    if (isObject(value) && Object.keys(settle(value)).length === 0) delete body[key];
  }
  if (body['search_query'] === undefined) delete body['min_relevance'];
  return body;
}

const pairs = /^(.*)_(min|start|start_date)$/;
const upperEnds: Record<string, string> = { min: 'max', start: 'end', start_date: 'end_date' };
