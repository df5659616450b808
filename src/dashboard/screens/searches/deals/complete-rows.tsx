import { useMemo } from 'react';
import { useRowsVersion } from '../../../records/record-store.ts';
import { type DealRecord, unlockedDeals } from '../../../records/records.ts';
import { areNamesFree } from '../../../records/request-names.ts';
import { formatCount } from '../../../platform/format.ts';
import { PricedButton } from '../../../spending/priced-button.tsx';
import { useFreeLoad, useIsFree } from '../../../spending/use-free-load.ts';
import type { SpendAuthorization } from '../../../spending/spend-authorization.ts';
import { useExtrasRun, watchExtras } from '../kit/fetch/extras.ts';
import type { UnlockProps } from '../kit/resource/resource.ts';
import {
  describeMissingParts,
  findMissingParts,
  loadMissingParts,
  type MissingParts,
  priceMissingParts,
} from '../kit/record/missing-parts.ts';

/**
 * Loads what these rows still lack; the price is exact, because their ids are known. Where that is free, it happens by
 * itself, and each row is tried once.
 */
export function CompleteRows({ ids, children }: UnlockProps) {
  const missing = useMissingParts(ids);
  const run = useExtrasRun(place);
  const isFree = useIsFree();
  const tenths = priceMissingParts(missing);
  const next = [...missing.companies, ...missing.rounds.map(({ id }) => id)];
  useFreeLoad(run?.isRunning === true || next.length === 0 ? undefined : next.join(' '), (authorization) =>
    load(authorization, missing),
  );
  if (isFree || (tenths === 0 && run?.isRunning !== true)) return children(null);
  const what = describeMissingParts(missing);
  return children(
    <>
      <span className="max-full:hidden">{what}</span>
      <PricedButton
        isListed
        variant="primary"
        what={`Unlock ${what}`}
        tenths={tenths}
        pending={run?.isRunning === true}
        findPart={(leftTenths) => {
          const part = findAffordableParts(ids, leftTenths);
          if (part.rows === 0) return undefined;
          return {
            name: `Unlock ${formatCount(part.rows, 'row')}`,
            tenths: priceMissingParts(part),
            onConfirm: (authorization) => load(authorization, part),
          };
        }}
        onConfirm={(authorization) => load(authorization, missing)}
      >
        {areNamesFree() ? 'Unlock details' : 'Unlock names'}
      </PricedButton>
    </>,
  );
}

/** The run is shown with the results of the deals screen. */
const place = { name: 'deals' };

const load = (authorization: SpendAuthorization, bought: MissingParts) =>
  void watchExtras(authorization, place, (onProgress) => loadMissingParts(authorization, bought, onProgress));

/** The most rounds whose investors one press unlocks; each is a request of its own. */
const maxRounds = 100;

/** Finds what these deals lack. */
function collectMissingParts(ids: readonly string[], _version: number): MissingParts {
  const companies = new Set<string>();
  const rounds: DealRecord[] = [];
  for (const id of ids) {
    const deal = unlockedDeals.read(id);
    const missing = findMissingParts(deal ? [deal] : [], 'whole');
    for (const company of missing.companies) companies.add(company);
    if (rounds.length < maxRounds) rounds.push(...missing.rounds);
  }
  return { companies: [...companies], rounds };
}

/** What the first of these deals lack, as far as so many tenths reach, and how many rows that completes. */
function findAffordableParts(ids: readonly string[], tenths: number): MissingParts & { rows: number } {
  let [rows, missing] = [0, findMissingParts([], 'whole')];
  for (const deal of ids.flatMap((id) => unlockedDeals.read(id) ?? [])) {
    const part = findMissingParts([deal], 'whole');
    const companies = [...new Set([...missing.companies, ...part.companies])];
    const next = { companies, rounds: [...missing.rounds, ...part.rounds] };
    if (priceMissingParts(next) > tenths || next.rounds.length > maxRounds) break;
    if (part.companies.length + part.rounds.length > 0) rows += 1;
    missing = next;
  }
  return { ...missing, rows };
}

/** What these deals lack, counted again whenever something is unlocked. */
function useMissingParts(ids: readonly string[]): MissingParts {
  const version = useRowsVersion();
  return useMemo(() => collectMissingParts(ids, version), [ids, version]);
}
