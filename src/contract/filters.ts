import type { BodyOf, Endpoint } from './endpoint.ts';
import { employeeRange, type EmployeeRange, type IpoStatus } from './enums.ts';
import { isObject } from './json.ts';
import type { FinancingFilter } from './request-parts.ts';
import { formatEmployeeRange } from './scalars.ts';

type Scalar = string | number | boolean;
/** Every member of a request body with its dotted path and the type of its value. */
type Members<Body, Prefix extends string = ''> = {
  [K in keyof Body & string]-?: NonNullable<Body[K]> extends Scalar | readonly unknown[]
    ? { readonly path: `${Prefix}${K}`; readonly value: NonNullable<Body[K]> }
    : Members<NonNullable<Body[K]>, `${Prefix}${K}.`>;
}[keyof Body & string];

type PathOf<Member, Value> = Member extends { path: infer Path extends string; value: infer Accepted }
  ? [Value] extends [Accepted]
    ? Path
    : never
  : never;
/** The dotted paths of a request body whose members accept such a value. */
export type PathTo<Body, Value> = PathOf<Members<Body>, Value>;

/** How a filter is presented, on screen and in the API reference. */
type FilterText = {
  readonly label: string;
  /** One sentence for the API reference and for tooltips. */
  readonly help: string;
  /** The filter inside the sentence that reads a search back; `{}` is replaced by its values. */
  readonly phrase: string;
  /** A short note next to the label. */
  readonly hint?: string;
  /** The name of the two bounds of a range, if the label is too long: "size" for "Minimum size". */
  readonly part?: string;
  /** Shown under "More filters". */
  readonly more?: true;
  /** The heading under "More filters". */
  readonly group?: string;
};

/** What a filter by id refers to. */
export type RecordKind = 'company' | 'investor' | 'person';
type Texts = { readonly noun: string; readonly max: number };
type Ids = { readonly noun: string; readonly plural: string };

/** `key` is the parameter in the dashboard's address; the name of the filter by default. */
type Single<Kind, Body, Value> = {
  readonly kind: Kind;
  readonly key?: string;
  readonly path: PathTo<Body, Value>;
};
type Pair<Kind, Body, Low, High> = {
  readonly kind: Kind;
  readonly keys: readonly [low: string, high: string];
  readonly paths: readonly [PathTo<Body, Low>, PathTo<Body, High>];
};
/** Every value of the enum has a name; a new value without one does not compile. */
type MultiSelect<Member> = Member extends { path: infer Path; value: readonly (infer Value extends string)[] }
  ? string extends Value
    ? never
    : { kind: 'multiSelect'; key?: string; path: Path; options: Readonly<Record<Value, string>> }
  : never;
type Select<Member> = Member extends { path: infer Path; value: infer Value extends string }
  ? string extends Value
    ? never
    : { kind: 'select'; key?: string; path: Path; options: Readonly<Record<Value, string>> }
  : never;

type FilterDeclaration<Body> = FilterText &
  (
    | Single<'rounds', Body, FinancingFilter[]>
    | Single<'locations', Body, string[]>
    | Single<'toggle', Body, boolean>
    | Single<'count', Body, number>
    | (Single<'records', Body, string[]> & { readonly of: RecordKind })
    | (Single<'texts', Body, string[]> & Texts)
    | (Single<'ids', Body, string[]> & Ids)
    | Pair<'dateRange', Body, string, string>
    | Pair<'moneyRange', Body, number, number>
    | Pair<'semantic', Body, string, number>
    | {
        readonly kind: 'industries';
        readonly key?: string;
        readonly paths: readonly [industries: PathTo<Body, string[]>, superCategories: PathTo<Body, string[]>];
      }
    | MultiSelect<Members<Body>>
    | Select<Members<Body>>
  );

type One = readonly [string];
type Two = readonly [string, string];
type Options = Readonly<Record<string, string>>;
type FilterShapes = {
  /** Round types with their modifiers. */
  rounds: { readonly keys: One; readonly paths: One };
  /** Permalinks of places. */
  locations: { readonly keys: One; readonly paths: One };
  /** Permalinks of industries and super categories: one field, two members of the body. */
  industries: { readonly keys: One; readonly paths: Two };
  /** Ids of companies, investors or people, chosen by name. */
  records: { readonly keys: One; readonly paths: One; readonly of: RecordKind };
  multiSelect: { readonly keys: One; readonly paths: One; readonly options: Options };
  /** One of several options; the first is the service's default. */
  select: { readonly keys: One; readonly paths: One; readonly options: Options };
  toggle: { readonly keys: One; readonly paths: One };
  /** An integer from 1. */
  count: { readonly keys: One; readonly paths: One };
  /** UTC days, inclusive. */
  dateRange: { readonly keys: Two; readonly paths: Two };
  /** US dollars. */
  moneyRange: { readonly keys: Two; readonly paths: Two };
  /** A description searched by meaning, and the minimum relevance of a result. */
  semantic: { readonly keys: Two; readonly paths: Two };
  texts: { readonly keys: One; readonly paths: One } & Texts;
  /** Pasted record ids. */
  ids: { readonly keys: One; readonly paths: One } & Ids;
};
export type FilterKind = keyof FilterShapes;
/**
 * A filter of a search as data. Form, address, request body, sentence, saved search, alert and API reference all read
 * the same entry. `keys` are its parameters in the dashboard's address, `paths` its members of the request body.
 */
