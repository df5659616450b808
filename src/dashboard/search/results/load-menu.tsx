import { formatGrouped } from '../../platform/format.ts';
import { type ReactNode, useId } from 'react';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { priceRows } from '../fetch/fetch-results.ts';
import type { Search } from '../form/use-search.ts';

const batches = [25, 50, 100, 250, 500];

/** The ways to load more rows. */
export type LoadMenuProps = {
  readonly search: Search;
  /** How many rows the next batch has, and how many there are; undefined where the service does not say. */
  readonly more: number;
  readonly remaining: number | undefined;
  readonly chosen: number;
  readonly onChoose: (rows: number) => void;
};

/** The menu of the ways to load: so many rows, all that remain, or while scrolling. */
export function LoadMenu(props: LoadMenuProps & { readonly children: ReactNode }) {
  const { search, more, remaining, chosen, onChoose, children } = props;
  const { query, pending, allowance, onMore } = search;
  return (
    <>
      <BatchChoice remaining={remaining} first={query.rows} chosen={chosen} onChoose={onChoose} />
      {children}
      {remaining !== undefined && remaining > more && (
        <PricedButton
          upTo
          tenths={priceRows(search, remaining)}
          pending={pending}
          onConfirm={(authorization) => void onMore(authorization, remaining)}
        >
          Load the remaining {formatGrouped(remaining)}
        </PricedButton>
      )}
      {allowance.leftRows === undefined && (
        <PricedButton
          upTo
          tenths={priceRows(search, more)}
          onConfirm={(authorization) => allowance.onArm(authorization, more)}
        >
          Load as I scroll
        </PricedButton>
      )}
    </>
  );
}

type BatchChoiceProps = {
  readonly remaining: number | undefined;
  readonly first: number;
  readonly chosen: number;
  readonly onChoose: (rows: number) => void;
};

function BatchChoice({ remaining = Infinity, first, chosen, onChoose }: BatchChoiceProps) {
  const id = useId();
  const sizes = [...new Set([...batches, first])].toSorted((a, b) => a - b).filter((size) => size < remaining);
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Rows to load
      </label>
      <select
        id={id}
        value={Math.min(chosen, remaining)}
        className="h-8 max-w-28 rounded-[7px] border border-edge bg-panel px-1.5 text-ink"
        onChange={({ target }) => onChoose(Number(target.value))}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {size} rows
          </option>
        ))}
        {Number.isFinite(remaining) && <option value={remaining}>all {formatGrouped(remaining)} that remain</option>}
      </select>
    </>
  );
}
