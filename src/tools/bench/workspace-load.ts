import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { readBudget } from '#contract/workspace/budget.ts';
import { startSearch } from '#contract/workspace/searches.ts';
import { readStatuses } from '#contract/workspace/statuses.ts';
import { readVersions } from '#contract/workspace/versions.ts';
import { createAccount } from '../../service/accounts/accounts.ts';
import { createKey } from '../../service/accounts/keys.ts';
import type { Pool } from '../../service/db/pool.ts';
import { retryWhileUnavailable } from '../../service/db/unavailable.ts';
import type { GatewayProcess } from '../gateway-process.ts';

/** What the clients of a workspace saw, and every difference from its final content. */
interface WorkspaceFigures {
  notes_stored: number;
  writes_lost: number;
  purchases_billed: number;
  faults: string[];
}

/** Each client stays within the limit of its key. */
const [timeoutMs, pauseMs, sessionTenths] = [20_000, 50, 200];
type Gateways = readonly Pick<GatewayProcess, 'url'>[];
type Reply = { readonly status: number; readonly data: unknown };
type Send = (path: string, body?: object, method?: 'POST' | 'PUT') => Promise<Reply | undefined>;

/** Sends to one gateway after the other; undefined if no response arrived. */
function createSend(gateways: Gateways, key: string): Send {
  let turn = 0;
  return async (path, body, method = 'POST') => {
    try {
      const url = `${gateways[(turn += 1) % gateways.length]?.url()}/workspace${path}`;
      const response = await fetch(url, {
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body ? { method, body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, data: ((await response.json()) as { data?: unknown }).data };
    } catch {
      return undefined;
    }
  };
}

/**
 * Clients of one workspace that continue while gateways and database are killed: two write notes, one follows the
 * versions, two buy within its budget. `stop` ends them and compares what they saw with what is stored.
 */
export async function startWorkspaceLoad(sql: Pool, gateways: Gateways) {
  const { account_id: accountId, key } = await createAccount(sql, { name: 'desk', plan: 'API', purchased: 1_000_000 });
  const send = createSend(gateways, key);
  const addSend = async () => createSend(gateways, (await createKey(sql, accountId, 'client')).key);
  const faults = new Set<string>();
  const fault = (text: string) => faults.add(text);
  const ending = new AbortController();
  const writers = [createWriter(await addSend()), createWriter(await addSend())];
  const buyer = createBuyer(await addSend(), fault);
  const buyers = [buyer, createBuyer(await addSend(), fault)];
  await send('/budget', { session_tenths: sessionTenths });
  const steps = [...writers, ...buyers].map(({ step }) => step);
  const working = [...steps, followVersions(await addSend(), fault)].map((step) => repeat(step, ending.signal));
  return {
    async stop(): Promise<WorkspaceFigures> {
      ending.abort();
      await Promise.all(working);
      // A short trial may end before any purchase does.
      for (const one of buyers) while (one.countBilled() === 0) await one.step();
      const stored = new Map(writers.flatMap((writer) => [...writer.stored]));
      await retryWhileUnavailable(timeoutMs, async () => {
        for (const one of await findLostNotes(send, stored)) fault(one);
        for (const one of await findChargeFaults(sql, accountId, buyer.step)) fault(one);
      });
      return {
        notes_stored: stored.size,
        writes_lost: writers.reduce((sum, { countLost }) => sum + countLost(), 0),
        purchases_billed: buyers.reduce((sum, { countBilled }) => sum + countBilled(), 0),
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

/** Writes notes of records that nobody else writes; `stored` are those that the gateway has acknowledged. */
function createWriter(send: Send) {
  const stored = new Map<string, string>();
  let lost = 0;
  return {
    stored,
    countLost: () => lost,
    async step(): Promise<void> {
      const changes = Array.from({ length: randomInt(1, 20) }, () => ({
        kind: 'deal',
        id: randomUUID(),
        set: { note: `${randomUUID()} ${'x'.repeat(200)}` },
      }));
      const reply = await send('/statuses', { changes }, 'PUT');
      if (!reply) lost += 1;
      if (reply?.status === 200) for (const { id, set } of changes) stored.set(id, set.note);
    },
  };
}

/** Follows the versions, as a page does. */
function followVersions(send: Send, fault: (text: string) => void): () => Promise<void> {
  let before: Readonly<Partial<Record<string, number>>> = {};
  return async () => {
    const { data } = readVersions.data.safeParse((await send('/versions'))?.data);
    if (!data) return;
    for (const [part, version] of Object.entries(data.versions)) {
      const known = before[part] ?? 0;
      if (version < known) fault(`the version of ${part} ran backwards, from ${known} to ${version}`);
    }
    before = data.versions;
  };
}

/** Reads all notes, and says how many of those that were stored are missing. */
async function findLostNotes(send: Send, stored: ReadonlyMap<string, string>): Promise<string[]> {
  const seen = new Map<string, string>();
  for (let after = 0, more = true; more;) {
    const { data: page } = readStatuses.data.safeParse((await send(`/statuses?after=${after}`))?.data);
    if (page) for (const { id, note } of page.statuses) seen.set(id, note);
    else await sleep(100);
    after = page?.version ?? after;
    more = page?.more ?? true;
  }
  const missing = [...stored].filter(([id, note]) => seen.get(id) !== note);
  return missing.length === 0 ? [] : [`${missing.length} notes that were stored are lost`];
}

/** Buys a few rows, also those that are stored, and starts another session when the budget is spent. */
function createBuyer(send: Send, fault: (text: string) => void) {
  let billed = 0;
  return {
    countBilled: () => billed,
    async step(): Promise<void> {
      const { data: budget } = readBudget.data.safeParse((await send('/budget'))?.data);
      if (budget) {
        const { session, running } = budget;
        const bound = session.used + session.unconfirmed + running;
        if (session.limit !== null && bound > session.limit) fault(`${bound} tenths of ${session.limit} are bound`);
      }
      const rows = randomInt(1, 4);
      const search = { resource: 'deals', body: { deal: { size_min: randomInt(100) } } };
      const body = { ...search, rows, refresh: true, max_tenths: rows * 10, screen: '/deals' };
      const reply = await send('/searches', body);
      if (reply?.status === 200 && startSearch.data.parse(reply.data).bill.billed_tenths > 0) billed += 1;
      if (reply && reply.status !== 200) await send('/budget', { new_session: true });
    },
  };
}

const sums = z.object({ billed: z.number(), charged: z.number(), open: z.number() });

/** Once the purchases of killed gateways have ended, nothing is running, and the purchases sum up to the ledger. */
async function findChargeFaults(sql: Pool, accountId: string, buy: () => Promise<void>): Promise<string[]> {
  await sql`
    UPDATE purchases SET alive_until = now() - interval '1 second' WHERE account_id = ${accountId} AND state = 'running'`;
  await buy();
  const [row] = await sql`
    SELECT (SELECT coalesce(sum(monthly_tenths + purchased_tenths), 0)::bigint FROM ledger WHERE account_id = ${accountId}) AS charged,
      coalesce(sum(billed_tenths) FILTER (WHERE state = 'billed'), 0)::bigint AS billed,
      coalesce(sum(quoted_tenths) FILTER (WHERE state IN ('running', 'unconfirmed')), 0)::bigint AS open
    FROM purchases WHERE account_id = ${accountId}`;
  const { billed, charged, open } = sums.parse(row);
  return [
    ...(open === 0 ? [] : [`${open} tenths stay reserved`]),
    ...(billed === charged ? [] : [`the purchases sum up to ${billed} tenths, the ledger to ${charged}`]),
  ];
}
