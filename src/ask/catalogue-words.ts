import type { Filter, SearchCatalogue } from '#contract/filters.ts';
import { readPeriodWords } from './date-words.ts';
import { readBounds, readCount } from './figure-words.ts';
import { convert, listOf, maybe, phrases, sequence, table } from './phrases.ts';
import type { AskContext } from './pieces.ts';
import type { PhraseReader } from './sentence.ts';

/*
 * Words straight from the catalogue: a filter is understood by its label and by the phrase that reads it back, so that
 * a new filter needs no words here.
 */

/** The names of a filter: its label, its short name, and its phrase up to the values. */
function listNames({ label, part, phrase }: Filter): string[] {
  const [before = '', after = ''] = phrase.split('{}');
  return [label.replace(/, USD$/, ''), part ?? '', after === '' ? before : '']
    .map((name) => name.trim().replaceAll('’', "'"))
    .filter((name) => name.length > 4 || name.includes(' '));
}

/** Reads the values of a filter; undefined for kinds that are read elsewhere. */
function readValues(filter: Filter): PhraseReader<readonly unknown[]> | undefined {
  switch (filter.kind) {
    case 'moneyRange':
      return convert(readBounds, ({ min, max }) => [min, max]);
    case 'dateRange':
      return convert(readPeriodWords, ({ from, to }) => [from, to]);
    case 'count':
      return convert(readCount, (count) => [count]);
    case 'multiSelect':
    case 'select': {
      const option = table(Object.entries(filter.options).map(([key, name]) => [name.toLowerCase(), key] as const));
      const keys = listOf(option, phrases(',/or/and'));
      return convert(keys, (chosen) => (filter.kind === 'select' ? [chosen[0]] : [chosen]));
    }
    default:
      return undefined;
  }
}

const copula = maybe(phrases('is/was/are/of/:/='));
type NamedFilter = { readonly filter: Filter; readonly reader: PhraseReader<readonly unknown[]> };
/** The filters of a catalogue by their names, longest first: "total raised" before "raised". */
const listNamedFilters = ({ filters }: SearchCatalogue): NamedFilter[] =>
  filters
    .flatMap((filter) => listNames(filter).map((name) => ({ filter, name, values: readValues(filter) })))
    .toSorted((a, b) => b.name.length - a.name.length)
    .flatMap(({ filter, name, values }) =>
      values
        ? { filter, reader: convert(sequence(phrases(name.toLowerCase()), copula, values), ([, , own]) => own) }
        : [],
    );
const known = new WeakMap<SearchCatalogue, readonly NamedFilter[]>();

/** Takes the filters that a sentence names: "IPO status private", "total raised over $5M", "added since May 2026". */
export function takeNamedFilters(
  { sentence, facts }: Pick<AskContext, 'sentence' | 'facts'>,
  catalogue: SearchCatalogue,
): void {
  const named = known.get(catalogue) ?? listNamedFilters(catalogue);
  known.set(catalogue, named);
  for (const { filter, reader } of named)
    sentence.take(reader, (values, range) => facts.pieces.push({ ...range, means: filter, values }));
}
