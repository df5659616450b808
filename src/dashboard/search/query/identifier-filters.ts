import type { Filter } from './filter.ts';

/** Look-ups by identifier, which companies and firms share; they are OR-ed (contract 1.2). */
export function toIdentifierFilters(one: string, many: string): readonly Filter[] {
  const common = { more: true, group: `Only these ${many}`, says: 'only' } as const;
  return [
    { ...common, kind: 'ids', key: 'ids', path: 'identifiers.ids', label: 'By id', noun: one },
    { ...common, ...toList('domain', 'domains'), label: 'By domain', noun: 'domain' },
    { ...common, ...toList('linkedin', 'linkedin_urls'), label: 'By LinkedIn address', noun: 'LinkedIn address' },
    {
      ...common,
      ...toList('crunchbase', 'crunchbase_urls'),
      label: 'By Crunchbase address',
      noun: 'Crunchbase address',
    },
  ];
}

const toList = (key: string, member: string) =>
  ({ kind: 'texts', key, path: `identifiers.${member}`, most: 100 }) as const;
