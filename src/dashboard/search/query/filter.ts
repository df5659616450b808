import type { NamedKind } from '../lookups/known-names.ts';

type Common = {
  readonly label: string;
  readonly aside?: string;
  /** What stands before its values in the sentence that reads the query back: "in", "raised". */
  readonly says: string;
  /** Stands one click away. */
  readonly more?: true;
  /** The heading that it stands under, among those one click away. */
  readonly group?: string;
  /** What its bounds are called, where the label is too long: "size" for "Minimum size". */
  readonly part?: string;
};
type One = { readonly key: string; readonly path: string };
/** A lower and an upper bound: two keys of the address, two members of the body. */
type Two = { readonly keys: readonly [string, string]; readonly paths: readonly [string, string] };
/** Values with the names that people read. */
export type Options = readonly (readonly [value: string, name: string])[];

/**
 * One filter of a search, as data: the address, the form, the body and the sentence are all read from it. `path` is
 * the member of the body with its sections, `key` its name in the address.
 */
export type Filter = Common &
  (
    | ({ readonly kind: 'rounds' } & One)
    | ({ readonly kind: 'places' } & One)
    /** Set or not. */
    | ({ readonly kind: 'flag' } & One)
    /** A whole number from 1 on. */
    | ({ readonly kind: 'whole' } & One)
    | ({ readonly kind: 'days' } & Two)
    | ({ readonly kind: 'amounts' } & Two)
    /** Industries and super categories, found by one look-up and sent as two members. */
    | { readonly kind: 'industries'; readonly key: string; readonly paths: readonly [string, string] }
    /** A description that is searched by meaning, and the least relevance of a result. */
    | ({ readonly kind: 'meaning' } & Two)
    | ({ readonly kind: 'named'; readonly of: NamedKind } & One)
    | ({ readonly kind: 'checks'; readonly options: Options } & One)
    /** One of a few, of which the first is what the service takes when nothing is said. */
    | ({ readonly kind: 'choice'; readonly options: Options } & One)
    | ({ readonly kind: 'texts'; readonly noun: string; readonly most: number } & One)
    | ({ readonly kind: 'ids'; readonly noun: string } & One)
  );
export type FilterKind = Filter['kind'];
export type FilterOf<K extends FilterKind> = Extract<Filter, { readonly kind: K }>;

/** The keys of a filter in the address. */
export const toKeys = (filter: Filter): readonly string[] => ('keys' in filter ? filter.keys : [filter.key]);
/** The members of the body that a filter fills. */
export const toPaths = (filter: Filter): readonly string[] => ('paths' in filter ? filter.paths : [filter.path]);
