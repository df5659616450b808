import { isExit, parseRoundType } from '../words/round-types.ts';
import { canBeAmount, canBeDate, listKnown } from './value-tests.ts';
import type { Sample } from './doubts.ts';

/** A round of which every row has its own columns: "Seed_Amount" and "Seed_Date". */
export type WideRound = { word: string; amount?: string; date?: string; investors?: string };

const parts = [
  ['amount', /[\s_-]*\b(amount|raised|size|funding|money|usd|value)\b.*$/i],
  ['date', /[\s_-]*\b(date|announced|closed|on|year)\b.*$/i],
  ['investors', /[\s_-]*\b(lead )?investors?\b.*$/i],
] as const;

/** The rounds that have columns of their own, in their order; empty unless at least two rounds do. */
export function findWideRounds(sample: Sample): WideRound[] {
  const rounds = new Map<string, WideRound>();
  for (const column of sample.columns) {
    const spaced = column.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
    for (const [part, pattern] of parts) {
      const word = spaced
        .replace(pattern, '')
        .replace(/[^\p{L}\p{N}]+$/u, '')
        .trim();
      if (word === spaced.trim() || !isNamedRound(word)) continue;
      const values = listKnown(sample.values.get(column) ?? []);
      if (part === 'amount' && !mostly(values, canBeAmount)) continue;
      if (part === 'date' && !mostly(values, canBeDate)) continue;
      const round = rounds.get(word.toLowerCase()) ?? { word };
      rounds.set(word.toLowerCase(), { ...round, [part]: round[part] ?? column });
      break;
    }
  }
  const found = [...rounds.values()].filter(({ amount, date }) => amount ?? date);
  return found.length > 1 ? found : [];
}

/** A word for one round, not only for rounds in general. */
const isNamedRound = (word: string) => {
  const type = parseRoundType(word)?.type;
  return (
    type !== undefined && !isExit(word) && (type !== 'FUNDING_ROUND' || /^venture$/i.test(word)) && word.length > 2
  );
};

const mostly = (values: readonly string[], fits: (value: string) => boolean) =>
  values.length === 0 || values.filter(fits).length >= values.length * 0.6;
