import type { Engine, EngineQuery, EngineRow } from './engine.ts';

/** The median of an engine for an operation. Without a time it gave another result, or it has no query. */
export interface EngineFigure {
  engine: string;
  ms?: number;
  difference?: string;
}

/** A query that is prepared on an engine; without `run` where its result differs. */
interface PreparedQuery {
  engine: string;
  run?: () => Promise<unknown>;
  difference?: string;
}

/** Prepares a query on every engine, runs it and compares ids and total with a response of the API. */
export function prepareOnEngines(
  engines: readonly Engine[],
  query: EngineQuery | undefined,
  response: string,
): Promise<PreparedQuery[]> {
  return Promise.all(
    engines.map(async (engine): Promise<PreparedQuery> => {
      if (!query) return { engine: engine.name };
      const run = await engine.prepare(query);
      const difference = findDifference(response, await run());
      return { engine: engine.name, ...(difference === undefined ? { run } : { difference }) };
    }),
  );
}

/** What differs between a response of the API and an engine's rows, in words; undefined when nothing does. */
function findDifference(response: string, rows: readonly EngineRow[]): string | undefined {
  const { data, meta } = JSON.parse(response) as {
    data: Record<string, { id: string } | { id: string }[]>;
    meta: { total_count?: number };
  };
  const ids = [Object.values(data)[0] ?? []].flat().map(({ id }) => id);
  const found = rows.map(({ uuid }) => uuid);
  const total = rows[0]?.total;
  if (total !== undefined && Number(total) !== meta.total_count) {
    return `${Number(total)} results instead of ${meta.total_count}`;
  }
  if (found.length !== ids.length) return `${found.length} rows instead of ${ids.length}`;
  const at = found.findIndex((id, place) => id !== ids[place]);
  return at === -1 ? undefined : `row ${at + 1} is ${found[at]} instead of ${ids[at]}`;
}
