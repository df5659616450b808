import type { SavedRowSearch } from '#contract/workspace/saved-searches.ts';
import type { LooseRecord } from '#contract/workspace/workspace-endpoint.ts';
import type { UnlockedRecord } from '#contract/workspace/records.ts';
import type { Sql } from '../../db/sql.ts';
import { collectRecordNames, type ExportedNames } from '../export-records.ts';
import { hashSearch } from '../request-hash.ts';
import { findStoredSearch, readSearchRowsOf } from '../stored-searches.ts';
import { maxSheetRows } from './sheet-limits.ts';
import type { SheetRows } from './sheet-columns.ts';

/** The rows of a saved search that the account has unlocked, as they were loaded; none if it was never run. */
export async function findStoredRows(
  sql: Sql,
  accountId: string,
  { screen, body, via }: SavedRowSearch,
): Promise<SheetRows> {
  const names: ExportedNames = new Map();
  const stored = await findStoredSearch(sql, accountId, hashSearch(screen, body, via));
  const page = stored && (await readSearchRowsOf(sql, accountId, stored.id, { from: 0, count: maxSheetRows }));
  if (!page) return { records: [], companies: new Map(), leads: new Map(), names };
  const { companies, investors, rounds } = page.related;
  for (const one of listRecords(investors)) collectRecordNames(names, 'investors', one);
  for (const one of listRecords(rounds)) collectRecordNames(names, 'rounds', one);
  return {
    records: page.rows.map(({ record, figures }) => ({ ...record, ...figures })),
    companies: new Map(listRecords(companies).map((company) => [company.id, company])),
    leads: new Map(listRecords(rounds).map((round) => [round.id, listLeads(round)])),
    names,
  };
}

const listRecords = (all: readonly UnlockedRecord[]): LooseRecord[] => all.flatMap(({ record }) => record ?? []);

/** A hosted service may send anything: only names of investors that it calls leads count. */
function listLeads({ investors }: LooseRecord): string[] {
  const all = Array.isArray(investors) ? (investors as { name?: unknown; lead_investor?: unknown }[]) : [];
  return all.flatMap((one) => (one?.lead_investor === true && typeof one.name === 'string' ? [one.name] : []));
}
