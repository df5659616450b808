import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../../testing/service.ts';
import { load } from '../load.ts';
import { fewPlaces, createFeed, listRecords } from '../testing-records.ts';
import { saveDemoAlerts } from './alerts.ts';

type Configurations = { data: { configurations: { configuration_id: string; frequency: string }[] } };
type Alerts = { data: { alerts: { alertName: string; totalDealCount: number; deals: { reasoning: string }[] }[] } };

async function startWithAlerts() {
  const service = await startService({ demo: true, clock: () => new Date('2026-11-21T12:00:00Z') });
  onTestFinished(service.close);
  await saveDemoAlerts(service.sql, service.accountId);
  const readIds = async (): Promise<string[]> => {
    const answer = await service.inject('GET', '/api/v1/alerts/configurations');
    return answer.json<Configurations>().data.configurations.map(({ configuration_id }) => configuration_id);
  };
  return { ...service, readIds };
}

test('an account over demo data has three saved alerts, and each matches deals of the last thirty days', async () => {
  const { inject, readIds } = await startWithAlerts();
  const ids = await readIds();
  expect(ids).toHaveLength(3);
  const query = { alert_ids: ids.join(','), start_date: '2026-10-22T00:00:00Z', end_date: '2026-11-21T12:00:00Z' };
  const answer = await inject('GET', '/api/v1/alerts', { query });
  expect(answer.statusCode).toBe(200);
  for (const { alertName, totalDealCount, deals } of answer.json<Alerts>().data.alerts) {
    expect(totalDealCount, alertName).toBeGreaterThan(0);
    for (const { reasoning } of deals) expect(reasoning).not.toBe('');
  }
});

test('an account over real records has none', async () => {
  const { sql, accountId, readIds } = await startWithAlerts();
  const before = await readIds();
  await load(sql, createFeed('real', listRecords('alder')), { gazetteer: fewPlaces });
  await saveDemoAlerts(sql, accountId);
  expect(await readIds()).toEqual(before);
});
