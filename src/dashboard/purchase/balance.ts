import { queryOptions, useQuery } from '@tanstack/react-query';
import { formatUtcMinute } from '../platform/format.ts';
import { connection } from '../platform/http/connection.ts';
import type { Balance } from './meter.ts';
import { formatCreditFigure } from './price.ts';
import { readJournal, useJournal } from './journal.ts';
import { readAccount } from '#contract/account.ts';
import type { Config } from '#contract/config.ts';
import { deriveAccountName } from '../platform/http/account.ts';
import { readKey } from '../platform/http/key.ts';
import { sendFree } from './send-free.ts';

/**
 * A balance on screen: `loading` while the account is read, `earlier` when no response since the page was loaded had
 * one.
 */
export type ShownBalance =
  Balance | { readonly kind: 'loading' } | { readonly kind: 'earlier'; readonly tenths: number; readonly at: number };

/** Reads the balance from the account, once, where the service has /account. */
export const accountBalance = (connected: Config | undefined) =>
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

/**
 * The credits left: as the last response reported them, before the first response as the account reports them; else as
 * they were last reported.
 */
export function useBalance(): ShownBalance {
  const { data: connected, isLoading } = useQuery(connection);
  const account = useQuery(accountBalance(connected));
  const { balance, earlier } = useJournal().meter;
  if (balance.kind !== 'unknown') return balance;
  if (isLoading || account.isLoading) return { kind: 'loading' };
  return earlier ? { kind: 'earlier', ...earlier } : balance;
}

/** The credits left as a figure, with a dash in its place while it loads. */
export function formatBalance(balance: ShownBalance): string {
  if ('tenths' in balance) return formatCreditFigure(balance.tenths);
  return balance.kind === 'loading' ? '–' : 'Unknown';
}

/** When a balance was reported, in UTC. */
export const formatBalanceTime = ({ at }: { readonly at: number }): string =>
  `${formatUtcMinute(new Date(at).toISOString())} UTC`;
