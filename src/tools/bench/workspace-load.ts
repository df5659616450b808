import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { leasePurchase, readWorkspaceChanges } from '#contract/workspace.ts';
import { createAccount } from '../../service/accounts/accounts.ts';
import { createKey } from '../../service/accounts/keys.ts';
import type { Pool } from '../../service/db/pool.ts';
import { retryWhileUnavailable } from '../../service/db/unavailable.ts';
import type { GatewayProcess } from '../gateway-process.ts';

/** What the clients of a workspace saw, and every difference from its final content. */
interface WorkspaceFigures {
  entries_stored: number;
  batches_lost: number;
  purchases_charged: number;
  faults: string[];
}

/** Each client stays within the limit of its key. */
const [timeoutMs, pauseMs, sessionTenths] = [20_000, 50, 200];
type Gateways = readonly Pick<GatewayProcess, 'url'>[];
type Reply = { readonly status: number; readonly data: unknown };
type Send = (path: string, body?: object, headers?: Record<string, string>) => Promise<Reply | undefined>;

/** Sends to one gateway after the other; undefined if no response arrived. */
function createSend(gateways: Gateways, key: string): Send {
  let turn = 0;
  return async (path, body, headers = {}) => {
    try {
      const url = `${gateways[(turn += 1) % gateways.length]?.url()}${path}`;
      const response = await fetch(url, {
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, data: ((await response.json()) as { data?: unknown }).data };
    } catch {
      return undefined;
    }
  };
}

/**
 * Clients of one workspace that continue while gateways and database are killed: two write, one reads what is new, two
 * buy in its budget and leave some purchases unfinished. `stop` ends them and compares what they saw with what is
 * stored.
 */
export async function startWorkspaceLoad(sql: Pool, gateways: Gateways) {
  const { account_id: accountId, key } = await createAccount(sql, { name: 'desk', plan: 'API', purchased: 1_000_000 });
  const send = createSend(gateways, key);
  const addSend = async () => createSend(gateways, (await createKey(sql, accountId, 'client')).key);
  const faults = new Set<string>();
  const ending = new AbortController();
  const writers = [createWriter(await addSend(), 'one'), createWriter(await addSend(), 'other')];
  const reader = createReader(await addSend(), (fault) => faults.add(fault));
  const buyers = [await addSend(), await addSend()].map((buying) => createBuyer(buying, (fault) => faults.add(fault)));
  await send('/workspace/budget', { session_tenths: sessionTenths });
  const working = [...writers, reader, ...buyers].map(({ step }) => repeat(step, ending.signal));
  return {
    async stop(): Promise<WorkspaceFigures> {
      ending.abort();
      await Promise.all(working);
      // A short trial may end before any purchase does.
      for (const buyer of buyers) while (buyer.countCharged() === 0) await buyer.step();
      const stored = new Map(writers.flatMap((writer) => [...writer.stored]));
      await retryWhileUnavailable(timeoutMs, async () => {
        for (const fault of await reader.finish(stored)) faults.add(fault);
        for (const fault of await findBudgetFaults(sql, accountId, send)) faults.add(fault);
      });
      return {
        entries_stored: stored.size,
        batches_lost: writers.reduce((sum, { countLost }) => sum + countLost(), 0),
        purchases_charged: buyers.reduce((sum, { countCharged }) => sum + countCharged(), 0),
        faults: [...faults],
      };
    },
  };
}

async function repeat(step: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await step();
    await sleep(pauseMs);
  }
}

/** Writes entries that nobody else writes; `stored` are those that the gateway has acknowledged. */
function createWriter(send: Send, name: string) {
  const stored = new Map<string, number>();
  let [count, lost] = [0, 0];
  return {
    stored,
    countLost: () => lost,
    async step(): Promise<void> {
      const changes = Array.from({ length: randomInt(1, 20) }, () => {
        count += 1;
        return { kind: 'statuses', key: ['deal', `${name}-${count}`, 'note'], at: count, value: 'x'.repeat(200) };
      });
      const reply = await send('/workspace/changes', { changes });
      if (!reply) lost += 1;
      if (reply?.status === 200) for (const { key, at } of changes) stored.set(key.join(), at);
    },
  };
}

