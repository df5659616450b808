/** The place of words in a sentence. */
export type Span = { readonly start: number; readonly end: number };

const mask = '\uE000';

/** A sentence while it is read: words that were understood are masked, so that none is read twice. */
export class Sentence {
  readonly text: string;
  /** The sentence in lower case, with as many characters, and without what was read. */
  rest: string;

  constructor(text: string) {
    this.text = text;
    this.rest = Array.from(text.replaceAll(/[’‘]/g, "'").replaceAll(mask, ' '), (letter) => {
      const lower = letter.toLowerCase();
      return lower.length === letter.length ? lower : letter;
    }).join('');
  }

  /** Finds every match of a global pattern in what is left; those that `read` accepts are masked. */
  take(pattern: RegExp, read: (match: RegExpExecArray, span: Span) => boolean): void {
    for (const match of this.rest.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length };
      if (!this.rest.slice(span.start, span.end).includes(mask) && read(match, span)) this.mask(span);
    }
  }

  mask({ start, end }: Span): void {
    this.rest = this.rest.slice(0, start) + mask.repeat(end - start) + this.rest.slice(end);
  }

  /** The words at a place as they were typed. */
  read = ({ start, end }: Span): string => this.text.slice(start, end);

  /** The place without blanks and punctuation at its ends. */
  trim({ start, end }: Span): Span {
    const words = this.text.slice(start, end);
    const before = /^[\s,;:.]*/.exec(words)?.[0].length ?? 0;
    const after = /[\s,;:.?!]*$/.exec(words)?.[0].length ?? 0;
    return { start: Math.min(start + before, end), end: Math.max(end - after, start) };
  }
}
