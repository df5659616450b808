import { useQuery } from '@tanstack/react-query';
import type { CallHistory } from '#contract/calls.ts';
import { useOpenAccount } from '../platform/http/account.ts';
import { readJournal, sharedCalls, useJournal } from './journal.ts';
import { convertForeignCalls, getCallHistory } from './ledger.ts';
import { addSharedCalls } from './shared-calls.ts';

/** The calls of the account, oldest first, with day sums of older ones; updated with every entry of any browser. */
export function useCalls(): CallHistory | undefined {
  const { seq } = useJournal();
  const version = sharedCalls.use();
  const account = useOpenAccount()?.account ?? '';
  const { data } = useQuery({
    queryKey: ['calls', account, seq, version],
    queryFn: readLedgerCalls,
    placeholderData: (before, query) => (query?.queryKey[1] === account ? before : undefined),
    gcTime: 0,
  });
  return data;
}

/** All calls of the account in use that this browser knows, its own and those of others, oldest first. */
export async function readLedgerCalls(): Promise<CallHistory> {
  const journal = await readJournal();
  const own = getCallHistory(await journal.readLedger());
  const { calls, sums } = journal.database ? await addSharedCalls(journal.database, own) : own;
  return { calls: calls.toSorted((one, other) => one.at - other.at), sums };
}

/** Merges the ledger of a backup; resolves with the number of lines that were not there before. */
export async function restoreLedgerCalls(saved: CallHistory, isSameAccount: boolean): Promise<number> {
  const journal = await readJournal();
  const before = await readLedgerCalls();
  const { calls, sums } = isSameAccount ? saved : convertForeignCalls(saved, before);
  await journal.append((_, at) => [{ type: 'restored', at, calls: [...calls], sums }]);
  const known = new Set(before.calls.map(({ id }) => id));
  return (await readLedgerCalls()).calls.filter(({ id }) => !known.has(id)).length;
}
