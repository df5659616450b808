import { useQuery } from '@tanstack/react-query';
import { useOpenAccount } from '../platform/http/open-account.ts';
import { readJournal, useJournal } from './journal.ts';
import { getBook, sumDays } from './ledger.ts';
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
