import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bill, PurchaseState } from '#contract/workspace/purchases.ts';
import { quoteRequest } from '#contract/quote.ts';
import type { Pool, Transaction } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { isDatabaseUnavailable, retryWhileUnavailable } from '../db/unavailable.ts';
import { HttpError } from '../http/http-error.ts';
import { findShortBudget, lockBudget, readBudgetOf, recordLastPurchase } from './budget.ts';
import { CallRejected, type PaidBackend, type PaidCall, type PaidResponse, type Payer } from './paid-call.ts';
import { hashJson } from './request-hash.ts';
import { aliveSeconds, endAbandoned, type LivePurchases } from './live-purchases.ts';
import { bumpVersions } from './versions.ts';

/** What a purchase needs: the database of the gateway, and the service that it is in front of. */
export type Purchasing = {
  readonly db: Pool;
  readonly backend: PaidBackend;
  /** Keeps the purchases of this gateway alive while their requests run. */
  readonly running: LivePurchases;
  readonly clock: () => Date;
};

/** One press of a button that spends. What it cost so far is added to `bill`. */
export type Press = {
  readonly payer: Payer;
  readonly screen: string;
  /** The highest price that the button showed. */
  readonly maxTenths: number;
  /** Whether the user was warned that an earlier request like this one may have been charged. */
  readonly repeat: boolean;
  readonly bill: { -readonly [K in keyof Bill]: Bill[K] };
};

export const createPress = (
  payer: Payer,
  { screen, max_tenths: maxTenths, repeat = false }: { screen: string; max_tenths: number; repeat?: boolean },
): Press => ({
  payer,
  screen,
  maxTenths,
  repeat,
  bill: { quoted_tenths: 0, billed_tenths: 0, unconfirmed_tenths: 0 },
});

/** The highest price of a call, in tenths: nothing for an unmetered account. */
export const quotePurchase = ({ owner }: Payer, call: PaidCall): number =>
  owner.unmetered ? 0 : quoteRequest(call.endpoint, call);

/** What is left of the price that the button showed. */
export const getLeft = ({ maxTenths, bill }: Press): number => maxTenths - bill.billed_tenths - bill.unconfirmed_tenths;

/** Stores what a response brought, in the transaction of its bill; returns how many of its rows were unlocked before. */
type StoreResponse = (tx: Transaction, response: PaidResponse) => Promise<StoredRows>;
export type StoredRows = { readonly rows: number; readonly unlockedRows: number };

/**
 * Buys the response to one request, and stores it with its bill in one transaction. The same request that is already
 * running, of any member and through any gateway, is not sent again: this waits for its end and returns `twin`. So it
 * does where another press has stored, since the caller looked, what the request would bring (`isStored`). The caller
 * then reads what that one has stored.
 *
 * Before the request is sent its highest price is reserved: within what the button showed, the session's and the day's
 * budget. Throws, charging nothing, where one of them does not cover it; where an earlier request like it may have been
 * charged and the user was not warned; and where the service rejects the request.
 */
export async function purchase(
  purchasing: Purchasing,
  press: Press,
  call: PaidCall,
  store: StoreResponse,
  { key: givenKey, isStored, onReserved }: PurchaseOptions = {},
): Promise<'bought' | 'twin'> {
  const { db, running, backend, clock } = purchasing;
  const quoted = quotePurchase(press.payer, call);
  if (quoted > getLeft(press)) throw new HttpError('priceTooHigh', { quoted: quoted / 10, left: getLeft(press) / 10 });
  const accountId = press.payer.owner.accountId;
  const reserved = await db.begin((tx) => reserve(tx, purchasing, press, { call, quoted, key: givenKey, isStored }));
  if (reserved === 'stored') return 'twin';
  if ('twin' in reserved) {
    await waitForEnd(purchasing, accountId, reserved.twin);
    return 'twin';
  }
  const { id, key } = reserved;
  onReserved?.(id);
  press.bill.quoted_tenths += quoted;
  const stop = running.keepAlive(accountId, id);
  let billed: number | undefined;
  const addToBill = () => {
    press.bill[billed === undefined ? 'unconfirmed_tenths' : 'billed_tenths'] += billed ?? quoted;
  };
  try {
    await backend.send(call, press.payer, key, async (tx, response) => {
      const stored = await store(tx, response);
      billed = await settle(tx, { accountId, id, response, stored, quoted, now: clock() });
    });
    addToBill();
    return 'bought';
  } catch (error) {
    const state = await recordFailure(purchasing, { accountId, id }, error);
    if (state === 'billed' || state === 'unconfirmed') addToBill();
    // Only the response of our database was lost: the charge and the rows are stored.
    if (state === 'billed') return 'bought';
    throw error instanceof CallRejected ? error.error : error;
  } finally {
    stop();
  }
}

type PurchaseOptions = {
  /** Whether what the request brings is stored by now; asked while no other purchase of the account begins. */
  readonly isStored?: ((tx: Transaction) => Promise<boolean>) | undefined;
  /** The Idempotency-Key of a request that is sent again. */
  readonly key?: string;
  /** Receives the id of the new purchase. */
  readonly onReserved?: (id: string) => void;
};

type Order = Pick<PurchaseOptions, 'isStored'> & {
  readonly call: PaidCall;
  readonly quoted: number;
  readonly key: string | undefined;
};

