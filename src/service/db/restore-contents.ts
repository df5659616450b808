import type { Transaction } from './pool.ts';

/** Row counts of the data that a restore would replace. */
export type DatabaseContents = Record<
  'accounts' | 'keys' | 'alerts' | 'companies' | 'deals' | 'investors' | 'people',
  number
>;

const words: Record<keyof DatabaseContents, [one: string, many: string]> = {
  accounts: ['account', 'accounts'],
  keys: ['key', 'keys'],
  alerts: ['saved alert', 'saved alerts'],
  companies: ['company', 'companies'],
  deals: ['deal', 'deals'],
  investors: ['investor', 'investors'],
  people: ['person', 'people'],
};

export async function readContents(tx: Transaction): Promise<DatabaseContents> {
  const [row] = await tx<DatabaseContents[]>`
    SELECT (SELECT count(*) FROM public.accounts) AS accounts, (SELECT count(*) FROM public.api_keys) AS keys,
      (SELECT count(*) FROM public.alert_configurations) AS alerts, (SELECT count(*) FROM data.companies) AS companies,
      (SELECT count(*) FROM data.deals) AS deals, (SELECT count(*) FROM data.investors) AS investors,
      (SELECT count(*) FROM data.people) AS people`;
  if (!row) throw new Error('counts without FROM are one row');
  return { ...row };
}

/** Whether there is any data of the user; places and industries are part of the program. */
export const isUsed = (contents: DatabaseContents): boolean => Object.values(contents).some((count) => count > 0);

/** "2 accounts, 1 deal": only what is in the database. */
export function formatContents(contents: DatabaseContents): string {
  return Object.entries(words)
    .map(([kind, [one, many]]) => [contents[kind as keyof DatabaseContents], one, many] as const)
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`)
    .join(', ');
}
