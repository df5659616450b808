import { expect, type RunningGateway } from './test.ts';

/** What a key did elsewhere: sends a request to the workspace of a gateway; returns its data. */
export async function callWorkspace<T>(
  { url }: Pick<RunningGateway, 'url'>,
  key: string | undefined,
  [method, path]: readonly [method: 'GET' | 'POST' | 'PUT', path: string],
  body?: object,
): Promise<T> {
  const response = await fetch(`${url}/workspace${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return (JSON.parse(text) as { data: T }).data;
}

/** Searches for the newest deals of a round; the address of a page can then show them. Returns their ids. */
export async function searchRound(gateway: RunningGateway, key: string, round: string, rows = 10): Promise<string[]> {
  const { search } = await callWorkspace<{ search: { id: string } }>(gateway, key, ['POST', '/searches'], {
    resource: 'deals',
    body: { deal: { financing_types: [{ type: round, pre: false, extension: false }] }, sort_by: 'most_recent_deal' },
    rows,
    max_tenths: 10 * rows,
    screen: '/deals',
  });
  const path = `/searches/${search.id}/rows?count=${rows}`;
  const found = await callWorkspace<{ rows: { record: { id: string } }[] }>(gateway, key, ['GET', path]);
  return found.rows.map(({ record }) => record.id);
}

/** Shortlists a deal, or notes something on it. */
export async function markDeal(gateway: RunningGateway, key: string, id: string, set: object): Promise<void> {
  await callWorkspace(gateway, key, ['PUT', '/statuses'], { changes: [{ kind: 'deal', id, set }] });
}
