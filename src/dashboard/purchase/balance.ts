import { queryOptions, useQuery } from '@tanstack/react-query';
import { readAccount } from '#contract/account.ts';
import type { Config } from '#contract/config.ts';
import { deriveAccountName } from '../platform/http/account.ts';
import { connection } from '../platform/http/config.ts';
import { readKey } from '../platform/http/key.ts';
import { readJournal, useJournal } from './journal.ts';
import type { Balance } from './meter.ts';
import { sendFree } from './send-free.ts';

/** Reads the balance from the account, once, where the service has /account. */
const accountBalance = (connected: Config | undefined) =>
  queryOptions({
    queryKey: ['account', deriveAccountName(connected)],
    enabled: connected?.account === true && (connected.key === 'gateway' || readKey() !== undefined),
    queryFn: async ({ signal }) => {
      const journal = await readJournal();
      const since = journal.read().seq;
      const { data } = await sendFree(readAccount, { query: undefined, signal });
      const { monthly_credits: monthly, purchased_credits: purchased } = data.account ?? {};
      await journal.append((_, at) => [{ type: 'balance-reported', at, since, credits: { monthly, purchased } }]);
      return data.account;
    },
  });

/** What is left: as the last response reported it, before the first one as the account does. */
export function useBalance(): Balance {
  const { data: connected } = useQuery(connection);
  useQuery(accountBalance(connected));
  return useJournal().meter.balance;
}
