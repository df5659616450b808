import { daySums, deviceSums } from '#contract/calls.ts';
import { z } from 'zod';
import type { Database } from '../platform/storage/database.ts';
import { getCallHistory, parseStoredLedger } from './ledger.ts';
import { spendingSession, type SpendingSession } from './session.ts';

/** The session as versions before the journal stored it. */
const oldSession = z
  .object({
    leftTenths: z.number(),
    pending: z.array(z.looseObject({ question: z.string() })),
  })
  .loose()
  .transform(({ leftTenths, pending, ...session }): unknown => ({
    ...session,
    listedTenths: 0,
    dismissedTenths: leftTenths,
    pending: pending.map(({ question, ...one }) => ({ ...one, fingerprint: question })),
  }))
  .pipe(spendingSession);

/**
 * Turns what versions before the journal stored (a session, lines and day sums, in two stores) into checkpoints, once
 * and in one transaction.
 */
export async function migrateOldLedger(database: Database, device: string): Promise<void> {
  const transaction = database.transaction(['ledger', 'calls', 'checkpoints'], 'readwrite');
  const [old, calls] = [transaction.objectStore('ledger'), transaction.objectStore('calls')];
  const checkpoints = transaction.objectStore('checkpoints');
  const [session, folded, days, lines] = await Promise.all([
    old.get('session'),
    old.get('folded'),
    old.get('days'),
    calls.getAll(),
  ]);
  if (session !== undefined || folded !== undefined || days !== undefined || lines.length > 0) {
    const migrated: SpendingSession | undefined = oldSession.safeParse(session).data;
    if (migrated) await checkpoints.put({ seq: 0, session: migrated }, 'session');
    const ledger = parseStoredLedger(device, { calls: lines, sums: parseSums(device, folded, days, lines) });
    await checkpoints.put({ seq: 0, ledger: getCallHistory(ledger) }, 'ledger');
  }
  await Promise.all([old.clear(), calls.clear(), transaction.done]);
}

/** Day sums were first stored without a device: then they are this one's, up to its first line. */
function parseSums(device: string, folded: unknown, days: unknown, lines: readonly { readonly at: number }[]) {
  const known = deviceSums.safeParse(folded).data ?? {};
  const early = daySums.safeParse(days).data;
  if (!early || known[device]) return known;
  const first = Math.min(...lines.map(({ at }) => at), Date.now());
  return { ...known, [device]: { to: first - 1, days: early } };
}
