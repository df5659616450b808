import type { AlertConfiguration, AlertFilters } from '#contract/alerts.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { formatRoundName } from '#contract/rounds.ts';
import type { Pool } from '../../db/pool.ts';
import type { Sql } from '../../db/sql.ts';
import { demoKey } from '../build-next.ts';
import { ImportError } from '../import-error.ts';
import { load, type LoadOptions } from '../load.ts';
import { type DemoSize, generateDemo } from './generate.ts';
import { dayMs, formatDemoDay } from './market.ts';

type DemoOptions = Partial<DemoSize> &
  Pick<LoadOptions, 'signal' | 'onStep'> & {
    onProgress?: (text: string) => void;
    /** The current time, which sets the newest day unless `today` does. */
    now?: Date;
  };

/** Stored with the demo source: its parameters, and whether its days follow the current date. */
type DemoReport = DemoSize & { moves?: boolean };

export const demoDefaults = { companies: 20_000, deals: 45_000, seed: 1 };

/** The last week of an older demo would soon be empty. */
const oldAfterDays = 3;

/** Whether no source has been loaded yet, not even the demo. */
export async function isEmpty(sql: Pool): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`SELECT NOT EXISTS (SELECT 1 FROM data.sources) AS empty`;
  return row?.empty ?? true;
}

/** Fills the database with a generated market; throws if it has real records. */
export async function loadDemo(sql: Pool, options: DemoOptions): Promise<void> {
  const { onProgress, signal, onStep, now = new Date(), ...wanted } = options;
  const [real] = await sql<{ title: string }[]>`SELECT title FROM data.sources WHERE key <> ${demoKey} LIMIT 1`;
  if (real) {
    throw new ImportError(
      `This database holds real records (${real.title}); demo data is not mixed with them.`,
      'Name another data folder with FUNDSCOPE_DATA, or another database with DATABASE_URL.',
    );
  }
  const size: DemoSize = { today: formatDemoDay(now.getTime()), ...demoDefaults, ...wanted };
  const report: DemoReport = { ...size, moves: wanted.today === undefined };
  onProgress?.(`Generating demo data: ${toText(size.companies)} companies, ${toText(size.deals)} deals ...`);
  const source = { key: demoKey, title: 'Demo data', licence: 'MIT', address: null };
  const feed = { source, records: generateDemo(size), report: () => report };
  await load(sql, feed, { ...(signal ? { signal } : {}), ...(onStep ? { onStep } : {}) });
  onProgress?.('Demo data is ready.');
}

/**
 * Regenerates an old demo, so that its last week is never empty: ids, names and rounds stay, only their dates move. A
 * demo with a fixed day, or with more deals than the default, is left alone. Returns whether anything changed.
 */
export async function renewDemo(sql: Pool, options: DemoOptions): Promise<boolean> {
  const sources = await sql<{ key: string; report: DemoReport }[]>`SELECT key, report FROM data.sources`;
  const [demo, ...others] = sources;
  if (demo?.key !== demoKey || others.length > 0) return false;
  const { moves, companies, deals, seed, today } = demo.report;
  const { now = new Date() } = options;
  const isOld = now.getTime() - Date.parse(today) >= (oldAfterDays + 1) * dayMs;
  if (!moves || !isOld || deals > demoDefaults.deals) return false;
  await loadDemo(sql, { ...options, companies, deals, seed });
  return true;
}

const toText = (count: number) => count.toLocaleString('en');

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
