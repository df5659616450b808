import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { countRemaining } from './search-results.ts';
import { fetchPages, readAnswer, formatQueryKey } from './fetch-results.ts';
import type { ResourceQuery } from '../resource/resource.ts';
import { planPages } from './page-requests.ts';

/** Rows that one reaching of the end loads. */
const stepRows = 25;

type Armed = { readonly authorization: SpendAuthorization; readonly key: string; readonly leftRows: number };

/** What was allowed to be loaded while scrolling, and the ways to arm, use and end it. */
export type Allowance = {
  /** Rows that may still be loaded; undefined while nothing is armed. */
  readonly leftRows: number | undefined;
  readonly onArm: (authorization: SpendAuthorization, rows: number) => void;
  readonly onStop: () => void;
  /** The end of the table came in sight by scrolling: loads the next rows where that is allowed, else nothing. */
  readonly onEnd: () => void;
};

/**
 * An allowance to load while scrolling. Every use draws on the one act that armed it; it ends with the query, with
 * the screen, with a failure, and where the result moved.
 */
export function useAllowance(asked: ResourceQuery): Allowance {
  const client = useQueryClient();
  const [armed, setArmed] = useState<Armed>();
  const busy = useRef(false);
  const key = formatQueryKey(asked);
  if (armed && armed.key !== key) setArmed(undefined);

  const draw = async ({ authorization, leftRows }: Armed) => {
    const before = readAnswer(client, asked);
    const rows = before ? Math.min(stepRows, leftRows, countRemaining(before) ?? stepRows) : 0;
    if (!before || rows === 0) return setArmed(undefined);
    await fetchPages(authorization, client, asked, planPages(before.bought, rows));
    const after = readAnswer(client, asked);
    const left = leftRows - rows;
    const goesOn = after?.bought === before.bought + rows && after.total === before.total && left > 0;
    setArmed((now) => (now?.authorization === authorization && goesOn ? { ...now, leftRows: left } : undefined));
  };

  return {
    leftRows: armed?.leftRows,
    onArm: (authorization, rows) => setArmed({ authorization, key, leftRows: rows }),
    onStop: () => setArmed(undefined),
    onEnd: () => {
      if (!armed || busy.current) return;
      busy.current = true;
      void draw(armed).finally(() => {
        busy.current = false;
      });
    },
  };
}
