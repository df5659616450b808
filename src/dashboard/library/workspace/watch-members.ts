import { readMembers } from '#contract/members.ts';
import { requestWorkspace } from '../../platform/http/gateway-request.ts';
import { type Membership, noMembership, readMembership, showMembership } from '../../platform/http/membership.ts';
import { readStored, writeStored } from '../../platform/storage/storage.ts';

/** Members change rarely: they are read again when the user returns to the page, but not more often than this. */
const intervalMs = 30_000;

/** Shows who shares the workspace of an account until `signal` aborts, at first as last known. */
export function watchMembers(account: string, signal: AbortSignal): void {
  showMembership(readStoredMembership(account));
  let checkedAt = -intervalMs;
  const check = () => {
    if (document.visibilityState === 'hidden' || performance.now() - checkedAt < intervalMs) return;
    checkedAt = performance.now();
    const shown = readMembership();
    requestWorkspace('/workspace/members', signal)
      .then((json) => {
        const { data } = readMembers.data.safeParse((json as { data?: unknown } | undefined)?.data);
        // Settings may have changed a member since the request.
        if (data && !signal.aborted && readMembership() === shown) storeMembership(account, data);
      })
      .catch(() => undefined);
  };
  check();
  document.addEventListener('visibilitychange', check, { signal });
  signal.addEventListener('abort', () => showMembership(noMembership));
}

function storeMembership(account: string, membership: Membership): void {
  showMembership(membership);
  writeStored('members', membership.self === null ? undefined : JSON.stringify({ account, ...membership }));
}

function readStoredMembership(account: string): Membership {
  try {
    const { account: of, ...stored } = JSON.parse(readStored('members') ?? '{}') as { account?: string };
    return of === account ? readMembers.data.parse(stored) : noMembership;
  } catch {
    return noMembership;
  }
}
