import { type ReactNode, useMemo } from 'react';
import { type DealRecord, unlockedDeals, useRowsVersion } from '../../library/records/records.ts';
import { areNamesFree } from '../../library/records/request-names.ts';
import { formatCount } from '../../platform/format.ts';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { checkBudget } from '../../purchase/reserve-budget.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { useExtrasRun, watchExtras } from '../../search/fetch/extras.ts';
import {
  describeMissingParts,
  findMissingParts,
  loadMissingParts,
  type MissingParts,
  priceMissingParts,
} from '../../search/record/missing-parts.ts';
import { countingNames } from '../../search/record/named-cell.tsx';
import { type SlicedWork, useSlicedWork } from '../../search/table/slices.ts';

type CompleteRowsProps = {
  readonly ids: readonly string[];
  /** Gets the button, or null where nothing is missing. */
  readonly children: (button: ReactNode | null) => ReactNode;
};

/** Loads what these rows still lack; the price is exact, because their ids are known. */
export function CompleteRows({ ids, children }: CompleteRowsProps) {
  const missing = useMissingParts(ids);
  const run = useExtrasRun(place);
  // No button without its price.
  if (!missing) return countingNames;
  const tenths = priceMissingParts(missing);
  if (tenths === 0 && run?.isRunning !== true) return children(null);
  const load = (authorization: SpendAuthorization, bought: MissingParts) =>
    void watchExtras(authorization, place, async (onProgress) => {
      await checkBudget(priceMissingParts(bought));
      await loadMissingParts(authorization, bought, onProgress);
    });
  const what = describeMissingParts(missing);
  return children(
    <>
      <span className="max-full:hidden">{what}</span>
      <PricedButton
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

/** The most rounds whose investors one press unlocks; each is a request of its own. */
const maxRounds = 100;

/** Finds what these deals lack. */
function* collectMissingParts(ids: readonly string[]): SlicedWork<MissingParts> {
  const companies = new Set<string>();
  const rounds: DealRecord[] = [];
  for (let at = 0; at < ids.length; at += 1) {
    const deal = unlockedDeals.read(ids[at] ?? '');
    const missing = findMissingParts(deal ? [deal] : [], 'whole');
    for (const company of missing.companies) companies.add(company);
    if (rounds.length < maxRounds) rounds.push(...missing.rounds);
    if (at % 64 === 63) yield;
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

/** What these deals lack, counted again whenever something is unlocked; undefined while it is counted. */
function useMissingParts(ids: readonly string[]): MissingParts | undefined {
  const version = useRowsVersion();
  const make = useMemo(() => createWork(ids, version), [ids, version]);
  return useSlicedWork(ids.length, make);
}

const createWork = (ids: readonly string[], _version: number) => () => collectMissingParts(ids);
