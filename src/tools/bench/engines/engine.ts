/** A query in the SQL that SQLite and DuckDB share, with named parameters such as `$country`. */
export interface EngineQuery {
  text: string;
  values: Record<string, string>;
}

/** A record of a page with the number of all matches. The id is the API's; a query without a total has none. */
export type EngineRow = { uuid: string; total?: number | bigint };

/** Another database with a copy of the records, in this process. */
export interface Engine {
  /** Its name and version. */
  readonly name: string;
  /** Prepares a query to be run any number of times. */
  prepare(query: EngineQuery): Promise<() => Promise<EngineRow[]>>;
  close(): void;
}

/** An engine, and the cost of copying to it. */
export interface LoadedEngine {
  engine: Engine;
  /** Reading the records from our database, loading and indexing them. */
  copySeconds: number;
  megabytes: number;
}
