import { z } from 'zod';
import { free } from '../credits.ts';
import { declareEndpoints } from '../endpoint.ts';

/** What the endpoints of a workspace have in common: free themselves, with a window of their own for the rate limit. */
export const workspaceEndpoint = declareEndpoints({
  root: '/workspace',
  meta: 'count',
  cost: free,
  window: 'workspace',
});

/** Tenths of a credit. */
export const tenths = z.int().min(0).max(1e12);

/** A moment as ISO 8601 text in UTC. */
export const moment = z.iso.datetime({ offset: true });

/** The address of the screen that sent a request: path and query, without the origin. */
export const screenAddress = z.string().max(60_000).regex(/^\//, 'must begin with a slash');

/** JSON as it came from a service: any member may be missing, null or of a later version. */
export const looseRecord = z.looseObject({ id: z.string() });
export type LooseRecord = z.infer<typeof looseRecord>;

/** Text of a client, without what PostgreSQL cannot store: NUL and lone surrogates. */
export const storableText = z.string().overwrite((value) => value.replaceAll(/[\0\p{Surrogate}]/gu, ''));

/** The most levels of an object that a client stores, and its most characters as JSON. */
const maxObjectLevels = 20;
const maxObjectCharacters = 200_000;

/** An object of any members with at most 20 levels, and at most this many characters as JSON. */
export const objectUpTo = (maxCharacters: number) =>
  z.record(z.string(), z.unknown()).refine((value) => isSmall(value, maxCharacters), {
    params: { code: 'OUT_OF_RANGE' },
    message: `must have at most ${maxObjectLevels} levels, and at most ${maxCharacters} characters as JSON`,
  });

/** An object of any members, within these limits. */
export const anyObject = objectUpTo(maxObjectCharacters);

/** Looks at one level after the other, because recursion would fail on what is nested too deeply. */
function isSmall(value: object, maxCharacters: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxObjectLevels) return false;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return JSON.stringify(value).length <= maxCharacters;
}
