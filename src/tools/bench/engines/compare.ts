import type { Engine, EngineQuery, EngineRow } from './engine.ts';

/** The median of an engine for an operation. Without a time, the engine returned another result or has no query. */
export interface EngineFigure {
  engine: string;
  ms?: number;
  difference?: string;
}

/** A prepared query; without `run` if its result differs. */
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

/** How a response of the API differs from an engine's rows, in words; undefined if it does not. */
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
