import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { lookUp } from '../../search/lookups/record-search.ts';
import { chooseTheme } from '../../platform/storage/preferences.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { formatCredits } from '../../purchase/price.ts';
import { parseRawSearch } from '../../platform/url/use-url.ts';
import { type PaletteAction, type Entry, type EntryGroup, priceEntry } from './entries.ts';
import { type ListedEntries, useEntries } from './use-entries.ts';
import { PricedItem } from '../../purchase/priced-button.tsx';

type PaletteProps = {
  /** Closes it; what runs afterwards may take the focus, otherwise it goes back to where it was. */
  readonly onClose: (after?: () => void) => void;
};

/** Finds and does everything by keyboard; nothing is asked while typing, and each row that costs shows its price. */
export function Palette({ onClose }: PaletteProps) {
  const [text, setText] = useState('');
  const listed = useEntries(text);
  const { groups } = listed;
  const { run, ask } = useDeeds(onClose);
  const { armed, isMeant, noteMove, disarm } = useActiveEntry();
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-black/45" />
        <Dialog.Popup
          aria-label="Find and act"
          onKeyDown={keepFromScreen}
          className="fixed top-[10dvh] left-1/2 z-30 flex max-h-[76dvh] w-[min(620px,94vw)] -translate-x-1/2 flex-col overflow-hidden rounded-[11px] border border-edge bg-panel shadow-popup outline-none"
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
            onItemHighlighted={(entry: Entry | undefined, { reason }) =>
              noteMove(reason === 'keyboard' ? entry : undefined)
            }
            autoHighlight="always"
            keepHighlight
            itemToStringValue={() => text}
          >
            <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
              <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
              <Autocomplete.Input
                aria-label="Find a screen, an act, a company, an investor or a person"
                placeholder="Find a screen, an act, a company, an investor or a person"
                className="h-full min-w-0 grow bg-transparent text-[14px] outline-none"
              />
            </div>
            <Entries groups={groups} isMeant={isMeant} onRun={run} onAsk={ask} />
            <Autocomplete.Status className="border-t border-line px-4 py-2 text-[11.5px] text-ink-3">
              {readStatus(listed, armed)}
            </Autocomplete.Status>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Ctrl+Enter searches on the screen behind, whose price is not in sight here. */
function keepFromScreen(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
}

type EntriesProps = {
  readonly groups: readonly EntryGroup[];
  readonly isMeant: (entry: Entry, event: MouseEvent) => boolean;
  readonly onRun: (deed: PaletteAction) => void;
  readonly onAsk: (act: SpendAuthorization, deed: PaletteAction) => void;
};

function Entries({ groups, isMeant, onRun, onAsk }: EntriesProps) {
  return (
    <Autocomplete.List
      aria-label="Found"
      className="min-h-0 grow overflow-y-auto overscroll-contain p-1.5 empty:hidden"
    >
      {groups.map(({ value, items }) => (
        <Autocomplete.Group key={value} items={items}>
          <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-[11px] text-ink-3">{value}</Autocomplete.GroupLabel>
          {items.map((entry) => (
            <PaletteEntry key={entry.key} entry={entry} isMeant={isMeant} onRun={onRun} onAsk={onAsk} />
          ))}
        </Autocomplete.Group>
      ))}
    </Autocomplete.List>
  );
}

function readStatus({ groups, pending, failure, isNobody }: ListedEntries, armed: Entry | undefined): string {
  if (armed) return `Press Enter once more: “${armed.name}” costs up to ${formatCredits(priceEntry(armed))}.`;
  if (failure) return `The look-up failed: ${failure.message}`;
  if (pending) return 'Asking the service';
  if (isNobody) return 'The service knows no such name among those that it was asked for.';
  if (groups.length === 0) return 'Nothing fits what is typed.';
  return 'Enter runs the selected row. Unlocked names are free to find; other rows show their maximum price.';
}

/** What the rows do; a look-up stays in the palette, everything else closes it first. */
function useDeeds(onClose: PaletteProps['onClose']) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const run = (deed: PaletteAction) => {
    switch (deed.kind) {
      case 'go':
        return onClose(() => {
          // The API reference is a page of its own, sent by the gateway.
          const reloadDocument = deed.path === '/docs';
          void navigate({ to: deed.path as '/', search: parseRawSearch(deed.search), reloadDocument });
          document.getElementById('main')?.focus();
        });
      case 'press':
        return onClose(() => {
          deed.button.focus();
          deed.button.click();
        });
      case 'theme':
        chooseTheme(deed.theme);
        return onClose();
      case 'look up':
        return undefined;
    }
  };
  const ask = (act: SpendAuthorization, deed: PaletteAction) => {
    if (deed.kind === 'look up') void lookUp(act, client, deed.named, deed.name);
  };
  return { run, ask };
}

type PaletteEntryProps = {
  readonly entry: Entry;
  /** Whether a press may spend: the person came to this row on purpose. */
  readonly isMeant: (entry: Entry, event: MouseEvent) => boolean;
  readonly onRun: (deed: PaletteAction) => void;
  readonly onAsk: (act: SpendAuthorization, deed: PaletteAction) => void;
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

/**
 * Tells a deliberate press from Enter after typing. The first row is marked by itself; where it costs, Enter spends
 * only after the person moved to it by an arrow or pressed Enter twice. The pointer always means the row under it.
 */
export function useActiveEntry() {
  const movedTo = useRef<string>(undefined);
  const [armed, setArmed] = useState<Entry>();
  const isMeant = (entry: Entry, event: MouseEvent): boolean => {
    const isPointer = event.detail > 0;
    if (priceEntry(entry) === 0 || isPointer || movedTo.current === entry.key || armed?.key === entry.key) {
      return true;
    }
    setArmed(entry);
    return false;
  };
  const noteMove = (entry: Entry | undefined) => {
    movedTo.current = entry?.key;
  };
  return { armed, isMeant, noteMove, disarm: () => setArmed(undefined) };
}
