import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { readIsMetered, siteBase } from '../../platform/http/connection.ts';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { useNameSearch } from '../../screens/searches/kit/lookups/record-search.ts';
import { chooseTheme } from '../../platform/storage/preferences.ts';
import { formatCredits } from '../../spending/price.ts';
import { parseRawSearch } from '../../platform/url/raw-search.ts';
import {
  type PaletteAction,
  type PaletteEntries,
  type PaletteEntry,
  type PaletteGroup,
  getEntryPrice,
  usePaletteEntries,
} from './entries.ts';
import { isUnconfirmed } from '../../platform/http/api-error.ts';
import { useFocusMain } from '../../platform/ui/main-region.ts';
import { PricedItem } from '../../spending/priced-item.tsx';

type PaletteProps = {
  /** Closes the palette, then runs `after`, which may move the focus. */
  readonly onClose: (after?: () => void) => void;
};

/** Reaches every screen, action and name by keyboard. Typing sends no request; a row that costs shows its price. */
export function Palette({ onClose }: PaletteProps) {
  const [text, setText] = useState('');
  const listed = usePaletteEntries(text);
  const { groups } = listed;
  const run = useActions(onClose);
  const { armed, isDeliberate, noteMove, disarm } = useActiveEntry();
  const status = describeStatus(listed, armed);
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-black/45" />
        <Dialog.Popup
          aria-label="Command palette"
          onKeyDown={blockScreenSearch}
          className="fixed top-[10dvh] left-1/2 z-50 flex max-h-[76dvh] w-[min(38.75rem,94vw)] -translate-x-1/2 flex-col overflow-hidden rounded-[11px] border border-edge bg-panel shadow-popup outline-none"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            mode="none"
            value={text}
            onValueChange={(next) => {
              setText(next);
              disarm();
            }}
            onItemHighlighted={(entry: PaletteEntry | undefined, { reason }) =>
              noteMove(reason === 'keyboard' ? entry : undefined)
            }
            autoHighlight="always"
            keepHighlight
            itemToStringValue={() => text}
          >
            <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
              <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
              <Autocomplete.Input
                aria-label="Find a screen, an action or a name"
                placeholder="Find a screen, an action or a name"
                maxLength={200}
                className="h-full min-w-0 grow bg-transparent text-14 outline-none"
              />
            </div>
            <PaletteRows groups={groups} isDeliberate={isDeliberate} onRun={run} />
            <Autocomplete.Status
              className={`border-t border-line px-4 py-2 text-11.5 text-ink-3 ${status === keyHint ? 'pointer-coarse:hidden' : ''}`}
            >
              {status}
            </Autocomplete.Status>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Ctrl+Enter would run the search of the screen behind, whose price is hidden by the palette. */
function blockScreenSearch(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
}

type PaletteRowsProps = {
  readonly groups: readonly PaletteGroup[];
  readonly isDeliberate: (entry: PaletteEntry, event: MouseEvent) => boolean;
  readonly onRun: (action: PaletteAction) => void;
};

function PaletteRows({ groups, isDeliberate, onRun }: PaletteRowsProps) {
  return (
    <Autocomplete.List aria-label="Results" className="min-h-0 grow scroll-y overscroll-contain p-1.5 empty:hidden">
      {groups.map(({ value, items }) => (
        <Autocomplete.Group key={value} items={items}>
          <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-11 text-ink-3">{value}</Autocomplete.GroupLabel>
          {items.map((entry) => (
            <PaletteRow key={entry.key} entry={entry} isDeliberate={isDeliberate} onRun={onRun} />
          ))}
        </Autocomplete.Group>
      ))}
    </Autocomplete.List>
  );
}

const keyHint = 'Press Enter to run the selected row.';

function describeStatus(
  { groups, pending, failure, hasNoMatch }: PaletteEntries,
  armed: PaletteEntry | undefined,
): string {
  if (armed) return `Press Enter once more: “${armed.name}” costs up to ${formatCredits(getEntryPrice(armed))}.`;
  if (failure) return `The search failed: ${failure.message}`;
  if (pending) return 'Searching';
  if (hasNoMatch) return 'No results for this name.';
  if (groups.length === 0) return 'No results.';
  return keyHint;
}

/** Runs the rows. A search stays in the palette; everything else closes it first. */
function useActions(onClose: PaletteProps['onClose']) {
  const focusMain = useFocusMain();
  const navigate = useNavigate();
  const run = (action: PaletteAction) => {
    switch (action.kind) {
      case 'go':
        return onClose(() => {
          // The API reference is a page of its own, served by the gateway.
          if (action.path === '/docs') return window.location.assign(`${siteBase}/docs`);
          void navigate({ to: action.path, search: parseRawSearch(action.search) });
          focusMain();
        });
      case 'run':
        return onClose(action.run);
      case 'theme':
        chooseTheme(action.theme);
        return onClose();
      case 'search':
      case 'wait':
        return undefined;
    }
  };
  return run;
}

type PaletteRowProps = {
  readonly entry: PaletteEntry;
  /** Whether this press may spend, because the user chose the row on purpose. */
  readonly isDeliberate: (entry: PaletteEntry, event: MouseEvent) => boolean;
  readonly onRun: (action: PaletteAction) => void;
};

const classes =
  'flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-2.5 py-1 data-highlighted:bg-accent-soft data-highlighted:text-accent-ink';

const formatPrice = (tenths: number): string =>
  !readIsMetered() ? '' : tenths === 0 ? 'free' : `up to ${formatCredits(tenths)}`;

type SearchRowProps = {
  readonly entry: PaletteEntry;
  readonly action: PaletteAction & { readonly kind: 'search' };
  readonly isMeant: (event: MouseEvent) => boolean;
};

/** The row that searches the service for a name, at its price. */
function SearchRow({ entry, action, isMeant }: SearchRowProps) {
  const { recordKind: kind, name, tenths } = action;
  const { search, failure } = useNameSearch(kind, name);
  return (
    <PricedItem
      value={entry}
      tenths={tenths}
      repeat={isUnconfirmed(failure)}
      className={classes}
      isMeant={isMeant}
      onConfirm={(authorization) => search({ authorization, kind, name })}
    >
      <span className="truncate">{entry.name}</span>
    </PricedItem>
  );
}

/** One row: its name, what distinguishes it from others of that name, and its highest price. */
function PaletteRow({ entry, isDeliberate, onRun }: PaletteRowProps) {
  const { name, remark, tenths, action } = entry;
  if (action.kind === 'search') {
    return <SearchRow entry={entry} action={action} isMeant={(event) => isDeliberate(entry, event)} />;
  }
  return (
    <Autocomplete.Item
      value={entry}
      className={classes}
      onClick={(event) => {
        if (isDeliberate(entry, event)) onRun(action);
      }}
    >
      <span className="truncate">{name}</span>
      <span className="ml-auto max-w-[50%] shrink-0 truncate text-11.5 text-ink-3">
        {tenths === undefined ? remark : formatPrice(tenths)}
      </span>
    </Autocomplete.Item>
  );
}

/**
 * Tells a deliberate press from Enter after typing. The first row is highlighted automatically, so Enter spends on it
 * only after the user moved to it with an arrow key or pressed Enter twice. A click always counts.
 */
function useActiveEntry() {
  const movedTo = useRef<string>(undefined);
  const [armed, setArmed] = useState<PaletteEntry>();
  const isDeliberate = (entry: PaletteEntry, event: MouseEvent): boolean => {
    const isPointer = event.detail > 0;
    if (getEntryPrice(entry) === 0 || isPointer || movedTo.current === entry.key || armed?.key === entry.key) {
      return true;
    }
    setArmed(entry);
    return false;
  };
  const noteMove = (entry: PaletteEntry | undefined) => {
    movedTo.current = entry?.key;
  };
  return { armed, isDeliberate, noteMove, disarm: () => setArmed(undefined) };
}
