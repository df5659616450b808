import { queryOptions, useQuery } from '@tanstack/react-query';
import { readAccount } from '#contract/account.ts';
import type { Config } from '#contract/config.ts';
import { sendFree } from './send-free.ts';
import { toAccountName } from '../platform/http/account.ts';
import { connection } from '../platform/http/config.ts';
import { readKey } from '../platform/http/key.ts';
import { meter, type Balance } from './meter.ts';

/** Asks our own service what is left, once an account and for nothing; where there is no /account it never asks. */
const accountBalance = (connected: Config | undefined) =>
  queryOptions({
    queryKey: ['account', toAccountName(connected)],
    enabled: connected?.account === true && (connected.key === 'gateway' || readKey() !== undefined),
    queryFn: async ({ signal }) => {
      const askedAt = meter.send();
      const { data } = await sendFree(readAccount, { query: undefined, signal });
      const { monthly_credits: monthly, purchased_credits: purchased } = data.account ?? {};
      meter.learn(askedAt, monthly, purchased);
      return data.account;
    },
  });

/** What is left: from the last paid answer, before the first one from the account where the service tells it. */
export function useBalance(): Balance {
  const { data: connected } = useQuery(connection);
  useQuery(accountBalance(connected));
  return meter.use().balance;
}
