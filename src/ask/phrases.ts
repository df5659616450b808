import { type Match, type PhraseReader, tokenize, type TokenRange, type View } from './sentence.ts';

/** The words of each phrase of a text such as "who/that? led | backed by": "/" means or, "?" that a word may be absent. */
function* listPhrases(texts: string): Generator<readonly string[]> {
  for (const text of texts.split('|')) {
    let found = [''];
    for (const word of text.trim().split(/\s+/)) {
      const isOptional = word.length > 1 && word.endsWith('?');
      const options = word === '/' ? [word] : word.replace(/\?$/, '').split('/');
      found = found.flatMap((start) => [
        ...(isOptional ? [start] : []),
        ...options.map((option) => `${start} ${option}`),
      ]);
    }
    for (const one of found) yield tokenize(one).map((token) => token.text);
  }
}

/**
 * Reads the longest of some phrases, with its value. A word in the singular reads its plural too, a space a hyphen, and
 * "the" between words is ignored. The phrases of one value are separated by "|"; "led/backed by both?" are four of them.
 */
export function table<T>(entries: Iterable<readonly [string, T]>): PhraseReader<T> {
  const byFirst = new Map<string, { readonly words: readonly string[]; readonly value: T }[]>();
  for (const [texts, value] of entries)
    for (const words of listPhrases(texts)) {
      const known = byFirst.get(words[0] ?? '');
      if (known) known.push({ words, value });
      else byFirst.set(words[0] ?? '', [{ words, value }]);
    }
  return (view, at) => {
    const token = view.at(at);
    let best: Match<T> | undefined;
    const compare = (first: string) => {
      for (const { words, value } of byFirst.get(first) ?? []) {
        const to = matchWords(view, at, words);
        if (to > (best?.to ?? at)) best = { to, value };
      }
    };
    if (token) compare(token.text);
    if (token && token.singular !== token.text) compare(token.singular);
    return best;
  };
}

/** The end of words that start at a token; its number if there are others. */
function matchWords(view: View, at: number, words: readonly string[]): number {
  let to = at;
  for (const word of words) {
    if (to > at && view.at(to)?.text === 'the' && word !== 'the') to += 1;
    const token = view.at(to);
    if (token?.text !== word && token?.singular !== word) return at;
    to += 1;
  }
  return to;
}

/** Reads the longest of some phrases, written as in a table. */
export const phrases = (texts: string): PhraseReader<true> => table([[texts, true]]);

/** Reads one word that a pattern matches. */
export const wordLike =
  (pattern: RegExp): PhraseReader<string> =>
  (view, at) => {
    const text = view.at(at)?.text;
    return text !== undefined && pattern.test(text) ? { to: at + 1, value: text } : undefined;
  };

/** The words that a reader reads, as typed. */
export const typed =
  (reader: PhraseReader<unknown>): PhraseReader<string> =>
  (view, at) => {
    const match = reader(view, at);
    return match && { to: match.to, value: view.sentence.words({ from: at, to: match.to }) };
  };

/** Reads one thing after the other. */
export const sequence =
  <T extends readonly unknown[]>(...readers: { readonly [K in keyof T]: PhraseReader<T[K]> }): PhraseReader<T> =>
  (view, at) => {
    const values: unknown[] = [];
    let to = at;
    for (const reader of readers) {
      const match = reader(view, to);
      if (!match) return undefined;
      values.push(match.value);
      to = match.to;
    }
    return { to, value: values as readonly unknown[] as T };
  };

/** Reads something if it is there. */
export const maybe =
  <T>(reader: PhraseReader<T>): PhraseReader<T | undefined> =>
  (view, at) =>
    reader(view, at) ?? { to: at, value: undefined };

/** Reads with the reader that reads most words, the first of equal ones. */
export const longestOf =
  <T>(...readers: readonly PhraseReader<T>[]): PhraseReader<T> =>
  (view, at) => {
    let best: Match<T> | undefined;
    for (const reader of readers) {
      const match = reader(view, at);
      if (match && (!best || match.to > best.to)) best = match;
    }
    return best;
  };

/** Reads and converts; what converts to undefined is not read. */
export const convert =
  <T, U>(reader: PhraseReader<T>, to: (value: T) => U | undefined): PhraseReader<U> =>
  (view, at) => {
    const match = reader(view, at);
    const value = match && to(match.value);
    return match && value !== undefined ? { to: match.to, value } : undefined;
  };

/** Reads a list: items with separators between them. */
export const listOf =
  <T>(item: PhraseReader<T>, separator: PhraseReader<unknown>, next = item): PhraseReader<readonly T[]> =>
  (view, at) => {
    const first = item(view, at);
    if (!first) return undefined;
    const values = [first.value];
    let { to } = first;
    for (let more = sequence(separator, next)(view, to); more; more = sequence(separator, next)(view, to)) {
      values.push(more.value[1]);
      ({ to } = more);
    }
    return { to, value: values };
  };

/** Reads nothing, where something follows: at once, or after at most some other words. */
export const followedBy =
  (reader: PhraseReader<unknown>, skip = 0): PhraseReader<true> =>
  ({ sentence }, at) =>
    sentence.has(reader, { from: at, to: at + skip + 1 }) ? { to: at, value: true } : undefined;

/** Reads nothing, where something does not follow. */
export const notFollowedBy =
  (reader: PhraseReader<unknown>, skip = 0): PhraseReader<true> =>
  (view, at) =>
    followedBy(reader, skip)(view, at) ? undefined : { to: at, value: true };

const maxPhrase = 4;
/** Reads nothing, where a phrase ends. */
export const precededBy =
  (reader: PhraseReader<unknown>): PhraseReader<true> =>
  ({ sentence }, at) => {
    for (let length = 1; length <= Math.min(maxPhrase, at); length += 1)
      if (reader(sentence.whole, at - length)?.to === at) return { to: at, value: true };
    return undefined;
  };

/** Reads a sign that ends a part of the sentence. */
export const endOfClause = wordLike(/^[,;.?!]$/);
/** Reads nothing, at the end of the sentence or before a sign that ends a part of it. */
export const atEnd: PhraseReader<true> = (view, at) =>
  view.sentence.whole.at(at) && !endOfClause(view.sentence.whole, at) ? undefined : { to: at, value: true };
/** Reads the words before something that ends them, which may be none of them; the first belongs to them. */
export const upTo =
  (end: PhraseReader<unknown>): PhraseReader<TokenRange> =>
  (view, at) => {
    let to = at;
    while (view.at(to) && (to === at ? !endOfClause(view, to) : !end(view, to))) to += 1;
    return { to, value: { from: at, to } };
  };

const toWords = phrases('to | through | thru | until | up to | - | – | —');
/** Reads what connects the ends of a range, also a hyphen: "5 to 10", "5-10". */
export const rangeMark: PhraseReader<true> = (view, at) => {
  if (view.at(at)?.isJoined) return { to: at, value: true };
  const match = toWords(view, at);
  return match && { to: match.to, value: true };
};

/** Reads what separates the items of a list. */
export const listMark = phrases(', and/or? | / | and/or/& | as well as | plus');
