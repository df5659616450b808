import { Autocomplete } from '@base-ui/react/autocomplete';
import type { MouseEvent } from 'react';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { formatCredits } from '../../purchase/price.ts';
import { PricedItem } from '../../purchase/priced-item.tsx';
import type { Deed, Entry } from './entries.ts';

type PaletteEntryProps = {
  readonly entry: Entry;
  /** Whether a press may spend: the person came to this row on purpose. */
  readonly isMeant: (entry: Entry, event: MouseEvent) => boolean;
  readonly onRun: (deed: Deed) => void;
  readonly onAsk: (act: SpendAuthorization, deed: Deed) => void;
};

const look =
  'flex min-h-8 cursor-default items-center gap-2.5 rounded-[6px] px-2.5 py-1 data-highlighted:bg-accent-soft data-highlighted:text-accent-ink';

/** One row: what it does, what tells it apart, and its highest price where it has one. */
export function PaletteEntry({ entry, isMeant, onRun, onAsk }: PaletteEntryProps) {
  const { name, remark, tenths, deed } = entry;
  if (deed.kind === 'look up') {
    return (
      <PricedItem
        value={entry}
        tenths={deed.tenths}
        className={look}
        isMeant={(event) => isMeant(entry, event)}
        onConfirm={(authorization) => onAsk(authorization, deed)}
      >
        <span className="min-w-0 truncate">{name}</span>
      </PricedItem>
    );
  }
  return (
    <Autocomplete.Item
      value={entry}
      className={look}
      onClick={(event) => {
        if (isMeant(entry, event)) onRun(deed);
      }}
    >
      <span className="min-w-0 truncate">{name}</span>
      <span className="ml-auto max-w-[50%] shrink-0 truncate text-[11.5px] text-ink-3 tabular-nums">
        {tenths === undefined ? remark : tenths === 0 ? 'nothing to pay' : `up to ${formatCredits(tenths)}`}
      </span>
    </Autocomplete.Item>
  );
}
