import { kindNames, unlockedLineups, toStore } from '../library/records/records.ts';

/** The member of an answer that holds one record, and the kind that it is. */
const singles: Record<string, string> = {
  deal: 'deals',
  company: 'companies',
  investor: 'investors',
  person: 'people',
};

/**
 * How many rows an answer brings, and how many of them this device owned before; to be asked before they are kept.
 * A line-up is owned as a whole, by its deal: then `lineupOf` is the deal's id.
 */
export function countRows(data: object, lineupOf?: string): { readonly rows: number; readonly ownedRows: number } {
  const isLineup = lineupOf !== undefined;
  const wholeOwned = isLineup && unlockedLineups.read(lineupOf) !== undefined;
  let [rows, ownedRows] = [0, 0];
  for (const [member, value] of Object.entries(data)) {
    const records = (Array.isArray(value) ? value : [value]).filter(isRecord);
    const store = isLineup ? undefined : kindNames.find((known) => known === (singles[member] ?? member));
    rows += records.length;
    ownedRows += wholeOwned
      ? records.length
      : records.filter((record) => store !== undefined && toStore(store).read(record.id) !== undefined).length;
  }
  return { rows, ownedRows };
}

const isRecord = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'id' in value;
