import { beforeAll, expect, test } from 'vitest';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { startService } from '../../../testing/service.ts';
import { deriveRecordId } from '../sink.ts';
import { loadAs, newer, older } from '../testing-records.ts';

const service = openForTests(startService);
beforeAll(async () => {
  await loadAs(service.sql, 'older', older, 2013);
  await loadAs(service.sql, 'newer', newer, 2014);
});

const before = (entity: string, key: string) => deriveRecordId('newer', entity, key);
const now = (entity: string, key: string) => deriveRecordId('older', entity, key);

test.each([
  ['company?id=', 'company', 'Acorn', 'Acorn'],
  ['investor?id=', 'investor', 'Red Fund', 'Red Fund'],
  ['deals/', 'deal', 'x', 'a'],
])('%s finds a record by the id that it had in another source', async (path, entity, key, keyNow) => {
  const answer = await service.inject('GET', `/api/v1/${path}${before(entity, key)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.body).toContain(now(entity, keyNow));
});

test.each([
  ['deals', { company: { company_ids: [before('company', 'Acorn')] } }, 3],
  ['deals', { investors: { investor_ids: [before('investor', 'Red Fund')] } }, 1],
  ['deals', { identifiers: { deal_ids: [before('deal', 'x')] } }, 1],
  ['companies', { identifiers: { ids: [before('company', 'Acorn')] } }, 1],
  ['investors', { identifiers: { ids: [before('investor', 'Red Fund')] } }, 1],
])('a search of %s finds records by such ids: %j', async (path, body, count) => {
  const answer = await service.inject('POST', `/api/v1/${path}`, { body });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json<{ data: Record<string, unknown[]> }>().data[path]).toHaveLength(count);
});
