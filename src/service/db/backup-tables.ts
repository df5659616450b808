import type { BackupTable } from './backup-format.ts';
import type { Sql } from './sql.ts';

/** Tables of schema public that a backup holds, each after those that it refers to. */
export const backupTables = [
  'accounts',
  'members',
  'api_keys',
  'grants',
  'ledger',
  'alert_configurations',
  'idempotent_answers',
  'mailboxes',
  'deliveries',
  'delivery_messages',
  'delivered_deals',
  'purchases',
  'budgets',
  'unlocked_records',
  'searches',
  'stored_responses',
  'statuses',
  'stages',
  'us',
  'company_lists',
  'saved_searches',
  'sheets',
  'reviews',
  'reviewed',
  'versions',
  'import_mappings',
];
/**
 * Tables that a backup leaves out: rate windows last a minute and requests for mails an hour, the header has the
 * migration, the log of
 * imports is of this database, and the rest is rebuilt.
 */
export const excludedTables = [
  'rate_windows',
  'mail_requests',
  'migrations',
  'import_log',
  'relevance_index',
  'relevance_words',
  'text_vectors',
  'text_models',
];
/** Every type that the migrations create in schema public. A restore that rebuilds an older schema drops only these. */
export const ownTypes = [
  'plan',
  'credit_source',
  'location_type',
  'industry_type',
  'financing_type',
  'intermediate',
  'employee_range',
  'company_status',
  'valuation_type',
];

/** A table as the database describes it. */
export type TableShape = Omit<BackupTable, 'rows'>;

/** The tables of a backup, with their columns in order: all records first, then accounts. */
export async function readTableShapes(sql: Sql): Promise<TableShape[]> {
  return sql<TableShape[]>`
    SELECT nspname::text AS schema, relname::text AS name, array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_class t JOIN pg_namespace n ON n.oid = relnamespace
      JOIN pg_attribute ON attrelid = t.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    WHERE relkind = 'r' AND (nspname = 'data' OR nspname = 'public' AND relname = ANY(${backupTables}::text[]))
    GROUP BY nspname, relname
    ORDER BY nspname::text COLLATE "C", array_position(${backupTables}::text[], relname::text), relname::text COLLATE "C"`;
}
