import { sumCalls, type LoggedCall, type CallTotals } from '../../purchase/logged-call.ts';
import { toQuestionId, type QuestionGroup } from './questions.ts';

/** A row of the ledger: a question asked more than once, one call, or the sum of an older day. */
export type LedgerRow = {
  readonly id: string;
  readonly kind: 'question' | 'call' | 'day';
  /** The moment of the call, or of the newest one; a UTC day for sums. */
  readonly at: number | string;
  readonly totals: CallTotals;
  readonly outcome: LoggedCall['outcome'] | undefined;
  /** The call itself, or the newest of its question; undefined for sums. */
  readonly call: LoggedCall | undefined;
  /** Whether the calls of a question stand below it. */
  readonly expanded?: boolean;
  /** Whether it stands below its question. */
  readonly inner?: boolean;
};

/** The groups as rows, with the calls of those that are open, and older days below them. */
export function toLedgerRows(
  groups: readonly QuestionGroup[],
  open: ReadonlySet<string>,
  days: readonly (readonly [string, CallTotals])[],
): LedgerRow[] {
  return [...groups.flatMap((group) => toGroupRows(group, open.has(group.id))), ...days.map(toDayRow)];
}

function toGroupRows(group: QuestionGroup, expanded: boolean): LedgerRow[] {
  const [newest, ...older] = group.calls;
  if (!newest) return [];
  if (older.length === 0) return [toCallRow(newest, group.totals)];
  const outcomes = new Set(group.calls.map(({ outcome }) => outcome));
  const head: LedgerRow = {
    id: group.id,
    kind: 'question',
    at: newest.at,
    totals: group.totals,
    outcome: outcomes.size === 1 ? newest.outcome : undefined,
    call: newest,
    expanded,
  };
  if (!expanded) return [head];
  return [head, ...group.calls.map((call) => ({ ...toCallRow(call, sumCalls([call])), inner: true }))];
}

const toCallRow = (call: LoggedCall, totals: CallTotals): LedgerRow => ({
  id: call.id,
  kind: 'call',
  at: call.at,
  totals,
  outcome: call.outcome,
  call,
});

const toDayId = (day: string): string => `day ${day}`;
const toDayRow = ([day, totals]: readonly [string, CallTotals]): LedgerRow => ({
  id: toDayId(day),
  kind: 'day',
  at: day,
  totals,
  outcome: undefined,
  call: undefined,
});

/** What an export writes: calls, and sums of older days. */
export type Exported = {
  readonly calls: readonly LoggedCall[];
  readonly days: readonly (readonly [string, CallTotals])[];
  /** Whether it is a selection. */
  readonly selected: boolean;
};

/** The calls and days of the selected rows, a question's with all its calls; everything while nothing is selected. */
export function toExported(
  calls: readonly LoggedCall[],
  days: readonly (readonly [string, CallTotals])[],
  ids: ReadonlySet<string>,
): Exported {
  const selected = {
    calls: calls.filter((call) => ids.has(call.id) || ids.has(toQuestionId(call))),
    days: days.filter(([day]) => ids.has(toDayId(day))),
  };
  // What was selected under another filter is not on the screen.
  const isEmpty = selected.calls.length === 0 && selected.days.length === 0;
  return isEmpty ? { calls, days, selected: false } : { ...selected, selected: true };
}