/** Follows the workspace by its versions, as a browser does. */
function createReader(send: Send, fault: (text: string) => void) {
  const seen = new Map<string, number>();
  let place = { workspace: '', after: 0, latest: 0 };
  const read = async (): Promise<boolean | undefined> => {
    const reply = await send(`/workspace/changes?after=${place.after}`);
    const { data: page } = readWorkspaceChanges.data.safeParse(reply?.data);
    if (!page) return undefined;
    if (place.workspace !== '' && page.workspace !== place.workspace) fault('the workspace became another one');
    if (page.latest < place.latest) fault(`the version ran backwards, from ${place.latest} to ${page.latest}`);
    for (const { key, at, version } of page.changes) {
      if (version <= place.after) fault('an entry came a second time');
      seen.set(key.join(), at);
    }
    const after = page.more ? (page.changes.at(-1)?.version ?? place.after) : page.latest;
    place = { workspace: page.workspace, after, latest: page.latest };
    return page.more;
  };
  return {
    step: async (): Promise<void> => void (await read()),
    /** Reads to the end; returns what is missing of what was stored. */
    async finish(stored: ReadonlyMap<string, number>): Promise<string[]> {
      for (let more: boolean | undefined = true; more !== false;) {
        more = await read();
        if (more === undefined) await sleep(100);
      }
      const missing = [...stored].filter(([key, at]) => seen.get(key) !== at);
      return missing.length === 0 ? [] : [`${missing.length} entries that were stored are lost`];
    },
  };
}

/** Buys with a reservation, abandons some purchases, and ends others unbought. */
function createBuyer(send: Send, fault: (text: string) => void) {
  let charged = 0;
  const holder = randomUUID();
  return {
    countCharged: () => charged,
    async step(): Promise<void> {
      const [id, rows, request] = [randomUUID(), randomInt(1, 4), `search ${randomInt(100)}`];
      const body = { request, holder, waited: false, purchase: { id, tenths: rows * 10 } };
      const reply = await send('/workspace/leases', body);
      const { data: lease } = leasePurchase.data.safeParse(reply?.data);
      if (!lease) return;
      const { session, reserved } = lease.budget;
      const bound = session.used + session.unconfirmed + reserved;
      if (session.limit !== null && bound > session.limit) fault(`${bound} tenths of ${session.limit} are bound`);
      if (!lease.covered) await send('/workspace/budget', { new_session: true });
      if (!lease.granted || randomInt(5) === 0) return;
      const isBought = randomInt(4) > 0;
      const bought = isBought ? await send('/api/v1/deals', { page_size: rows }, { 'idempotency-key': id }) : undefined;
      if (bought?.status === 200) charged += 1;
      const completed = bought?.status === 200 ? { purchase: id, tenths: rows * 10, lost: false } : null;
      await send('/workspace/leases/end', { request, holder, completed });
    },
  };
}

const sums = z.object({ billed: z.number(), charged: z.number(), open: z.number() });

/** Once every lease has expired, nothing is reserved, and the budget counts what the ledger has. */
async function findBudgetFaults(sql: Pool, accountId: string, send: Send): Promise<string[]> {
  await sql`UPDATE workspace_purchases SET expires_at = now() - interval '1 second' WHERE account_id = ${accountId}`;
  const lease = { request: 'last', holder: 'last', waited: false, purchase: { id: randomUUID(), tenths: 0 } };
  await send('/workspace/leases', lease);
  await send('/workspace/leases/end', { request: 'last', holder: 'last', completed: null });
  const [row] = await sql`
    SELECT (SELECT coalesce(sum(monthly_tenths + purchased_tenths), 0)::bigint FROM ledger WHERE account_id = ${accountId}) AS charged,
      coalesce(sum(tenths) FILTER (WHERE state = 'billed'), 0)::bigint AS billed,
      coalesce(sum(tenths) FILTER (WHERE state NOT IN ('billed', 'released')), 0)::bigint AS open
    FROM workspace_purchases WHERE account_id = ${accountId}`;
  const { billed, charged, open } = sums.parse(row);
  return [
    ...(open === 0 ? [] : [`${open} tenths stay reserved`]),
    ...(billed === charged ? [] : [`the budget counts ${billed} tenths, the ledger ${charged}`]),
  ];
}