export type FilterOf<K extends FilterKind> = {
  [Kind in K]: FilterText & { readonly name: string; readonly kind: Kind } & FilterShapes[Kind];
}[K];
export type Filter = FilterOf<FilterKind>;

/** The filters of a declaration, under the same names. */
type Declared<Declarations> = {
  readonly [Name in keyof Declarations]: Declarations[Name] extends { readonly kind: infer K extends FilterKind }
    ? FilterOf<K> & { readonly keys: KeysOf<Declarations[Name], Name> }
    : never;
};
type KeysOf<Declaration, Name> = Declaration extends { readonly keys: infer Keys extends readonly string[] }
  ? Keys
  : readonly [Declaration extends { readonly key: infer Key extends string } ? Key : Name];
type AnyDeclaration = FilterText & {
  readonly kind: FilterKind;
  readonly key?: string;
  readonly keys?: readonly string[];
  readonly path?: string;
  readonly paths?: readonly string[];
};

/**
 * Declares the filters of a search endpoint. A path that the body does not have, or whose member does not accept the
 * values of the kind, does not compile.
 */
export function filters<
  E extends Endpoint,
  const Declarations extends Readonly<Record<string, FilterDeclaration<BodyOf<E>>>>,
>(_endpoint: E, declarations: Declarations): Declared<Declarations> {
  const entries = Object.entries(declarations as Readonly<Record<string, AnyDeclaration>>).map(
    ([name, { key = name, keys = [key], path = '', paths = [path], ...rest }]) =>
      [name, { ...rest, name, keys, paths }] as const,
  );
  return Object.fromEntries(entries) as Declared<Declarations>;
}

/** Declarations under one heading of "More filters". */
export const groupUnderHeading = <const Declarations extends Readonly<Record<string, object>>>(
  group: string,
  declarations: Declarations,
) =>
  Object.fromEntries(Object.entries(declarations).map(([name, one]) => [name, { ...one, more: true, group }])) as {
    readonly [Name in keyof Declarations]: Declarations[Name] & { readonly more: true; readonly group: string };
  };

/** The screens that search; each name is also the path of its endpoint. */
export const searchScreens = ['deals', 'companies', 'investors', 'people'] as const;
export type SearchScreen = (typeof searchScreens)[number];

/** A search as data: what it finds, its filters, and its sort orders in words, the default first. */
export type SearchCatalogue = {
  readonly name: SearchScreen;
  readonly one: string;
  readonly many: string;
  readonly filters: readonly Filter[];
  readonly sortLabels: Readonly<Record<string, string>>;
};

/** What the description of each member adds to its filter's help. */
const memberNotes: Record<FilterKind, readonly string[]> = {
  rounds: [''],
  locations: [' Permalinks, as GET /location/search returns them.'],
  industries: [
    ' Permalinks of industries, as GET /industry/search returns them.',
    ' Permalinks of super categories, as GET /industry/search returns them.',
  ],
  records: [''],
  multiSelect: [''],
  select: [''],
  toggle: [''],
  count: [''],
  dateRange: [' First day.', ' Last day.'],
  moneyRange: [' Minimum, in US dollars.', ' Maximum, in US dollars.'],
  semantic: [' Searched by meaning.', ' Minimum relevance of a result, 0 to 1.'],
  texts: [''],
  ids: [''],
};

/** Adds the members of a filter to a request body, without empty ones, since a service rejects empty lists. */
export function addFilterMembers(body: Record<string, unknown>, { paths }: Filter, members: readonly unknown[]): void {
  paths.forEach((path, at) => {
    const value = members[at];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return;
    const names = path.split('.');
    const last = names.pop() ?? path;
    let section = body;
    for (const name of names) section = (section[name] ??= {}) as Record<string, unknown>;
    section[last] = value;
  });
}

/** The member of a body at a dotted path; undefined when there is none. */
export const getMember = (body: object, path: string): unknown =>
  path.split('.').reduce<unknown>((inside, name) => (isObject(inside) ? inside[name] : undefined), body);

/** The description of each member of the request body, by its dotted path; for the API reference. */
export const describeMembers = (catalogue: SearchCatalogue): ReadonlyMap<string, string> =>
  new Map(
    catalogue.filters.flatMap(({ kind, help, paths }) =>
      paths.map((path, at) => [path, `${help}${memberNotes[kind][at] ?? ''}`] as const),
    ),
  );

export const employeeRangeNames = Object.fromEntries(
  employeeRange.options.map((range) => [range, formatEmployeeRange(range)]),
) as Record<EmployeeRange, string>;
export const ipoStatusNames: Record<IpoStatus, string> = { public: 'Public', private: 'Private' };
