import { ApiFailure } from '../api/failure.ts';
import { createState } from '../state.ts';
import { findLost, leave, move, raiseBudget, reserve, type Ledger, type PendingRequest } from './ledger.ts';
import { changeLedger, readSession, tabName, toRandomText } from './session-ledger.ts';

/** A purchase that the budget does not cover, waiting for the person's word. */
export type BudgetQuestion = {
  readonly tenths: number;
  readonly ledger: Ledger;
  readonly answer: (raise: boolean) => void;
};
const question = createState<BudgetQuestion | undefined>(undefined);
/** The question that stands open, as React state. */
export const useBudgetQuestion = question.use;

/** Those that do not fit wait for each other, so that one question stands open at a time. */
let turn: Promise<unknown> = Promise.resolve();
let refusals = 0;

/** What a request is known by before it is sent. */
export type Intent = Pick<PendingRequest, 'tenths' | 'question' | 'summary' | 'place'>;

/**
 * Sets the highest price of a request aside, and asks the person when the budget does not cover it; throws when the
 * answer is no. A question whose outcome was lost takes up its old reservation where `replays` says that the service
 * answers the same key again without charging.
 */
export async function reserveBudget(intent: Intent, replays: boolean): Promise<PendingRequest> {
  const request: PendingRequest = { ...intent, id: toRandomText(), tab: tabName, at: Date.now(), step: 'reserved' };
  const taken = await take(request, replays);
  if (taken) return taken;
  const before = refusals;
  const mine = turn.then(async () => {
    const fits = await take(request, replays);
    if (fits) return fits;
    if (refusals === before && (await ask(request.tenths))) return raise(request);
    refusals += 1;
    throw new ApiFailure('budget', 'The budget of this session stays as it is.');
  });
  turn = mine.catch(() => undefined);
  return mine;
}

async function take(request: PendingRequest, replays: boolean): Promise<PendingRequest | undefined> {
  let taken: PendingRequest | undefined;
  await changeLedger((ledger) => {
    const lost = findLost(ledger, request.question);
    if (lost && replays) {
      taken = { ...lost, tab: request.tab, at: request.at, step: 'sent' };
      return move(ledger, lost.id, { tab: request.tab, at: request.at, step: 'sent' });
    }
    // Asking again is the answer to the question about the lost one; it may have been charged, so it counts on.
    const next = reserve(lost ? leave(ledger, lost.id) : ledger, request);
    taken = next && request;
    return next;
  });
  return taken;
}

const ask = (tenths: number): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (raised: boolean) => {
      question.write(undefined);
      resolve(raised);
    };
    question.write({ tenths, ledger: readSession(), answer });
  });

async function raise(request: PendingRequest): Promise<PendingRequest> {
  await changeLedger((ledger) => reserve(raiseBudget(ledger, request.tenths), request));
  return request;
}
