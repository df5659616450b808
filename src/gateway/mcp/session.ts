import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readCharge } from '#contract/charge.ts';
import { calculatePrice } from '#contract/credits.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorBody, validationDetails } from '#contract/error-body.ts';
import type { ToolRequest, ToolResponse, SendToApi } from './send-to-api.ts';
import { SessionBudget } from './session-budget.ts';
import { UnlockedRecords } from './unlocked-records.ts';

/** Why a tool cannot do something, in words for the assistant. */
export class ToolError extends Error {}

/** One conversation with an assistant: its budget, what it has unlocked, and the API under its key. */
export class ToolSession {
  readonly send: SendToApi;
  /** The address of the dashboard. */
  readonly publicUrl: string;
  readonly budget: SessionBudget;
  readonly unlocked = new UnlockedRecords();
  /** The idempotency keys of requests that may have been charged, by request. */
  readonly #unconfirmed = new Map<string, string>();

  constructor(send: SendToApi, budgetTenths: number, publicUrl: string) {
    this.send = send;
    this.publicUrl = publicUrl;
    this.budget = new SessionBudget(budgetTenths);
  }

  /**
   * Sends a request that costs at most `highestTenths`; this is reserved first and then replaced by the billed price.
   * Throws a ToolError if it exceeds `maxTenths` or what is left, and for an error response. A request whose response
   * was lost is sent again under its idempotency key.
   */
  async spend(request: ToolRequest, highestTenths: number, maxTenths: number | undefined): Promise<PaidResponse> {
    const price = describeCredits(highestTenths);
    if (maxTenths !== undefined && highestTenths > maxTenths)
      throw new ToolError(`This call can cost ${price}, more than max_credits. Nothing was sent.`);
    const reservation = this.budget.reserve(highestTenths);
    if (!reservation) {
      const { left, total } = this.budget;
      throw new ToolError(
        `This call can cost ${price}, but ${describeCredits(left)} of the session's ${total / 10} are left. Nothing was sent.`,
      );
    }
    // Without a response its charge is unconfirmed.
    let [billed, isUnconfirmed] = [highestTenths, highestTenths > 0];
    const text = JSON.stringify({ ...request, endpoint: request.endpoint.id });
    const lostKey = this.#unconfirmed.get(text);
    const idempotencyKey = lostKey ?? randomUUID();
    // Only one call repeats a lost one; others like it are new.
    this.#unconfirmed.delete(text);
    try {
      const response = await this.send(highestTenths > 0 ? { ...request, idempotencyKey } : request);
      // What is repeated for a lost call was booked with it.
      const isBooked = lostKey !== undefined && response.headers['idempotency-replayed'] === 'true';
      const charge = readToolCharge(response, highestTenths);
      billed = isBooked ? 0 : charge.billedTenths;
      isUnconfirmed &&= !isBooked && charge.state === 'unconfirmed';
      if (response.status !== 200) throw new ToolError(describeError(response, billed));
      return { ...response, billed };
    } finally {
      reservation.settle(billed);
      if (isUnconfirmed) this.#unconfirmed.set(text, idempotencyKey);
    }
  }
}

type PaidResponse = ToolResponse & { readonly billed: number };

/** The highest price of a request in tenths; `rows` is the maximum that it can return. */
export const quoteCall = ({ cost }: Endpoint, rows: number): number => calculatePrice(cost, rows);

/** Tenths as words: "1 credit", "0.1 credits". */
export const describeCredits = (tenths: number): string => `${tenths / 10} ${tenths === 10 ? 'credit' : 'credits'}`;

function readToolCharge({ status, headers, content }: ToolResponse, highestTenths: number) {
  const get = (name: string) => headers[name.toLowerCase()] ?? null;
  return readCharge({ status, headers: { get }, body: content }, highestTenths);
}

const helpfulDetails = z.looseObject({ help: z.string() });

function describeError({ status, content }: ToolResponse, billed: number): string {
  const { code = `HTTP ${status}`, message = '', details } = errorBody.safeParse(content).data?.error ?? {};
  const problems = validationDetails.safeParse(details).data?.errors ?? [];
  const help = helpfulDetails.safeParse(details).data?.help;
  return [
    `${code}: ${message}`,
    ...problems.map(({ field, message: text }) => `${field ?? ''} ${text ?? ''}`),
    ...(help === undefined ? [] : [help]),
    ...(billed > 0
      ? [
          `It may have been charged: ${describeCredits(billed)} of the session are booked. The same call once more gets the response; where the service knows Idempotency-Key it is not charged again.`,
        ]
      : []),
  ].join('\n');
}
