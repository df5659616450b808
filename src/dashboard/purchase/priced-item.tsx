import { Autocomplete } from '@base-ui/react/autocomplete';
import type { MouseEvent, ReactNode } from 'react';
import { SpendAuthorization } from './spend-authorization.ts';
import { toCredits } from './price.ts';

type PricedItemProps = {
  readonly value: unknown;
  /** What it is worth at most, in tenths; the act that it issues covers exactly this. */
  readonly tenths: number;
  /** Whether a press is one of this very row, so that typing and Enter alone spend nothing. */
  readonly isMeant: (event: MouseEvent) => boolean;
  readonly onConfirm: (authorization: SpendAuthorization) => void;
  readonly className: string;
  readonly children: ReactNode;
};

/** The priced button as a row of a list box: its price is in sight, and it acts on a press or Enter on itself alone. */
export function PricedItem({ value, tenths, isMeant, onConfirm, className, children }: PricedItemProps) {
  return (
    <Autocomplete.Item
      value={value}
      className={className}
      onClick={(event) => {
        if (isMeant(event)) onConfirm(SpendAuthorization.issue(tenths));
      }}
    >
      {children}
      <span className="ml-auto shrink-0 text-[11.5px] text-ink-3 tabular-nums">{toCredits(tenths)}</span>
    </Autocomplete.Item>
  );
}
