import type { LoggedCall, Totals } from '../spend/logged-call.ts';
import { toCallSentence, toScreenName, type QuestionGroup } from './questions.ts';

/** A row of the ledger: a question asked more than once, one call, or the sum of an older day. */
export type LedgerRow = {
  readonly id: string;
  readonly kind: 'question' | 'call' | 'day';
  /** The moment of the call, or of the newest one; a UTC day for sums. */
  readonly at: number | string;
  readonly screen: string;
  readonly sentence: string;
  readonly totals: Totals;
  readonly outcome: LoggedCall['outcome'] | undefined;
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
  days: readonly (readonly [string, Totals])[],
): LedgerRow[] {
  return [...groups.flatMap((group) => toGroupRows(group, open.has(group.id))), ...days.map(toDayRow)];
}

function toGroupRows(group: QuestionGroup, expanded: boolean): LedgerRow[] {
  const [newest, ...older] = group.calls;
  if (!newest) return [];
  if (older.length === 0) return [toCallRow(newest, group.totals, group.sentence)];
  const outcomes = new Set(group.calls.map(({ outcome }) => outcome));
  const head: LedgerRow = {
    id: group.id,
    kind: 'question',
    at: newest.at,
    screen: group.screen,
    sentence: group.sentence,
    totals: group.totals,
    outcome: outcomes.size === 1 ? newest.outcome : undefined,
    call: undefined,
    expanded,
  };
  if (!expanded) return [head];
  return [head, ...group.calls.map((call) => ({ ...toCallRow(call), inner: true }))];
}

function toCallRow(call: LoggedCall, totals?: Totals, sentence = toCallSentence(call)): LedgerRow {
  return {
    id: call.id,
    kind: 'call',
    at: call.at,
    screen: toScreenName(call),
    sentence,
    totals: totals ?? {
      calls: call.calls,
      quotedTenths: call.quotedTenths,
      billedTenths: call.billedTenths,
      unknownTenths: 0,
      rows: call.rows ?? 0,
      ownedRows: call.ownedRows ?? 0,
    },
    outcome: call.outcome,
    call,
  };
}

const toDayRow = ([day, totals]: readonly [string, Totals]): LedgerRow => ({
  id: `day ${day}`,
  kind: 'day',
  at: day,
  screen: '',
  sentence: `Sum of ${totals.calls.toLocaleString('en-US')} older calls of this day`,
  totals,
  outcome: undefined,
  call: undefined,
});
