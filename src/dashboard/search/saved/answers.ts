import { z } from 'zod';
import { storedResults } from '../../library/records/records.ts';

const answer = z.object({
  ids: z.array(z.string()),
  total: z.number().nullable(),
  /** Rows of the result that were asked for, from its start. */
  bought: z.number(),
});
/** What this device holds of the answer to a search, and when it came, in milliseconds. */
export type HeldAnswer = z.infer<typeof answer> & { readonly at: number };

type Members = Readonly<Record<string, unknown>>;

/** One text for every query to an endpoint, whatever page of its answer is asked for. */
export function formatQueryText(path: string, body: Members | undefined): string {
  const { page: _page, page_size: _size, ...query } = body ?? {};
  return JSON.stringify([path, query]);
}

/** The answers that this device holds, by their query; of two page sizes the one with more rows. */
export function readHeldAnswers(): ReadonlyMap<string, HeldAnswer> {
  const held = new Map<string, HeldAnswer>();
  for (const { at, row } of storedResults.rows()) {
    const asked = forQuery(row.id);
    const { data } = answer.safeParse(row.data);
    if (!asked || !data) continue;
    const query = formatQueryText(`/${asked.screen}`, asked.body);
    if ((held.get(query)?.bought ?? -1) < data.bought) held.set(query, { ...data, at });
  }
  return held;
}

/** A kept answer is named by its screen and the body of its first page (records/stored-query.ts). */
function forQuery(id: string): { readonly screen: string; readonly body: Members } | undefined {
  try {
    const [screen, text, ...rest] = JSON.parse(id) as unknown[];
    if (typeof screen !== 'string' || typeof text !== 'string' || rest.length > 0) return undefined;
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { screen, body: { ...body } } : undefined;
  } catch {
    return undefined;
  }
}
