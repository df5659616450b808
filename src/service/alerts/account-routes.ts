import type { FastifyInstance } from 'fastify';
import {
  type AlertDeal,
  changeAlert,
  createAlert,
  deleteAlert,
  type PreviewDeal,
  previewAlert,
  readAccountAlerts,
} from '#contract/alerts.ts';
import { subtractDays } from '../accounts/usage.ts';
import { financingsOf } from '../db/record-columns.ts';
import type { Sql } from '../db/sql.ts';
import { parseId } from '../http/validation.ts';
import type { ServiceOptions } from '../http/options.ts';
import type { KeyOwner } from '../http/rate-limit.ts';
import { route } from '../http/route.ts';
import { findMatchingDeals } from './matches.ts';
import { precheckPlan } from './query.ts';
import { changeSavedAlert, deleteSavedAlert, readSavedAlerts, insertAlert } from './saved.ts';

const dayMs = 86_400_000;
/** A preview counts the deals of this many days, including today, and shows this many. */
const previewDays = 30;
const previewDeals = 10;

/** Registers the alert endpoints of the Account API: free, for plans with alerts. */
export function registerAccountAlerts(account: FastifyInstance, options: ServiceOptions): void {
  // Requests read records on a read-only connection; these statements write rows of the account through the pool.
  const { db: own } = options;
  const forPlan = { checkCaller: precheckPlan };
  route(account, options, readAccountAlerts, forPlan, async ({ caller, db }) => {
    const alerts = await readSavedAlerts(db, caller.accountId);
    return { data: { alerts }, rows: alerts.length };
  });
  route(account, options, createAlert, forPlan, async ({ body, caller, now }) => ({
    data: { alert: await insertAlert(own, caller.accountId, body, now) },
    rows: 1,
  }));
  route(account, options, changeAlert, forPlan, async ({ body, params, caller, now }) => ({
    data: { alert: await changeSavedAlert(own, parseAlertPath(caller, params.id), body, now) },
    rows: 1,
  }));
  route(account, options, deleteAlert, forPlan, async ({ params, caller }) => ({
    data: { alert: await deleteSavedAlert(own, parseAlertPath(caller, params.id)) },
    rows: 1,
  }));
  registerPreview(account, options);
}

function registerPreview(account: FastifyInstance, options: ServiceOptions): void {
  route(
    account,
    options,
    previewAlert,
    { checkCaller: precheckPlan },
    async ({ body: { filters }, now, db, snapshot }) => {
      const end_date = now.toISOString().slice(0, 10);
      const start_date = subtractDays(end_date, previewDays - 1);
      const end = new Date(Date.parse(end_date) + dayMs - 1);
      const find = (start: Date) => findMatchingDeals(db, filters, { start, end }, { max: previewDeals, snapshot });
      const { total, deals: recent, ignored } = await find(new Date(start_date));
      const matches = total > 0 ? recent : (await find(new Date(0))).deals;
      const deals = await addRounds(db, matches);
      return {
        data: { start_date, end_date, totalDealCount: total, deals },
        rows: deals.length,
        total,
        ignored: ignored.map((dropped) => dropped.replace(/^company\./, 'filters.')),
      };
    },
  );
}

async function addRounds(sql: Sql, matches: readonly AlertDeal[]): Promise<PreviewDeal[]> {
  const rounds = await sql<Pick<PreviewDeal, 'id' | 'pre' | 'extension' | 'financings'>[]>`
    SELECT d.uuid AS id, d.pre, d.extension, ${financingsOf(sql, sql`d.id`)} AS financings
    FROM deals d WHERE d.uuid = ANY(${matches.map(({ id }) => id)}::uuid[])`;
  return matches.flatMap((deal) => rounds.filter(({ id }) => id === deal.id).map((round) => ({ ...deal, ...round })));
}

/** The alert of the caller's account that a path names. */
const parseAlertPath = ({ accountId }: KeyOwner, id: string) => ({ accountId, id: parseId(id, 'invalidAlertId') });
