import type { ResponseHeaders } from '../platform/http/headers.ts';
import { createState } from '../platform/state.ts';

/** What is left: `unknown` before the first paid answer, `hidden` when the key shows no figures. */
export type Balance =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'hidden' }
  | {
      readonly kind: 'known';
      readonly tenths: number;
      readonly monthly: number | null;
      readonly purchased: number | null;
    };

/** What the meter shows; every figure came from the service, none is estimated. */
export type Reading = {
  readonly balance: Balance;
  /** Billed to this tab since it was loaded or took another key, in tenths. */
  readonly usedTenths: number;
  /** Flat prices that the price list names and a service that counts in whole credits does not. */
  readonly listedTenths: number;
  /** As the last answer said; `heardAt` in milliseconds, because the figure is old after its minute. */
  readonly requests:
    { readonly left: number; readonly limit: number | undefined; readonly heardAt: number } | undefined;
};

/** The credit figures of one paid answer. */
export type Settlement = {
  readonly usedTenths: number;
  readonly listedTenths: number;
  readonly remainingTenths: number | undefined;
  readonly monthly: number | null | undefined;
  readonly purchased: number | null | undefined;
};

/** The meter before anything was answered. */
export const blankReading: Reading = {
  balance: { kind: 'unknown' },
  usedTenths: 0,
  listedTenths: 0,
  requests: undefined,
};

/** The balance that an answer reports; without any figure the key is one that sees none. */
function toBalance({ remainingTenths, monthly, purchased }: Omit<Settlement, 'usedTenths' | 'listedTenths'>): Balance {
  const figures = [monthly, purchased].filter((figure) => typeof figure === 'number');
  if (remainingTenths === undefined && figures.length === 0) return { kind: 'hidden' };
  const tenths = remainingTenths ?? figures.reduce((sum, figure) => sum + figure, 0) * 10;
  return { kind: 'known', tenths, monthly: monthly ?? null, purchased: purchased ?? null };
}

/** A meter: a closure that is told of every paid request and every answer. */
export function createMeter() {
  const state = createState(blankReading);
  // Two paid requests under way at once may be answered in another order than they were charged: of two such answers
  // the one with less left was charged last.
  let clock = 0;
  let balanceAt = 0;
  let account = 0;

  const write = (part: Partial<Reading>) => state.write({ ...state.read(), ...part });

  return {
    read: state.read,
    use: state.use,
    /** Notes that a paid request leaves; the returned moment belongs to its settlement. */
    send: () => ++clock,
    /** Books a paid answer. */
    settle(sentAt: number, settlement: Settlement) {
      if (sentAt < account) return;
      const reading = state.read();
      const next = toBalance(settlement);
      const crossed = sentAt <= balanceAt && reading.balance.kind === 'known' && next.kind === 'known';
      const stale = crossed && reading.balance.tenths < next.tenths;
      write({
        usedTenths: reading.usedTenths + settlement.usedTenths,
        listedTenths: reading.listedTenths + settlement.listedTenths,
        balance: stale ? reading.balance : next,
      });
      balanceAt = ++clock;
    },
    /** Takes over a balance that came with a refusal (402), where nothing was charged. */
    correct(monthly: number | null | undefined, purchased: number | null | undefined) {
      if (typeof monthly !== 'number' && typeof purchased !== 'number') return;
      write({ balance: toBalance({ remainingTenths: undefined, monthly, purchased }) });
    },
    /** Takes over what the account itself said, in credits with a decimal, unless an answer has told since. */
    learn(askedAt: number, monthly: number | null | undefined, purchased: number | null | undefined) {
      if (askedAt < account || askedAt < balanceAt) return;
      const tenths = Math.round(((monthly ?? 0) + (purchased ?? 0)) * 10);
      const known = typeof monthly === 'number' || typeof purchased === 'number';
      const [wholeMonthly, wholePurchased] = [monthly, purchased].map((part) => part && Math.floor(part));
      write({
        balance: toBalance({
          remainingTenths: known ? tenths : undefined,
          monthly: wholeMonthly,
          purchased: wholePurchased,
        }),
      });
    },
    /** Forgets the figures of one account when another comes into use; what is still under way belongs to the first. */
    reset() {
      state.write(blankReading);
      account = ++clock;
    },
    /** Reads the requests left this minute from any answer. */
    hear({ requestsLeft, requestLimit }: Pick<ResponseHeaders, 'requestsLeft' | 'requestLimit'>) {
      if (requestsLeft !== undefined)
        write({ requests: { left: requestsLeft, limit: requestLimit, heardAt: Date.now() } });
    },
  };
}

/** The meter of this tab. */
export const meter = createMeter();
