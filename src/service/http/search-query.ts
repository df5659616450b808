import type { Identifier } from '../db/identifiers.ts';
import { Refusal } from './errors.ts';
import { refuseForms } from './identifier-query.ts';

type SearchQuery = {
  /** The path, for the examples of a refusal. */
  readonly path: string;
  readonly kinds: readonly Identifier['kind'][];
  /** Whether several parameters are refused, as company search does. */
  readonly single: boolean;
};

/** Refuses a quick look-up without a parameter, with a blank one, or with several where one is wanted (contract 5). */
export function refuseSearch(query: Record<string, unknown>, { path, kinds, single }: SearchQuery): void {
  const given = ['name', ...kinds].filter((kind) => query[kind] !== undefined);
  const details = {
    provided: Object.keys(query),
    examples: {
      valid: [`${path}?name=acme`, `${path}?linkedin=linkedin.com/${path.includes('person') ? 'in' : 'company'}/acme`],
      invalid: [path, `${path}?name=`],
    },
  };
  const accepted = ['name', ...kinds].join(', ');
  if (given.length === 0) {
    throw new Refusal(400, 'MISSING_SEARCH_PARAMS', 'No search parameter was given.', {
      help: `Give one of ${accepted}.`,
      ...details,
    });
  }
  if (single && given.length > 1) {
    throw new Refusal(400, 'MULTIPLE_SEARCH_PARAMS', 'More than one search parameter was given.', {
      help: `Give exactly one of ${accepted}. Given: ${given.join(', ')}.`,
      ...details,
    });
  }
  for (const kind of given) {
    const value = query[kind];
    if (typeof value === 'string' && value.trim() === '') {
      throw new Refusal(400, 'EMPTY_SEARCH_TERM', `The parameter ${kind} is blank.`, {
        help: `Give ${kind} a value.`,
        ...details,
      });
    }
  }
  refuseForms(query, kinds);
}
