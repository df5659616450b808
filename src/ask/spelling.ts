/* Typing errors: one letter wrong, missing, too many, or swapped with the next. */

/** What is left of two words from the first letter in which they differ; undefined if that is the first of all. */
function cutCommonStart(typed: string, meant: string): readonly [string, string, string] | undefined {
  let at = 0;
  while (at < typed.length && typed[at] === meant[at]) at += 1;
  return at === 0 || typed === meant ? undefined : [typed.slice(at), meant.slice(at), typed.charAt(at - 1)];
}

/** Whether a word, after its first letter, lacks a letter, has one twice, or has two neighbors swapped. */
function hasSlip(typed: string, meant: string): boolean {
  const rest = cutCommonStart(typed, meant);
  if (!rest) return false;
  const [left, right, before] = rest;
  const isSwapped = left.length > 1 && `${left.charAt(1)}${left.charAt(0)}${left.slice(2)}` === right;
  const isTwice = left.startsWith(before) && left.slice(1) === right;
  return left === right.slice(1) || (typed.length > 5 && (isSwapped || isTwice));
}

/** Whether a letter of a word, after the first, is wrong or one too many. */
function hasWrongLetter(typed: string, meant: string): boolean {
  const rest = cutCommonStart(typed, meant);
  return rest !== undefined && [rest[1].slice(1), rest[1]].includes(rest[0].slice(1));
}

/**
 * Whether a word is another one with a typing error. Short words resemble others ("ports", "Porto"), so they count as
 * mistyped only where a letter is missing or typed twice, or two are swapped.
 */
export function isTypo(typed: string, meant: string): boolean {
  if (typed.length < 5 || Math.abs(typed.length - meant.length) > 1) return false;
  return hasSlip(typed, meant) || (typed.length >= 7 && hasWrongLetter(typed, meant));
}

/** Whether a name is another one, of which words have a typing error: "artifical inteligence", "helthcare". */
export function isNameTypo(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 3) return false;
  const [words, others] = [typed.split(' '), meant.split(' ')];
  const isEach =
    words.length === others.length && words.every((word, at) => word === others[at] || isTypo(word, others[at] ?? ''));
  const isJoined = words.length < others.length && isTypo(words.join(''), others.join(''));
  return typed !== meant && (isEach || isJoined);
}

/** Names by their first letter, which nobody mistypes. */
type NamesByLetter = ReadonlyMap<string, readonly string[]>;
export function indexByLetter(names: Iterable<string>): NamesByLetter {
  const byLetter = new Map<string, string[]>();
  for (const name of names) byLetter.set(name.charAt(0), [...(byLetter.get(name.charAt(0)) ?? []), name]);
  return byLetter;
}

/** The only one of some names that a text is with typing errors; undefined if it is none, or one of several. */
export function findMeant(typed: string, known: NamesByLetter): string | undefined {
  const near = (known.get(typed.charAt(0)) ?? []).filter((name) => isNameTypo(typed, name));
  return near.length === 1 ? near[0] : undefined;
}
