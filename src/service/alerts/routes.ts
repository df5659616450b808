import type { FastifyInstance } from 'fastify';
import { readAlertConfigurations, readAlerts } from '#contract/alerts.ts';
import { HttpError } from '../http/http-error.ts';
import type { ServiceOptions } from '../http/options.ts';
import { route } from '../http/route.ts';
import { readAlertsById, readConfigurations } from './configurations.ts';
import { findMatchingDeals } from './matches.ts';
import { precheckParameters, precheckPlan, parseAlertQuery } from './query.ts';

/** Registers the endpoints of saved alerts: free, for plans with alerts. */
export function registerAlerts(api: FastifyInstance, options: ServiceOptions): void {
  route(
    api,
    options,
    readAlerts,
    { checkCaller: precheckPlan, checkQuery: precheckParameters },
    async ({ query, caller, now, db, snapshot }) => {
      const { ids, period } = parseAlertQuery(query, now);
      const found = await readAlertsById(db, caller.accountId, ids);
      const requested = ids.map((id) => found.find((alert) => alert.configuration_id === id));
      const alerts = await Promise.all(
        requested.map(async (alert) => {
          if (!alert) throw new HttpError('alertsNotFound');
          // A paused alert matches nothing until it is resumed.
          const { deals } = alert.paused
            ? { deals: [] }
            : await findMatchingDeals(db, alert.filters, period, { snapshot });
          return {
            alertId: alert.configuration_id,
            alertName: alert.configuration_name,
            alertFrequency: alert.frequency,
            totalDealCount: deals.length,
            deals,
          };
        }),
      );
      const total = alerts.reduce((sum, { totalDealCount }) => sum + totalDealCount, 0);
      return { data: { alerts }, rows: total, total, pageSize: alerts.length };
    },
  );
  route(api, options, readAlertConfigurations, { checkCaller: precheckPlan }, async ({ caller, db }) => {
    const configurations = await readConfigurations(db, caller.accountId);
    return { data: { configurations }, rows: configurations.length };
  });
}
