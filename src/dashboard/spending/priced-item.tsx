import { Autocomplete } from '@base-ui/react/autocomplete';
import type { MouseEvent, ReactNode } from 'react';
import { useIsMetered } from '../platform/http/connection.ts';
import { useIsViewer } from '../platform/http/membership.ts';
import { formatCredits } from './price.ts';
import { SpendAuthorization } from './spend-authorization.ts';

type PricedItemProps = {
  readonly value: unknown;
  /** The highest price in tenths; the authorization covers exactly this. */
  readonly tenths: number;
  /** Whether the user was told that an earlier try may have been charged, so that this one is sent all the same. */
  readonly repeat?: boolean;
  /** Whether the press was on this item, so that typing and Enter alone spend nothing. */
  readonly isMeant: (event: MouseEvent) => boolean;
  readonly onConfirm: (authorization: SpendAuthorization) => void;
  readonly className: string;
  readonly children: ReactNode;
};

/** The priced button as an item of a list box: its price is visible, and only a press or Enter on it spends. */
export function PricedItem({
  value,
  tenths,
  repeat = false,
  isMeant,
  onConfirm,
  className,
  children,
}: PricedItemProps) {
  const isMetered = useIsMetered();
  const isViewer = useIsViewer();
  return (
    <Autocomplete.Item
      value={value}
      className={className}
      disabled={isViewer}
      onClick={(event) => {
        if (!isViewer && isMeant(event)) onConfirm(SpendAuthorization.issue(isMetered ? tenths : 0, repeat));
      }}
    >
      {children}
      <span className="ml-auto shrink-0 text-11.5 text-ink-3 tabular-nums">
        {isViewer ? 'viewers spend no credits' : isMetered && formatCredits(tenths)}
      </span>
    </Autocomplete.Item>
  );
}
