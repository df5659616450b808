import { formatAmountInput, parseAmount, readTypedAmount } from '#ask/amounts.ts';
import { trimValue } from '#contract/scalars.ts';

type AmountRange = { readonly min?: number; readonly max?: number };

/** A range of dollars: "10-50m", "$10M–50M", "500k to 2m", "over 20m", "10m+", "under 5m"; otherwise undefined. */
export function parseAmountRange(typed: string): AmountRange | undefined {
  const text = trimValue(typed);
  const [, low, high] = /^(?:from |between )?(.+?)\s*(?:-|–|—|\bto\b|\band\b)\s*(.+)$/i.exec(text) ?? [];
  const range = low === undefined || high === undefined ? undefined : parseRange(low, high);
  if (range) return range;
  const [, atLeast] = /^(?:over|above|more than|at least|from|min|>=?|≥)\s*(.+)$/i.exec(text) ?? [];
  const [, orMore] = /^(.+?)\s*(?:\+|or more|and up)$/i.exec(text) ?? [];
  const min = parseAmount(atLeast ?? orMore ?? '');
  if (min !== undefined) return { min };
  const [, atMost] = /^(?:under|below|less than|at most|up to|max|<=?|≤)\s*(.+)$/i.exec(text) ?? [];
  const max = parseAmount(atMost ?? '');
  return max === undefined ? undefined : { max };
}

/** "10-50m": a lower end without a unit has that of the upper one, unless it would then exceed it. */
function parseRange(low: string, high: string): AmountRange | undefined {
  const last = readTypedAmount(high);
  if (!last || last.isUnsure) return undefined;
  const first = readTypedAmount(low);
  const isShort = first?.unit === '' && last.unit !== '' && first.dollars < 1000;
  const min = isShort ? parseAmount(`${low}${last.unit}`) : parseAmount(low);
  return min !== undefined && min <= last.dollars ? { min, max: last.dollars } : undefined;
}

/** The texts of a pair of amount fields after the one at `changed` was entered, in short form; a range fills both. */
export function completeAmounts(texts: readonly [string, string], changed: 0 | 1): readonly [string, string] {
  const format = (dollars: number | undefined) => (dollars === undefined ? '' : formatAmountInput(dollars));
  const text = texts[changed];
  const dollars = parseAmount(text);
  const range = dollars === undefined ? parseAmountRange(text) : undefined;
  if (range) return [format(range.min), format(range.max)];
  const shown = dollars === undefined ? text : format(dollars);
  return changed === 0 ? [shown, texts[1]] : [texts[0], shown];
}
