import { type Address, addressShape, parseWebAddress } from './addresses.ts';
import { findMeant, indexByLetter } from './spelling.ts';

/** The position of words in the text of a sentence. */
export type Span = { readonly start: number; readonly end: number };
/** Tokens of a sentence, by their numbers; `to` is excluded. */
export type TokenRange = { readonly from: number; readonly to: number };

/** A word, a figure, or a sign: "5m" is two tokens, "a16z" is one. */
export type Token = Span & {
  /** In lower case, without separators of thousands, with a typing error in a common word corrected. */
  readonly text: string;
  /** A pasted address, which no table of words reads. */
  readonly address?: Address;
  /** Without the ending of a plural. */
  readonly singular: string;
  readonly isCapital: boolean;
  /** Whether a hyphen and no space is before it: "seed" in "pre-seed", "50" in "11-50". */
  readonly isJoined: boolean;
};

/** What a reader sees of a sentence. */
export type View = { readonly sentence: Sentence; readonly at: (index: number) => Token | undefined };
/** A reading that starts at a token and ends before `to`. */
export type Match<T> = { readonly to: number; readonly value: T };
/** Reads words that start at a token; undefined if they are others. */
export type PhraseReader<T> = (view: View, at: number) => Match<T> | undefined;

const tokenShape = /\d+(?:[.,]\d+)*|\p{L}(?:[\p{L}\p{M}\p{N}&']|\.(?=\p{L}))*|\S/gu;
const hyphens = '-–—';

/** The words of a text. A hyphen inside a word separates it: "pre-seed" and "pre seed" are the same tokens. */
export function tokenize(given: string): Token[] {
  const text = given.replaceAll(/[’‘]/g, "'");
  const tokens: Token[] = [];
  let from = 0;
  for (const { 0: typed, index: start } of text.matchAll(addressShape)) {
    const plain = typed.replace(/[.,;:!?)"]+$/, '');
    const address = text[start - 1] === '@' ? undefined : parseWebAddress(plain);
    if (!address) continue;
    tokens.push(...splitWords(text.slice(0, start), from));
    from = start + plain.length;
    tokens.push({ start, end: from, text: typed, singular: typed, isCapital: false, isJoined: false, address });
  }
  return [...tokens, ...splitWords(text, from)];
}

/** The words of a text from a position on. */
function splitWords(text: string, from: number): Token[] {
  const tokens: Token[] = [];
  let isJoined = false;
  for (const { 0: typed, index } of text.slice(from).matchAll(tokenShape)) {
    const start = from + index;
    const end = start + typed.length;
    if (hyphens.includes(typed) && tokens.at(-1)?.end === start && /^[\p{L}\p{N}$]/u.test(text.slice(end, end + 2))) {
      isJoined = true;
      continue;
    }
    const lower = typed.toLowerCase();
    const plain = /^\d{1,3}(?:,\d{3})+$/.test(lower) ? lower.replaceAll(',', '') : mendWord(lower);
    tokens.push({ start, end, text: plain, singular: toSingular(plain), isCapital: /^\p{Lu}/u.test(typed), isJoined });
    isJoined = false;
  }
  return tokens;
}

const toSingular = (word: string): string =>
  word.replace(/(?<=\w{3})ies$/, 'y').replace(/(?<=[a-z]{2})(?<![ui]|s)s$/, '');

/** Words that determine the meaning of a sentence. */
const keyWords = new Set(
  `series company companies startup startups investor investors founder founders investment investments round rounds
  deal deals employee employees million billion between announced raised since largest biggest active private
  public`.split(/\s+/),
);
const meantWords = indexByLetter(keyWords);
/** Words that are one letter from one of them. */
const otherWord = /^(?:founded|employers?|series[a-z])$/;
const mendWord = (word: string): string =>
  keyWords.has(word) || otherWord.test(word) ? word : (findMeant(word, meantWords) ?? word);

/** A sentence while it is read: understood tokens are marked, so that none is read twice. */
export class Sentence {
  readonly text: string;
  /** The UTC day that "last month" refers to. */
  readonly today: string;
  readonly tokens: readonly Token[];
  readonly #isRead: boolean[];
  /** The tokens that nothing has read yet; the others look like the end of the sentence. */
  readonly unread: View = { sentence: this, at: (index) => (this.#isRead[index] ? undefined : this.tokens[index]) };
  readonly whole: View = { sentence: this, at: (index) => this.tokens[index] };

  constructor(text: string, today: string) {
    this.text = text;
    this.today = today;
    this.tokens = tokenize(text);
    this.#isRead = this.tokens.map(() => false);
  }

  /** Passes every reading of unread tokens to `handle`, and marks its tokens unless that returns false. */
  take<T>(reader: PhraseReader<T>, handle: (value: T, range: TokenRange) => unknown): void {
    for (let from = 0; from < this.tokens.length; from += 1) {
      const match = this.isRead(from) ? undefined : reader(this.unread, from);
      if (!match || match.to <= from || handle(match.value, { from, to: match.to }) === false) continue;
      this.mark({ from, to: match.to });
      from = match.to - 1;
    }
  }

  /** The first word that does not only lead in: "so who led", "but what about". */
  get firstWord(): number {
    return Math.max(
      this.tokens.findIndex(({ text }) => !/^(?:but|so|and|or|well|ok|okay|hey|hi|hello|please|,)$/.test(text)),
      0,
    );
  }

  mark({ from, to }: TokenRange): void {
    this.#isRead.fill(true, from, to);
  }

  isRead = (index: number): boolean => this.#isRead[index] === true;
  /** Whether no word is at a token or after it. */
  isLast = (from: number): boolean => this.tokens.slice(from).every(({ text }) => !/[\p{L}\p{N}]/u.test(text));
  isFree = ({ from, to }: TokenRange): boolean => !this.#isRead.slice(from, to).some(Boolean);

  /** Whether a reader reads anything that starts in a range, by default whether it is read or not. */
  has(
    reader: PhraseReader<unknown>,
    { from, to }: TokenRange = { from: 0, to: this.tokens.length },
    view = this.whole,
  ): boolean {
    for (let at = Math.max(from, 0); at < Math.min(to, this.tokens.length); at += 1) if (reader(view, at)) return true;
    return false;
  }

  span({ from, to }: TokenRange): Span {
    const start = this.tokens[from]?.start ?? this.text.length;
    return { start, end: Math.max(this.tokens[to - 1]?.end ?? start, start) };
  }

  /** The words of a range, as typed. */
  words(range: TokenRange): string {
    const { start, end } = this.span(range);
    return this.text.slice(start, end);
  }
}
