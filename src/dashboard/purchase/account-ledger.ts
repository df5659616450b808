import { useQuery } from '@tanstack/react-query';
import { useOpenAccount } from '../platform/http/open-account.ts';
import { readJournal, useJournal } from './journal.ts';
import { getBook, sumDays, convertForeignBook, type LedgerBook } from './ledger.ts';
import type { DaySums, LoggedCall } from './logged-call.ts';

/** The ledger, updated with every entry of any tab: its calls, oldest first, and the day sums of older ones. */
export function useCalls(): { readonly calls: readonly LoggedCall[]; readonly days: DaySums } | undefined {
  const { seq } = useJournal();
  const account = useOpenAccount()?.account ?? '';
  const { data } = useQuery({
    queryKey: ['calls', account, seq],
    queryFn: async () => {
      const { calls, sums } = getBook(await (await readJournal()).readLedger());
      return { calls, days: sumDays(sums) };
    },
    placeholderData: (before, query) => (query?.queryKey[1] === account ? before : undefined),
    gcTime: 0,
  });
  return data;
}

/** The ledger of the account in use, for a backup. */
export const readLedgerBook = async (): Promise<LedgerBook> => getBook(await (await readJournal()).readLedger());

/** Merges the ledger of a backup; resolves with the number of lines that were not there before. */
export async function restoreLedgerBook(saved: LedgerBook, isSameAccount: boolean): Promise<number> {
  const journal = await readJournal();
  const before = await journal.readLedger();
  const { calls, sums } = isSameAccount ? saved : convertForeignBook(saved, getBook(before));
  await journal.append((_, at) => [{ type: 'restored', at, calls: [...calls], sums }]);
  const after = await journal.readLedger();
  return [...after.calls.keys()].filter((id) => !before.calls.has(id)).length;
}
