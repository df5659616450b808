import { openIndustryReader } from '../words/lookups.ts';
import { parseLiteralList } from '../words/lists.ts';

const candidates = [' + ', ';', '|', '\n', ', ', ',', ' / ', '/'];

/** The most frequent separator; none if the lists are in brackets. */
export function guessSeparator(values: readonly string[]): string | undefined {
  if (values.some((value) => parseLiteralList(value))) return undefined;
  const counts = candidates.map((separator) => ({
    separator,
    cells: values.filter((value) => value.includes(separator)).length,
  }));
  const best = counts.toSorted((a, b) => b.cells - a.cells)[0];
  return best && best.cells > 0 ? best.separator : undefined;
}

/** A sign in fewer cells than this share is a part of a name. */
const rare = 0.01;

/**
 * The separators of names. A slash is part of a name; a comma without a space separates too; and what a row has in
 * addition to the usual separator is a part of its names, unless other rows have only that.
 */
export function guessNameSeparators(values: readonly string[]): string[] {
  const best = guessSeparator(values.filter((value) => !value.includes('://')));
  const cells = values.filter((value) => best !== undefined && value.includes(best)).length;
  if (!best || best.includes('/') || cells < values.length * rare) return [];
  const others = [';', '|', '\n', ','].filter((other) => {
    const found = values.filter((value) => value.includes(other));
    return found.length > 0 && !found.some((value) => value.includes(best));
  });
  return [...new Set([best === ', ' ? ',' : best, ...others])];
}

/** Whether cells with the separator are single industries, such as "Supply chain, logistics, & delivery". */
export function areWholeIndustries(values: readonly string[], separator: string): boolean {
  const industriesOf = openIndustryReader();
  const countKnown = (split: (value: string) => string[]) =>
    values.filter((value) => value.includes(separator) && industriesOf(split(value)).industries.length > 0).length;
  return countKnown((value) => [value]) >= countKnown((value) => value.split(separator));
}
