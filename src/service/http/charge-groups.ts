import type { Pool, Transaction } from '../db/pool.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { charge, type ChargeRequest, type ChargeResult, chargeTogether } from './charge.ts';
import { recoverCharge } from './charge-recovery.ts';
import { runInGroups } from './groups.ts';
import { type IdempotentRequest, type StoredResponse, storeResponses } from './idempotency.ts';

/** A charge with the response to store in its transaction; the response depends on what was charged. */
export type StoredCharge = ChargeRequest & {
  readonly idempotent: IdempotentRequest;
  readonly build: (charged: ChargeResult) => StoredResponse;
};

/** A charge with what is stored in its transaction. */
type ChargeWithRecords = ChargeRequest & {
  readonly store: (tx: Transaction, charged: ChargeResult) => Promise<void>;
};

/**
 * Makes charges, those that arrive together in one transaction: a charge is made at once if none is in progress,
 * otherwise together with all others that wait. Each resolves after its commit and fails by itself; a 402 charges
 * nothing. A charge whose confirmation is lost is looked up in the ledger, not repeated.
 */
export type Charges = {
  readonly make: (request: ChargeRequest) => Promise<ChargeResult>;
  /** Of identical requests at the same time, all but the first are rejected by their Idempotency-Key. */
  readonly makeAndStore: (request: StoredCharge) => Promise<ChargeResult>;
  /** Makes a charge and stores what was bought, in one transaction of its own. */
  readonly makeWithRecords: (request: ChargeWithRecords) => Promise<ChargeResult>;
};

const limits = { maxMembers: 64 };

/** Creates the charges of a gateway. */
export function createCharges(db: Pool): Charges {
  const make = runInGroups<ChargeRequest, ChargeResult>((requests) => chargeTogether(db, requests), limits);
  const makeAndStore = runInGroups<StoredCharge, ChargeResult>(async (requests) => {
    try {
      return await storeTogether(db, requests);
    } catch (error) {
      if (requests.length === 1 || isDatabaseUnavailable(error)) throw error;
      // One of them failed, such as the second of two identical requests; the others must not.
      const alone = await Promise.allSettled(requests.map((request) => storeTogether(db, [request])));
      return alone.map((one) =>
        one.status === 'fulfilled' ? (one.value[0] as PromiseSettledResult<ChargeResult>) : one,
      );
    }
  }, limits);
  const recover = async (request: ChargeRequest, made: Promise<ChargeResult>) => {
    try {
      return await made;
    } catch (error) {
      const recovered = await recoverCharge(db, error, request.due.accountId, request.id);
      if (!recovered) throw error;
      return recovered;
    }
  };
  return {
    make: (request) => recover(request, make(request)),
    makeAndStore: (request) => recover(request, makeAndStore(request)),
    makeWithRecords: (request) =>
      recover(
        request,
        db.begin(async (tx) => {
          const charged = await charge(tx, request.due, request.display, request.id);
          await request.store(tx, charged);
          return charged;
        }),
      ),
  };
}

/** Charges, and stores the responses of those that were charged, in one transaction. */
async function storeTogether(
  db: Pool,
  requests: readonly StoredCharge[],
): Promise<PromiseSettledResult<ChargeResult>[]> {
  return db.begin(async (tx) => {
    const outcomes = await chargeTogether(tx, requests);
    const charged = requests.flatMap(({ idempotent, build }, at) => {
      const outcome = outcomes[at];
      return outcome?.status === 'fulfilled' ? [{ idempotent, response: build(outcome.value) }] : [];
    });
    await storeResponses(tx, charged);
    return outcomes;
  });
}
