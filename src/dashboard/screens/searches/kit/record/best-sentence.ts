import { splitSentences } from '../../../../platform/about-company.ts';
import { foldText } from '../../../../platform/format.ts';

/** A piece of a text, where it begins, and whether it is a word that was searched for. */
type TextPiece = { readonly at: number; readonly text: string; readonly isMatch: boolean };

/** Words of a query that say nothing about a business. */
const stopWords = new Set(
  'a an and are as at be by can company companies do does for from have helps help in into is it its of on or other our platform products product solution solutions startup startups that the their them they this to using via we where which who will with you your'.split(
    ' ',
  ),
);

const maxWordLetters = 50;
const wordPattern = /[\p{L}\p{N}]+/gu;

/**
 * The part of a word that its forms share: "hospitals" and "hospital", "billing" and "bills", "batteries" and
 * "battery".
 */
function stem(word: string): string {
  const lower = foldText(word.slice(0, maxWordLetters));
  if (lower.length <= 3) return lower;
  const bare = lower
    .replace(/(ies|ied)$/, 'y')
    .replace(/(sses|shes|ches|xes|zes)$/, (end) => end.slice(0, -2))
    .replace(/([^su])s$/, '$1')
    .replace(/(?<=[aeiouy].*.)(ing|ed|er|ers|or|ors|age|ages)$/, '')
    .replace(/(.)e$/, '$1')
    .replace(/([^aeiouls])\1$/, '$1');
  return bare.length < 3 ? lower : bare;
}

/** The stems of a query that count as matches. */
export function listQueryStems(query: string): ReadonlySet<string> {
  const words = query.match(wordPattern) ?? [];
  return new Set(words.filter((word) => !stopWords.has(word.toLowerCase())).map(stem));
}

/** Divides a text at the words that share their stem with the query. */
export function markMatches(text: string, stems: ReadonlySet<string>): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (!stems.has(stem(word))) continue;
    if (index > at) pieces.push({ at, text: text.slice(at, index), isMatch: false });
    pieces.push({ at: index, text: word, isMatch: true });
    at = index + word.length;
  }
  if (at < text.length || pieces.length === 0) pieces.push({ at, text: text.slice(at), isMatch: false });
  return pieces;
}

const countMatches = (text: string, stems: ReadonlySet<string>): number =>
  new Set((text.match(wordPattern) ?? []).map(stem).filter((one) => stems.has(one))).size;

/** The sentence of some texts that has most different words of the query, the earliest of equals; "" of no text. */
export function findBestSentence(texts: readonly (string | null | undefined)[], stems: ReadonlySet<string>): string {
  const sentences = texts.flatMap((text) => splitSentences(text ?? ''));
  let [best = '', most] = [sentences[0], 0];
  for (const sentence of sentences) {
    const count = countMatches(sentence, stems);
    if (count > most) [best, most] = [sentence, count];
  }
  return best;
}
