import { Autocomplete } from '@base-ui/react/autocomplete';
import { Popover } from '@base-ui/react/popover';
import { useEffect, useState } from 'react';
import type { Filter } from '#contract/filters.ts';
import { Button } from '../../../../platform/ui/button.tsx';
import { useSearchQuery } from '../search/search-context.tsx';
import { FilterField } from './filter-field.tsx';

type FilterPopoverProps = {
  /** What opened it. */
  readonly anchor: Element;
  /** The filter to edit; without one, a list to choose it from. */
  readonly filter?: Filter;
  readonly onPick: (filter: Filter) => void;
  /** `isEscape` when Escape closed it. */
  readonly onClose: (isEscape: boolean) => void;
};

/** Edits one filter next to its chip. Every way to close it keeps what was chosen. */
export function FilterPopover({ anchor, filter, onPick, onClose }: FilterPopoverProps) {
  return (
    <Popover.Root open onOpenChange={(open, { reason }) => open || onClose(reason === 'escape-key')}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="start" sideOffset={6} className="z-20">
          <Popover.Popup
            aria-label={filter ? `Filter: ${filter.label}` : 'Add filter'}
            // A field takes the focus itself, past the buttons before it.
            initialFocus={filter === undefined}
            finalFocus={anchor.isConnected && anchor instanceof HTMLElement ? { current: anchor } : undefined}
            className="max-h-(--available-height) w-[min(22.5rem,94vw)] scroll-y rounded-[10px] border border-line bg-panel p-3 shadow-popup outline-none"
          >
            {filter ? (
              <EditedFilter key={filter.name} filter={filter} onDone={() => onClose(false)} />
            ) : (
              <FilterNames onPick={onPick} />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

type EditedFilterProps = { readonly filter: Filter; readonly onDone: () => void };

function EditedFilter({ filter, onDone }: EditedFilterProps) {
  const { form } = useSearchQuery();
  // The list of names that had the focus is gone.
  useEffect(() => {
    form.setFocus(filter.keys[0]);
  }, [form, filter]);
  const finish = () => void form.trigger([...filter.keys]).then((isValid) => isValid && onDone());
  return (
    <div className="grid gap-3">
      <FilterField filter={filter} />
      <Button className="justify-self-end" onClick={finish}>
        Done
      </Button>
    </div>
  );
}

/** Chooses a filter by typing its name. */
function FilterNames({ onPick }: Pick<FilterPopoverProps, 'onPick'>) {
  const { filters } = useSearchQuery().resource;
  const [text, setText] = useState('');
  const words = text.trim().toLowerCase();
  const found = filters.filter(({ label }) => label.toLowerCase().includes(words));
  return (
    <Autocomplete.Root
      open
      inline
      items={found}
      mode="none"
      value={text}
      onValueChange={setText}
      autoHighlight="always"
      itemToStringValue={() => text}
    >
      <Autocomplete.Input
        aria-label="Find a filter"
        placeholder="Find a filter"
        maxLength={60}
        className="mb-1.5 h-8 w-full rounded-md border border-edge bg-panel px-2 -outline-offset-2"
      />
      <Autocomplete.Status className="px-2 text-12 text-ink-3 empty:hidden">
        {found.length === 0 ? 'No filter has this name.' : null}
      </Autocomplete.Status>
      <Autocomplete.List aria-label="Filters" className="empty:hidden">
        {found.map((filter) => (
          <Autocomplete.Item
            key={filter.name}
            value={filter}
            className="flex min-h-7 cursor-default items-center rounded-[5px] px-2 data-highlighted:bg-accent-soft data-highlighted:text-accent-ink"
            onClick={() => onPick(filter)}
          >
            {filter.label}
          </Autocomplete.Item>
        ))}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}
