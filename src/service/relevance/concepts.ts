import { businessConcepts } from './concepts/business.ts';
import { worldConcepts } from './concepts/science.ts';

/** Synonyms, and words of close meaning. */
export type ConceptGroup = { readonly same: readonly string[]; readonly close: readonly string[] };

/**
 * Parses groups of words, such as lorry and truck. Each line is a group, `same, same | close, close`; lines that begin
 * with # are headings.
 */
export function parseConceptGroups(texts: readonly string[]): ConceptGroup[] {
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [same = [], close = []] = line.split('|').map((part) => part.split(',').map((term) => term.trim()));
    return { same, close };
  });
}

let groups: ConceptGroup[] | undefined;

/** All groups of the product, parsed once. */
export const readConceptGroups = (): ConceptGroup[] =>
  (groups ??= parseConceptGroups([businessConcepts, worldConcepts]));
