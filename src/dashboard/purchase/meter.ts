import type { RecordedEntry, ReportedCredits } from './journal-entry.ts';

/** The credits left: `unknown` before they were reported, `hidden` when the key may not see them. */
export type Balance =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'hidden' }
  | {
      readonly kind: 'known';
      readonly tenths: number;
      readonly monthly: number | null;
      readonly purchased: number | null;
    };

/** The balance since this page was loaded. Every figure is the service's own, none is estimated. */
export type Meter = {
  readonly balance: Balance;
  /** When the balance was reported. */
  readonly at: number;
  /** The last balance before the page was loaded. */
  readonly earlier?: { readonly tenths: number; readonly at: number } | undefined;
  /** The entry that reported the balance. */
  readonly reportedBy: number;
  /** When each request in flight was sent, as its place in the journal. */
  readonly sent: Readonly<Record<string, number>>;
};

export const emptyMeter: Meter = { balance: { kind: 'unknown' }, at: 0, reportedBy: -1, sent: {} };

/** The meter of a page that loads now. */
export const reloadMeter = ({ balance, at, earlier }: Meter): Meter => ({
  ...emptyMeter,
  earlier: balance.kind === 'known' ? { tenths: balance.tenths, at } : earlier,
});

/** Applies a journal entry to the balance. */
export function applyToMeter(meter: Meter, entry: RecordedEntry): Meter {
  switch (entry.type) {
    case 'sent':
      return { ...meter, sent: { ...meter.sent, [entry.id]: entry.seq } };
    case 'billed':
      return entry.credits ? applyBilled(meter, entry, toBalance(entry.credits)) : meter;
    case 'rejected': {
      const { monthly, purchased } = entry.credits ?? {};
      if (typeof monthly !== 'number' && typeof purchased !== 'number') return meter;
      return { ...meter, at: entry.at, balance: toBalance({ monthly, purchased }) };
    }
    case 'balance-reported':
      // A charge that was billed since is newer than what the account said.
      return entry.since < meter.reportedBy ? meter : { ...meter, at: entry.at, balance: toBalance(entry.credits) };
    default:
      return meter;
  }
}

/**
 * Responses of overlapping requests can arrive in another order than they were charged: the lower of two such balances
 * is the newer one.
 */
function applyBilled(meter: Meter, { id, seq, at }: RecordedEntry & { readonly id: string }, next: Balance): Meter {
  const { balance, reportedBy } = meter;
  const { [id]: sent = -1, ...others } = meter.sent;
  const overlapped = sent < reportedBy && balance.kind === 'known' && next.kind === 'known';
  const isOlder = overlapped && balance.tenths < next.tenths;
  return { ...meter, sent: others, reportedBy: seq, at, balance: isOlder ? balance : next };
}

/** The balance from the reported figures; without figures the key may not see them. */
function toBalance({ remainingTenths, monthly, purchased }: ReportedCredits): Balance {
  const figures = [monthly, purchased].filter((figure) => typeof figure === 'number');
  if (remainingTenths === undefined && figures.length === 0) return { kind: 'hidden' };
  const tenths = remainingTenths ?? figures.reduce((sum, figure) => sum + figure, 0) * 10;
  const [wholeMonthly, wholePurchased] = [monthly, purchased].map((part) =>
    typeof part === 'number' ? Math.floor(part) : null,
  );
  return {
    kind: 'known',
    tenths: Math.round(tenths),
    monthly: wholeMonthly ?? null,
    purchased: wholePurchased ?? null,
  };
}
