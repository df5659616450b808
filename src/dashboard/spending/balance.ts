import { queryOptions, useQuery } from '@tanstack/react-query';
import { readAccount } from '#contract/account.ts';
import type { Config } from '#contract/config.ts';
import { formatUtcMinute } from '../platform/format.ts';
import { connection, reportMetered } from '../platform/http/connection.ts';
import { readKey } from '../platform/http/key.ts';
import { workspaceKey } from '../platform/http/workspace.ts';
import { useBudget } from './budget.ts';
import { formatCreditFigure } from './price.ts';
import { sendFree } from './send-free.ts';

type Credits = { readonly monthly: number | null; readonly purchased: number | null };

/**
 * The credits left: `known` as reported since the page was loaded, `earlier` as reported before that, `hidden` where the
 * key may not see them, `unknown` before the first paid response, `loading` while it is read.
 */
export type ShownBalance =
  | ({ readonly kind: 'known'; readonly tenths: number } & Credits)
  | { readonly kind: 'earlier'; readonly tenths: number; readonly at: number }
  | { readonly kind: 'hidden' | 'unknown' | 'loading' };

/** When the page was loaded. Not `performance.timeOrigin`, which keeps a clock that was wrong then. */
const loadedAt = Date.now() - performance.now();

/** Reads the balance from the account where the service has /account, again after every change of what is spent. */
export const accountBalance = (connected: Config | undefined) =>
  queryOptions({
    queryKey: workspaceKey('budget', 'account'),
    enabled: connected?.account === true && (connected.key === 'gateway' || readKey() !== undefined),
    queryFn: async ({ signal }) => {
      const { account } = (await sendFree(readAccount, { query: undefined, signal })).data;
      reportMetered(account?.unmetered !== true);
      return account;
    },
  });

/** The credits left: as the account reports them, else as the last paid response did. */
export function useBalance(): ShownBalance {
  const { data: connected, isLoading } = useQuery(connection);
  const account = useQuery(accountBalance(connected));
  const reported = useBudget()?.balance;
  if (account.data) {
    const { monthly_credits: monthly, purchased_credits: purchased } = account.data;
    return toBalance({ monthly, purchased });
  }
  if (isLoading || account.isLoading) return { kind: 'loading' };
  if (!reported) return { kind: 'unknown' };
  const balance = toBalance(reported);
  const at = Date.parse(reported.at);
  // Another program may have spent since.
  return balance.kind === 'known' && at < loadedAt ? { kind: 'earlier', tenths: balance.tenths, at } : balance;
}

function toBalance({ monthly, purchased }: Credits): ShownBalance {
  if (monthly === null && purchased === null) return { kind: 'hidden' };
  return { kind: 'known', tenths: Math.round(((monthly ?? 0) + (purchased ?? 0)) * 10), monthly, purchased };
}

/** What the account can pay, in tenths; infinity where that is not known. */
export const getAffordableTenths = (balance: ShownBalance): number =>
  balance.kind === 'known' ? balance.tenths : Infinity;

/** The credits left as a figure, with a dash in its place while it loads. */
export function formatBalance(balance: ShownBalance): string {
  if ('tenths' in balance) return formatCreditFigure(balance.tenths);
  return balance.kind === 'loading' ? '–' : 'Unknown';
}

/** When a balance was reported, in UTC. */
export const formatBalanceTime = ({ at }: { readonly at: number }): string =>
  `${formatUtcMinute(new Date(at).toISOString())} UTC`;
