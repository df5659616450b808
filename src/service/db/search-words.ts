/**
 * Words whose stem would be that of a word of another meaning, and what keeps their stem apart: hospitality is about
 * hotels, hospital is not. The first letter is left out, so that its case does not matter.
 */
const separated: readonly (readonly [part: string, written: string])[] = [
  ['ospitality', 'ospqitality'],
  ['nimat', 'nimqat'],
  ['ngineer', 'ngineqer'],
  ['xperiment', 'xperqiment'],
  ['rganizat', 'rgqanizat'],
  ['niversit', 'niverqsit'],
];

/** The SQL for the stems of a text with their places; `text` is an expression. Indexed texts and queries both use it. */
export const searchWords = (text: string): string =>
  `to_tsvector('english', ${separated.reduce((sql, [part, written]) => `replace(${sql}, '${part}', '${written}')`, `unaccent(${text})`)})`;
