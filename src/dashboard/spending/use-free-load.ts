import { useEffect, useEffectEvent, useRef } from 'react';
import { useIsMetered } from '../platform/http/connection.ts';
import { useIsViewer } from '../platform/http/membership.ts';
import { SpendAuthorization } from './spend-authorization.ts';

/** Whether what a priced button would unlock is loaded at once: for everyone but viewers of an account that is not metered. */
export function useIsFree(): boolean {
  const isViewer = useIsViewer();
  return !useIsMetered() && !isViewer;
}

/**
 * Where that is free, loads at once what a priced button would unlock: once for each `what`, nothing while it is
 * undefined. Its authorization covers nothing, so an account that is metered in the meantime is not charged.
 */
export function useFreeLoad(what: string | undefined, load: (authorization: SpendAuthorization) => void): void {
  const isFree = useIsFree();
  const start = useEffectEvent(load);
  const tried = useRef<string>(undefined);
  useEffect(() => {
    if (!isFree || what === undefined || tried.current === what) return;
    tried.current = what;
    start(SpendAuthorization.issueFree());
  }, [isFree, what]);
}
