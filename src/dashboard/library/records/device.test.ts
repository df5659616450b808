import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { openAccountDatabase } from '../../platform/storage/database.ts';

/** A tab of the account with its own memory, which receives no messages from the others. */
async function openTab() {
  vi.resetModules();
  const [device, { statusStore }] = await Promise.all([import('./device.ts'), import('../own-work/work-store.ts')]);
  const database = (await openAccountDatabase('a'))!;
  device.setDevice({ account: 'a', database, tabs: { post: () => undefined, close: () => undefined } });
  const write = (at: number, value: string) => statusStore.merge([{ key: ['deal', 'd', 'note'], at, value }]);
  return { database, write };
}

test('an older change that a tab stores later replaces nothing, on the device and in the outbox', async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.write(2, 'newer');
  other.write(1, 'older');
  const key = ['deal', 'd', 'note'];
  await vi.waitFor(async () => expect(await other.database.count('statuses')).toBe(1));
  // A transaction starts after those that were begun before it.
  await other.database.transaction(['statuses', 'outbox'], 'readwrite').done;
  expect(await one.database.get('statuses', key)).toEqual({ key, at: 2, value: 'newer' });
  expect(await one.database.get('outbox', ['statuses', ...key])).toBe(2);
});
