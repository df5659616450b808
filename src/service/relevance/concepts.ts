import { businessConcepts } from './concepts/business.ts';
import { worldConcepts } from './concepts/science.ts';

/** Words for one thing, and words for what is close to it. */
export type ConceptGroup = { readonly same: readonly string[]; readonly close: readonly string[] };

/**
 * What a person knows and no description says: that a lorry is a truck. The written form is a line for each group,
 * `same, same | close, close`; lines that begin with # are headings.
 */
export function parseConceptGroups(texts: readonly string[]): ConceptGroup[] {
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [same = [], close = []] = line.split('|').map((part) => part.split(',').map((term) => term.trim()));
    return { same, close };
  });
}

let groups: ConceptGroup[] | undefined;

/** All groups that we ship, read once. */
export const readConceptGroups = (): ConceptGroup[] =>
  (groups ??= parseConceptGroups([businessConcepts, worldConcepts]));
