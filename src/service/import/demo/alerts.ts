import type { AlertConfiguration, AlertFilters } from '#contract/alerts.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { formatRoundName } from '#contract/rounds.ts';
import type { Sql } from '../../db/sql.ts';
import { demoKey } from '../sources.ts';

type Alert = Pick<AlertConfiguration, 'frequency' | 'description'> & { name: string; filters: Partial<AlertFilters> };

/** The deals of the demo's last 30 days. */
const recentDeals = `
  recent AS (
    SELECT d.* FROM deals d JOIN sources s ON s.id = d.source_id
    WHERE s.key = '${demoKey}' AND d.date > (s.report->>'today')::date - 30
  )`;

/**
 * Saves three alerts for an account on the most active parts of the demo's last 30 days, so that each has results; none
 * if the records are not a demo.
 */
export async function saveDemoAlerts(sql: Sql, accountId: string): Promise<void> {
  const alerts = await Promise.all([readRoundAlert(sql), readSizeAlert(sql), readInvestorAlert(sql)]);
  for (const alert of alerts) {
    if (!alert) continue;
    const { name, frequency, description, filters } = alert;
    await sql`
      INSERT INTO alert_configurations (account_id, name, frequency, description, filters)
      VALUES (${accountId}, ${name}, ${frequency}, ${description}, ${sql.json(filters)})`;
  }
}

async function readRoundAlert(sql: Sql): Promise<Alert | undefined> {
  const [row] = await sql.unsafe<(FinancingFilter & { permalink: string; place: string })[]>(`
    WITH ${recentDeals}
    SELECT d.round_type AS type, d.pre, d.extension, l.permalink, l.name AS place
    FROM recent d JOIN company_location_tags t USING (company_id)
      JOIN locations l ON l.id = t.location_id AND l.location_type = 'COUNTRY'
    GROUP BY 1, 2, 3, 4, 5 ORDER BY count(*) DESC, 4, 1, 2, 3 LIMIT 1`);
  if (!row) return undefined;
  const round = formatRoundName(row);
  return {
    name: `${round} in ${row.place}`,
    frequency: 'WEEKLY',
    description: `Every ${round} round of a company in ${row.place}.`,
    filters: { locations: [row.permalink], financing_types: [round] },
  };
}

async function readSizeAlert(sql: Sql): Promise<Alert | undefined> {
  const [row] = await sql.unsafe<{ permalink: string; field: string }[]>(`
    WITH ${recentDeals}
    SELECT n.permalink, n.name AS field FROM recent d JOIN company_industry_tags t USING (company_id)
      JOIN industries n ON n.id = t.industry_id AND n.industry_type = 'SUPER_CATEGORY'
    WHERE d.total_round_raised >= ${smallest} GROUP BY 1, 2 ORDER BY count(*) DESC, 1 LIMIT 1`);
  if (!row) return undefined;
  return {
    name: `${row.field} from $1M`,
    frequency: 'DAILY',
    description: `Rounds of one million dollars or more in ${row.field}.`,
    filters: { super_categories: [row.permalink], deal_size_min: smallest },
  };
}

const smallest = 1_000_000;

async function readInvestorAlert(sql: Sql): Promise<Alert | undefined> {
  const [investor] = await sql.unsafe<{ id: string; name: string }[]>(`
    WITH ${recentDeals}
    SELECT i.uuid AS id, i.name FROM recent d JOIN deal_investors di ON di.deal_id = d.id
      JOIN investors i ON i.id = di.investor_id
    GROUP BY 1, 2 ORDER BY count(*) DESC, 1 LIMIT 1`);
  if (!investor) return undefined;
  return {
    name: `${investor.name} invests`,
    frequency: 'MONTHLY',
    description: `All rounds that ${investor.name} takes part in.`,
    filters: { investors: [{ id: investor.id, name: investor.name }] },
  };
}
