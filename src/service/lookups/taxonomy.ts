import { buildNameKey, toSlug } from '../db/name-key.ts';
import { commerceCategories } from './taxonomy/finance-and-commerce.ts';
import { industryCategories } from './taxonomy/industry-and-earth.ts';
import { societyCategories } from './taxonomy/life-and-society.ts';
import { technologyCategories } from './taxonomy/technology.ts';

export type TaxonomyEntry = {
  permalink: string;
  name: string;
  type: 'INDUSTRY' | 'SUPER_CATEGORY';
  /** Permalinks of an industry's super categories, the first that lists it first; empty for a super category. */
  above: string[];
  /** Other names and short forms. */
  names: string[];
};

let taxonomy: TaxonomyEntry[] | undefined;

/**
 * All super categories and industries, read once. Permalinks derive from names: renaming an entry breaks saved
 * searches.
 */
export function readTaxonomy(): TaxonomyEntry[] {
  return (taxonomy ??= parseTaxonomy([
    technologyCategories,
    commerceCategories,
    societyCategories,
    industryCategories,
  ]));
}

/**
 * The text format: `# Super category (synonym, synonym)`, then its industries as `Name (synonym, synonym); Name; ...`.
 * An industry that is listed again under another super category belongs to both. The first industry of a super category
 * is its general one and also has the super category's name and synonyms, because a source that says "Payments" means
 * an industry.
 */
export function parseTaxonomy(texts: string[]): TaxonomyEntry[] {
  const categories: TaxonomyEntry[] = [];
  const industries = new Map<string, TaxonomyEntry>();
  for (const block of texts.join('\n').split(/^# /m).slice(1)) {
    const [heading = '', ...lines] = block.split('\n');
    const category = buildEntry(heading, 'SUPER_CATEGORY');
    categories.push(category);
    const entries = lines.flatMap((line) => line.split(';')).filter((entry) => entry.trim() !== '');
    entries.forEach((text, position) => {
      const entry = buildEntry(text, 'INDUSTRY');
      const industry = industries.get(entry.permalink) ?? entry;
      industries.set(entry.permalink, industry);
      industry.above.push(category.permalink);
      addNames(industry, entry.names);
      if (position === 0) addNames(industry, [category.name, ...category.names]);
    });
  }
  return [...categories, ...industries.values()];
}

function buildEntry(text: string, type: TaxonomyEntry['type']): TaxonomyEntry {
  const [, name = '', synonyms = ''] = /^([^(]+)(?:\((.*)\))?$/.exec(text.trim()) ?? [];
  const entry: TaxonomyEntry = { permalink: toSlug(name), name: name.trim(), type, above: [], names: [] };
  addNames(entry, synonyms.split(','));
  return entry;
}

/** Adds names, except other spellings of existing ones. */
function addNames(industry: TaxonomyEntry, names: string[]): void {
  const known = new Set(['', ...[industry.name, ...industry.names].map(buildNameKey)]);
  for (const name of names) {
    if (known.has(buildNameKey(name))) continue;
    known.add(buildNameKey(name));
    industry.names.push(name.trim());
  }
}
