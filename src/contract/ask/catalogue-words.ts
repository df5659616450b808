import type { Filter, SearchCatalogue } from '../filters.ts';
import { type Bounds, moneyPatterns, readCount } from './figure-words.ts';
import { readPeriod } from './periods.ts';
import type { Understood } from './pieces.ts';
import type { Sentence } from './sentence.ts';

/*
 * Words straight from the catalogue: a filter is understood by its label and by the phrase that reads it back, so that
 * a new filter needs no words here.
 */

const escape = (text: string): string => text.toLowerCase().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The names of a filter: its label, its short name, and its phrase up to the values. */
function listNames({ label, part, phrase }: Filter): string[] {
  const [before = ''] = phrase.split('{}');
  const names = [label.replace(/, USD$/, ''), part ?? '', before].map((name) => name.trim().replaceAll('’', "'"));
  return [...new Set(names)].filter((name) => name.length > 4 || name.includes(' ')).map(escape);
}

/** Takes the filters that a sentence names: "IPO status private", "total raised over $5M", "added since May 2026". */
export function takeNamedFilters(sentence: Sentence, { filters }: SearchCatalogue, today: string): Understood[] {
  const found: Understood[] = [];
  const named = filters.flatMap((filter) => listNames(filter).map((called) => ({ filter, called })));
  // Longest first: "total raised" before "raised".
  for (const { filter, called } of named.toSorted((a, b) => b.called.length - a.called.length)) {
    const value = values[filter.kind]?.(filter);
    if (value === undefined) continue;
    const pattern = new RegExp(String.raw`(?<![\w-])(?:${called})(?: is| was| are| of|:| =)?\s+(${value})`, 'g');
    sentence.take(pattern, (match, span) => {
      const read = readValues(filter, match[1] ?? '', today);
      if (read) found.push({ ...span, means: 'catalogue', filter, values: read });
      return read !== undefined;
    });
  }
  return found;
}

const words = String.raw`[^\uE000,;?!]+?(?=\s*(?:$|[\uE000,;?!]))`;
/** The pattern of a filter kind's values in a sentence; kinds without an entry are read elsewhere. */
const values: Partial<Record<Filter['kind'], (filter: Filter) => string>> = {
  moneyRange: () => words,
  dateRange: () => words,
  count: () => String.raw`\d{1,6}`,
  multiSelect: listOptions,
  select: listOptions,
};

/** The pattern of an option's name, typed with either dash, and with or without separators of thousands. */
const toPattern = (name: string): string => escape(name).replaceAll('–', '[-–]').replaceAll(',', ',?');

function listOptions(filter: Filter): string {
  if (!('options' in filter)) return '';
  const options = Object.values(filter.options).map(toPattern);
  return `(?:${options.join('|')})(?:(?:, | or | and )(?:${options.join('|')}))*(?![\\w-])`;
}

function readValues(filter: Filter, text: string, today: string): readonly unknown[] | undefined {
  switch (filter.kind) {
    case 'moneyRange':
      return readBounds(text);
    case 'dateRange': {
      const period = readPeriod(text, today);
      return period && [period.from, period.to];
    }
    case 'count':
      return [readCount(text)];
    case 'multiSelect':
    case 'select': {
      const chosen = Object.entries(filter.options).filter(([, name]) =>
        new RegExp(`(?<![\\w-])${toPattern(name)}(?![\\w-])`).test(text),
      );
      const keys = chosen.map(([key]) => key);
      return filter.kind === 'select' ? [keys[0]] : [keys];
    }
    default:
      return undefined;
  }
}

/** The bounds of a text that is only an amount. */
function readBounds(text: string): readonly [number | undefined, number | undefined] | undefined {
  for (const [pattern, read] of moneyPatterns) {
    const [match] = text.trim().matchAll(pattern);
    const bounds: Bounds | undefined = match?.[0].length === text.trim().length ? read(match.slice(1)) : undefined;
    if (bounds) return [bounds.min, bounds.max];
  }
  return undefined;
}
