import { Sql as Template, join, raw } from 'sql-template-tag';

/** A value that a statement may bind. Dates are bound as timestamptz, arrays as arrays; for JSON see `Sql.json`. */
export type Parameter =
  string | number | boolean | bigint | Date | Uint8Array | null | Template | readonly (Parameter | undefined)[];

/** A piece of SQL with bound values, for use in a statement. */
export type Fragment = Template;

export type Row = Record<string, unknown>;

/** The rows of a result. */
export type Rows<R extends readonly unknown[]> = R & {
  /** How many rows the statement returned or changed. */
  readonly count: number;
  /** What the server did, such as INSERT or COMMIT. */
  readonly command: string;
};

/**
 * Builds and runs statements, on any connection of a pool or on a single connection. A statement runs when it is
 * awaited; inside another one it is a fragment. Statements are prepared, once per connection.
 */
export interface Sql {
  <R extends readonly unknown[] = Row[]>(strings: TemplateStringsArray, ...values: readonly Parameter[]): Statement<R>;
  /** SQL text as it is; it may be several statements if there are no values. Not prepared. */
  unsafe<R extends readonly unknown[] = Row[]>(text: string, values?: readonly Parameter[]): Statement<R>;
  /** Quoted names, separated by commas. */
  identifier(...names: string[]): Fragment;
  /** `(columns) VALUES (...), (...)` for an INSERT. */
  values(rows: readonly Readonly<Record<string, Parameter>>[]): Fragment;
  /** A value for a column of type json or jsonb. */
  json(value: unknown): string;
}

/** Runs one statement to its end. */
export type RunStatement = <R extends readonly unknown[]>(statement: Statement<R>) => Promise<Rows<R>>;

/** A statement that runs, once, when it is awaited or executed. */
export class Statement<R extends readonly unknown[] = Row[]> extends Template implements Promise<Rows<R>> {
  readonly [Symbol.toStringTag] = 'Statement';
  /** Parameters of SQL text with its own $1, $2; undefined when they are the values of the template. */
  readonly parameters: readonly Parameter[] | undefined;
  readonly #run: RunStatement;
  #result: Promise<Rows<R>> | undefined;

  constructor(run: RunStatement, strings: readonly string[], values: readonly Parameter[], parameters?: Parameter[]) {
    super(strings, values.map(bind));
    this.#run = run;
    this.parameters = parameters;
  }

  /** Starts the statement now. */
  execute(): Promise<Rows<R>> {
    this.#result ??= this.#run(this);
    return this.#result;
  }

  then<A = Rows<R>, B = never>(
    onResult?: ((rows: Rows<R>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(onResult, onError);
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Rows<R> | B> {
    return this.execute().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Rows<R>> {
    return this.execute().finally(onEnd);
  }
}

/** Creates the tag function for anything that can run statements. */
export function createSql(run: RunStatement): Sql {
  const tag = <R extends readonly unknown[]>(strings: TemplateStringsArray, ...values: readonly Parameter[]) =>
    new Statement<R>(run, strings, values);
  return Object.assign(tag, {
    unsafe: <R extends readonly unknown[]>(text: string, parameters: readonly Parameter[] = []) =>
      new Statement<R>(run, [text], [], [...parameters]),
    identifier: (...names: string[]) => join(names.map(quoteName)),
    values(rows: readonly Readonly<Record<string, Parameter>>[]) {
      const columns = Object.keys(rows[0] ?? {});
      const tuples = rows.map((row) => parenthesize(columns.map((column) => bind(row[column] ?? null))));
      return join([parenthesize(columns.map(quoteName)), join(tuples)], ' VALUES ');
    },
    json: (value: unknown) => JSON.stringify(value),
  });
}

const quoteName = (name: string): Fragment => raw(`"${name.replaceAll('"', '""')}"`);

const parenthesize = (members: readonly unknown[]): Fragment => join(members, ', ', '(', ')');

/** A Date is cast; otherwise the server would infer the type that it is compared with, such as a date without time. */
function bind(value: Parameter | undefined): unknown {
  if (value === undefined) throw new TypeError('A statement cannot bind undefined.');
  return value instanceof Date ? new Template(['', '::timestamptz'], [value.toISOString()]) : value;
}