/** Reserves a request, unless the same one is running or what it brings is stored. */
async function reserve(
  tx: Transaction,
  { backend, clock }: Purchasing,
  { payer, screen, repeat }: Press,
  { call, quoted, key, isStored }: Order,
): Promise<{ readonly id: string; readonly key: string } | { readonly twin: string } | 'stored'> {
  const now = clock();
  const { accountId } = payer.owner;
  const input = describeInput(call);
  const hash = hashJson([call.endpoint.id, input]);
  await lockBudget(tx, accountId, now);
  await endAbandoned(tx, accountId);
  const [last] = await tx<{ id: string; state: PurchaseState }[]>`
    SELECT id, state FROM purchases WHERE account_id = ${accountId} AND request_hash = ${hash} AND state <> 'rejected'
    ORDER BY state = 'running' DESC, started_at DESC LIMIT 1`;
  if (last?.state === 'running') return { twin: last.id };
  if (await isStored?.(tx)) return 'stored';
  if (last?.state === 'unconfirmed' && !repeat) {
    throw new HttpError('chargeUnconfirmed', { purchase_id: last.id, credits: quoted / 10 });
  }
  const short = findShortBudget(await readBudgetOf(tx, accountId, now), quoted);
  if (short) throw new HttpError('budgetExceeded', { budget: short.of, needed: quoted / 10, left: short.left / 10 });
  const id = randomUUID();
  await tx`
    INSERT INTO purchases (account_id, id, member_id, screen, endpoint, input, request_hash, idempotency_key,
      quoted_tenths, state, relayed, started_at, alive_until)
    VALUES (${accountId}, ${id}, ${payer.memberId}, ${screen}, ${call.endpoint.id}, ${JSON.stringify(input)}, ${hash},
      ${key ?? id}, ${quoted}, 'running', ${backend.isHosted}, ${now}, now() + ${aliveSeconds} * interval '1 second')`;
  await recordLastPurchase(tx, accountId, now);
  await bumpVersions(tx, accountId, 'purchases', 'budget');
  return { id, key: key ?? id };
}

/** Parameters, query and body of a call, as they are stored and hashed. */
const describeInput = ({ params, query, body }: PaidCall): Readonly<Record<string, unknown>> => ({
  ...(params ? { params } : {}),
  ...(query ? { query } : {}),
  ...(body ? { body } : {}),
});

type Settlement = {
  readonly accountId: string;
  readonly id: string;
  readonly response: PaidResponse;
  readonly stored: StoredRows;
  readonly quoted: number;
  readonly now: Date;
};

/**
 * Replaces the reservation by the charge, and returns it. A charge that cannot be read, or that is above the highest price, counts as
 * that price and stays unconfirmed. Throws where our own purchase was given up in the meantime, so that it is not
 * charged; a hosted one may have been charged, and is recorded all the same.
 */
async function settle(
  tx: Sql,
  { accountId, id, response, stored, quoted, now }: Settlement,
): Promise<number | undefined> {
  const tenths = response.tenths !== undefined && response.tenths <= quoted ? response.tenths : undefined;
  const { balance, requestId } = response;
  const settled = await tx`
    UPDATE purchases SET state = ${tenths === undefined ? 'unconfirmed' : 'billed'}, billed_tenths = ${tenths ?? null},
      row_count = ${stored.rows}, unlocked_rows = ${stored.unlockedRows}, status = 200, request_id = ${requestId},
      monthly_credits = ${balance?.monthly ?? null}, purchased_credits = ${balance?.purchased ?? null}, ended_at = ${now}
    WHERE account_id = ${accountId} AND id = ${id} AND (state = 'running' OR (relayed AND state = 'unconfirmed'))
    RETURNING 1`;
  if (settled.length === 0) throw new HttpError('purchaseEnded');
  await bumpVersions(tx, accountId, 'purchases', 'budget', 'records', 'searches');
  return tenths;
}

/** Records why a purchase failed; returns its state, which is `billed` if only our database's response was lost. */
async function recordFailure(
  { db, backend, clock }: Purchasing,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  error: unknown,
): Promise<PurchaseState | undefined> {
  const isRejected = error instanceof CallRejected || !backend.isHosted;
  const { status, code, requestId } = error instanceof CallRejected ? error : noResponse;
  const message = error instanceof Error ? error.message.slice(0, 1000) : null;
  const record = () =>
    db.begin(async (tx) => {
      const [row] = await tx<{ state: PurchaseState }[]>`
        UPDATE purchases SET state = ${isRejected ? 'rejected' : 'unconfirmed'}, status = ${status}, code = ${code},
          message = ${message}, request_id = coalesce(${requestId}, request_id), ended_at = ${clock()}
        WHERE account_id = ${accountId} AND id = ${id} AND state = 'running' RETURNING state`;
      if (row) await bumpVersions(tx, accountId, 'purchases', 'budget');
      const [ended] = row
        ? [row]
        : await tx<{ state: PurchaseState }[]>`
            SELECT state FROM purchases WHERE account_id = ${accountId} AND id = ${id}`;
      return ended?.state;
    });
  // While the database is away the purchase stays running, and another start ends it.
  return retryWhileUnavailable(recoveryMs, record).catch((failure: unknown) => {
    if (isDatabaseUnavailable(failure)) return undefined;
    throw failure;
  });
}

const noResponse = { status: null, code: null, requestId: null } as const;
/** How long to wait for the database to return, or for another server to take over. */
const recoveryMs = 20_000;

/** Resolves once a purchase, of this gateway or another one, is no longer running. */
async function waitForEnd({ db, running }: Purchasing, accountId: string, id: string): Promise<void> {
  await running.waitFor(accountId, id);
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 500)) {
    const [row] = await db<{ state: PurchaseState; is_abandoned: boolean }[]>`
      SELECT state, alive_until < now() AS is_abandoned FROM purchases WHERE account_id = ${accountId} AND id = ${id}`;
    if (row?.state !== 'running' || row.is_abandoned) return;
    await sleep(waitMs);
  }
}
