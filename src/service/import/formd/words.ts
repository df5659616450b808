import type { FinancingType } from '#contract/enums.ts';

/** The industry groups of Form D that our taxonomy does not know by name; null says too little to be one of ours. */
export const industryGroups: Record<string, string | null> = {
  'Pooled Investment Fund': null,
  'Other Banking and Financial Services': 'finance',
  'Coal Mining': 'mining',
  'Energy Conservation': 'energy-efficiency',
  'Other Energy': 'energy-services',
  'Hospitals and Physicians': 'hospitals',
  'Other Health Care': 'health-services',
  Commercial: 'commercial-real-estate',
  'REITS and Finance': 'real-estate-investment',
  Residential: 'residential-real-estate',
  'Other Real Estate': 'real-estate-services',
  Retailing: 'retail',
  'Other Technology': null,
  'Airlines and Airports': 'airlines',
  'Lodging and Conventions': 'hotels',
  'Tourism and Travel Services': 'travel',
  'Other Travel': 'travel',
  Other: null,
};

export const fundGroup = 'Pooled Investment Fund';

/** The kind of round that the securities of an offering make; several kinds at once are just a round. */
export function toRoundType(is: { equity: boolean; debt: boolean; other: boolean }): FinancingType {
  if (is.equity && !is.debt) return 'EQUITY';
  if (is.debt && !is.equity && !is.other) return 'DEBT_FINANCING';
  return 'FUNDING_ROUND';
}

/** "ACME ROBOTICS, INC." as people write it; a name that is not all capitals stays. */
export function toProperName(name: string): string {
  const text = name.replace(/\s+/g, ' ').trim();
  if (/\p{Ll}/u.test(text)) return text;
  return text.replace(/[\p{Lu}\p{N}&'’.]+/gu, toProperWord);
}

/** Legal forms and numerals stay capital; so does what has no vowel, which is an abbreviation. */
function toProperWord(word: string): string {
  if (/^(LLC|LLP|LP|L\.P\.|L\.L\.C\.|PLC|SA|AG|NV|BV|USA|US|AI|IT|II|III|IV|VI|VII|VIII|IX)$/.test(word)) return word;
  if (!/[AEIOUY]/.test(word) && !/^(LTD|MR|MRS|DR|ST|JR|SR)\.?$/.test(word)) return word;
  return word.charAt(0) + word.slice(1).toLowerCase();
}
