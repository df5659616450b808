import type { Sample } from './doubts.ts';
import { headerWords, nameWords, toWords } from './headers.ts';
import { canBeAmount, canBeDate, listKnown } from './value-tests.ts';

/** Whether the first row of a table is data: it has dates or numbers where its columns have them, and no usual header. */
export function isHeaderless(sample: Sample, type: string): boolean {
  if (type === 'json' || type === 'jsonl') return false;
  const cells = sample.columns
    .filter((column) => !/^column \d+$/.test(column))
    .map((column) => column.replace(/ \(column \d+\)$/, ''));
  const isData = (cell: string) => canBeDate(cell) || (/\d/.test(cell) && canBeAmount(cell));
  const data = cells.filter(
    (cell) =>
      isData(cell) &&
      listKnown(sample.values.get(cell) ?? []).filter(isData).length > (sample.values.get(cell)?.length ?? 0) * 0.6,
  );
  // Columns of years, such as 2019, 2020 and 2021, have names that look like data.
  const years = data.filter((cell) => /^(19|20)\d\d$/.test(cell));
  if (data.length === 0 || (data.length > 1 && years.length === data.length)) return false;
  const named = cells.filter((cell) => !isData(cell) && isUsual(cell)).length;
  return named <= (cells.length - data.length) / 3;
}

/** Whether a cell is a word that headers have; "Facebook" and "Seed" can be values too. */
function isUsual(cell: string): boolean {
  const words = toWords(cell);
  if (/^(seed|series [a-m]|[a-m]|angel|facebook|twitter|linkedin)$/.test(words)) return false;
  return nameWords.some((name) => name.test(words)) || headerWords.some((entry) => entry.words.test(words));
}
