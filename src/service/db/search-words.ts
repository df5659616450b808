/**
 * Words whose stem would equal that of a word with another meaning, and what replaces them to keep the stems apart:
 * hospitality is about hotels, hospital is not. The first letter is left out, so that its case does not matter.
 */
const separated: readonly (readonly [part: string, written: string])[] = [
  ['ospitality', 'ospqitality'],
  ['nimat', 'nimqat'],
  ['ngineer', 'ngineqer'],
  ['xperiment', 'xperqiment'],
  ['rganizat', 'rgqanizat'],
  ['niversit', 'niverqsit'],
];

/**
 * The SQL for the stems of a text with their positions; `text` is an expression. Used for indexed texts and queries.
 */
export const searchWords = (text: string): string =>
  `to_tsvector('english', ${separated.reduce((sql, [part, written]) => `replace(${sql}, '${part}', '${written}')`, `unaccent(${text})`)})`;
