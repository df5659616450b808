/** The position of words in a sentence. */
export type Span = { readonly start: number; readonly end: number };

/** Stands for a letter that was read. */
export const mask = '\uE000';

/** Words that determine the meaning of a sentence, by their sorted letters. */
const keyWords = new Map(
  'series companies company startups investors investor founders founder investments rounds deals employees million billion between announced raised since largest biggest active private public'
    .split(' ')
    .map((word) => [sortLetters(word), word] as const),
);

/** Corrects two swapped neighboring letters in a word of the map; returns any other word unchanged. */
function mendSwap(word: string): string {
  const meant = keyWords.get(sortLetters(word));
  if (meant === undefined || meant === word) return word;
  const first = word.split('').findIndex((letter, at) => letter !== meant[at]);
  const swapped = `${word.slice(0, first)}${word[first + 1] ?? ''}${word[first] ?? ''}${word.slice(first + 2)}`;
  return swapped === meant ? meant : word;
}

function sortLetters(word: string): string {
  return word.split('').toSorted().join('');
}

/** A sentence while it is read: understood words are masked, so that none is read twice. */
export class Sentence {
  readonly text: string;
  /** The sentence in lower case, of the same length, with masks in place of what was read. */
  rest: string;

  constructor(text: string) {
    this.text = text;
    this.rest = Array.from(text.replaceAll(/[’‘]/g, "'").replaceAll(mask, ' '), (letter) => {
      const lower = letter.toLowerCase();
      return lower.length === letter.length ? lower : letter;
    })
      .join('')
      .replaceAll(/[a-z]{5,}/g, mendSwap);
  }

  /** Passes every match of a global pattern in the rest to `read`, and masks it unless that returns false. */
  take(pattern: RegExp, read: (match: RegExpExecArray, span: Span) => unknown): void {
    for (const match of this.rest.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length };
      if (!this.rest.slice(span.start, span.end).includes(mask) && read(match, span) !== false) this.mask(span);
    }
  }

  mask({ start, end }: Span): void {
    this.rest = this.rest.slice(0, start) + mask.repeat(end - start) + this.rest.slice(end);
  }

  /** The words at a position, as typed. */
  read = ({ start, end }: Span): string => this.text.slice(start, end);

  /** The position without spaces and punctuation at its ends. */
  trim({ start, end }: Span): Span {
    const words = this.text.slice(start, end);
    const before = /^[\s,;:.]*/.exec(words)?.[0].length ?? 0;
    const after = /[\s,;:.?!]*$/.exec(words)?.[0].length ?? 0;
    return { start: Math.min(start + before, end), end: Math.max(end - after, start) };
  }
}
