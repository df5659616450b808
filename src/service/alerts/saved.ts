import { type AccountAlert, alertFilters, type AlertForm } from '#contract/alerts.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError } from '../http/http-error.ts';

/** The maximum number of saved alerts per account. */
const maxAlerts = 500;

type Row = Omit<AccountAlert, 'created_at' | 'filters'> & { created_at: Date; filters: unknown };

const columns = (sql: Sql) => sql`
  id AS configuration_id, name AS configuration_name, frequency, coalesce(description, '') AS description, filters,
  paused_at IS NOT NULL AS paused, created_at`;

const buildAlert = ({ created_at, filters, ...row }: Row): AccountAlert => ({
  ...row,
  filters: alertFilters.parse(filters),
  created_at: created_at.toISOString(),
});

/** All alerts of an account, including paused ones, oldest first. */
export async function readSavedAlerts(sql: Sql, accountId: string): Promise<AccountAlert[]> {
  const rows = await sql<Row[]>`
    SELECT ${columns(sql)} FROM alert_configurations WHERE account_id = ${accountId} ORDER BY created_at, id`;
  return rows.map(buildAlert);
}

/** Saves an alert; throws 422 if the account has the maximum. */
export async function insertAlert(sql: Pool, accountId: string, form: AlertForm, now: Date): Promise<AccountAlert> {
  const { configuration_name, frequency, description, filters, paused } = form;
  const row = await sql.begin(async (tx) => {
    // Locks the account, so that concurrent requests cannot exceed the limit together.
    await tx`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`;
    const [saved] = await tx<Row[]>`
      INSERT INTO alert_configurations (account_id, name, frequency, description, filters, paused_at, created_at)
      SELECT ${accountId}::uuid, ${configuration_name}, ${frequency}, ${description}::text, ${sql.json(filters)}::jsonb,
        ${paused ? now : null}::timestamptz, ${now}::timestamptz
      WHERE (SELECT count(*) FROM alert_configurations WHERE account_id = ${accountId}) < ${maxAlerts}
      RETURNING ${columns(sql)}`;
    return saved;
  });
  if (row) return buildAlert(row);
  throw new HttpError('tooManyAlerts', { max: maxAlerts, errors: [] });
}

/** Replaces an alert of the account; throws 404 when the account has no such alert. */
export async function changeSavedAlert(
  sql: Sql,
  { accountId, id }: { accountId: string; id: string },
  form: AlertForm,
  now: Date,
): Promise<AccountAlert> {
  const { configuration_name, frequency, description, filters, paused } = form;
  const [row] = await sql<Row[]>`
    UPDATE alert_configurations SET name = ${configuration_name}, frequency = ${frequency},
      description = ${description}, filters = ${sql.json(filters)},
      paused_at = CASE WHEN ${paused} THEN coalesce(paused_at, ${now}) END
    WHERE account_id = ${accountId} AND id = ${id}
    RETURNING ${columns(sql)}`;
  return buildAlert(row ?? throwNotFound());
}

/** Deletes an alert of the account and returns it; throws 404 when the account has no such alert. */
export async function deleteSavedAlert(
  sql: Sql,
  { accountId, id }: { accountId: string; id: string },
): Promise<AccountAlert> {
  const [row] = await sql<Row[]>`
    DELETE FROM alert_configurations WHERE account_id = ${accountId} AND id = ${id} RETURNING ${columns(sql)}`;
  return buildAlert(row ?? throwNotFound());
}

function throwNotFound(): never {
  throw new HttpError('alertNotFound');
}
