import { ApiError } from '../platform/http/api-error.ts';
import { createState } from '../platform/state.ts';
import {
  findLost,
  leave,
  move,
  raiseBudget,
  reserve,
  toBudgetLeft,
  type Ledger,
  type PendingRequest,
} from './ledger.ts';
import { toRandomText } from './random-text.ts';
import { changeLedger, readSession, tabName } from './session-ledger.ts';

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
  return inTurn(
    intent.tenths,
    () => take(request, replays),
    () => raise(request),
  );
}

/**
 * Asks once about all that a purchase of several requests can cost, where the budget does not cover it; throws when the
 * answer is no. Nothing is set aside by it: each request does that itself.
 */
export async function coverBudget(tenths: number): Promise<void> {
  const covers = async () => isCovered(await changeLedger((ledger) => ledger), tenths);
  if (await covers()) return;
  await inTurn(
    tenths,
    async () => (await covers()) || undefined,
    async () => void (await changeLedger((ledger) => raiseBudget(ledger, tenths))),
  );
}

const isCovered = (ledger: Ledger | undefined, tenths: number): boolean =>
  ledger === undefined || (toBudgetLeft(ledger) ?? Infinity) >= tenths;

/** Waits for its turn, tries once more, and else asks; a no to one is a no to all that waited with it. */
async function inTurn<T>(tenths: number, attempt: () => Promise<T | undefined>, go: () => Promise<T>): Promise<T> {
  const before = refusals;
  const mine = turn.then(async () => {
    const fits = await attempt();
    if (fits !== undefined) return fits;
    if (refusals === before && (await ask(tenths))) return go();
    refusals += 1;
    throw new ApiError('budget', 'The budget of this session stays as it is.');
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
