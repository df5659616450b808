// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UnlockFailure } from '#contract/workspace/records.ts';
import { SpendAuthorization } from '../spending/spend-authorization.ts';
import { unlockedCompanies } from './records.ts';
import { unlockByIds } from './unlock.ts';

beforeEach(() => unlockedCompanies.reset());
afterEach(() => vi.unstubAllGlobals());

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

type Sent = { readonly companies: string[]; readonly max_tenths: number; readonly repeat: boolean };

/** A gateway that knows only companies with even numbers, unlocks so many in a step, and bills each. */
function serve(step: number, failures: readonly (UnlockFailure | null)[] = []) {
  const requests: Sent[] = [];
  const unlocked = new Set<string>();
  const waiting = [...failures];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (_url, init) => {
      const body = JSON.parse(init?.body as string) as Sent;
      requests.push(body);
      const failure = waiting.shift() ?? null;
      const locked = body.companies.filter((id) => !unlocked.has(id));
      const bought = failure ? [] : locked.slice(0, Math.min(step, body.max_tenths / 10));
      for (const id of bought) unlocked.add(id);
      const companies = body.companies
        .filter((id) => unlocked.has(id))
        .map((id) => ({
          id,
          record: Number(id.at(-1)) % 2 === 0 ? { id, name: `Company ${id}` } : null,
          unlocked_at: '2026-11-01T00:00:00Z',
        }));
      const tenths = bought.length * 10;
      const bill = { quoted_tenths: tenths, billed_tenths: tenths, unconfirmed_tenths: 0 };
      const data = { records: { companies }, bill, left: locked.length - bought.length, failure };
      return Response.json({ success: true, data, meta: {} });
    }),
  );
  return requests;
}

test('records are unlocked step by step with what is left of the price, and unknown ids are not requested again', async () => {
  const requests = serve(400);
  const ids = Array.from({ length: 1000 }, (_, index) => uuid(index));
  const progress: number[] = [];
  await unlockByIds(
    SpendAuthorization.issue(ids.length * 10),
    { companies: ids },
    { onProgress: (done) => progress.push(done) },
  );
  expect(requests.map(({ max_tenths: left }) => left)).toEqual([10_000, 6000, 2000]);
  expect(progress).toEqual([0, 400, 800, 1000]);
  expect(unlockedCompanies.read(uuid(2))?.name).toBe(`Company ${uuid(2)}`);
  expect(unlockedCompanies.isUnknown(uuid(1))).toBe(true);
  expect(unlockedCompanies.missing(ids)).toEqual([]);
});

test('a failure is thrown with its kind, and what arrived before stays unlocked', async () => {
  const failure = { status: 402, code: 'INSUFFICIENT_CREDITS', message: 'Not enough.', retry_after: null };
  serve(1, [null, failure]);
  const unlocking = unlockByIds(SpendAuthorization.issue(30), { companies: [uuid(2), uuid(4), uuid(6)] });
  await expect(unlocking).rejects.toMatchObject({ kind: 'credits' });
  expect(unlockedCompanies.read(uuid(2))).toBeDefined();
  expect(unlockedCompanies.missing([uuid(2), uuid(4)])).toEqual([uuid(4)]);
});

test('a charge that may be a second one is named as such, and is sent only with a press that knows', async () => {
  const failure = { status: 409, code: 'CHARGE_UNCONFIRMED', message: 'Maybe charged.', retry_after: null };
  const requests = serve(10, [failure]);
  await expect(unlockByIds(SpendAuthorization.issue(10), { companies: [uuid(2)] })).rejects.toMatchObject({
    kind: 'unconfirmed',
    mayHaveCharged: false,
  });
  await unlockByIds(SpendAuthorization.issue(10, true), { companies: [uuid(2)] });
  expect(requests.map(({ repeat }) => repeat)).toEqual([false, true]);
});

test('a stopped purchase sends nothing more', async () => {
  const requests = serve(1);
  const authorization = SpendAuthorization.issue(30);
  const unlocking = unlockByIds(
    authorization,
    { companies: [uuid(2), uuid(4), uuid(6)] },
    { onProgress: (done) => done === 1 && authorization.cancel() },
  );
  await expect(unlocking).rejects.toMatchObject({ kind: 'stopped' });
  expect(requests).toHaveLength(1);
});
