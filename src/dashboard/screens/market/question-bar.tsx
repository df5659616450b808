import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatCount } from '../../platform/format.ts';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { Button, KeyCap } from '../../platform/ui/button.tsx';
import { useSingleKey } from '../../platform/ui/single-key.ts';
import { AskBox } from '../searches/kit/ask/ask-box.tsx';
import { Chips, type OpenedFilter } from '../searches/kit/filters/filter-bar.tsx';
import { FilterPopover } from '../searches/kit/filters/filter-popover.tsx';
import { UndoChanges, useKeptChanges } from '../searches/kit/filters/kept-changes.tsx';
import type { SearchQuery } from '../searches/kit/query/search-query.ts';
import { useSearchQuery } from '../searches/kit/search/search-context.tsx';
import { useMarket } from './market-context.tsx';
import type { MarketUrl } from './market-url.ts';
import { describeSelection, keepAsFilters } from './selection.ts';

/** The question as chips, each edited next to it; a change applies as soon as typing pauses, because counting is free. */
export function QuestionBar({ within }: { readonly within: number | undefined }) {
  const { form } = useSearchQuery();
  const { change } = useMarket();
  const [opened, setOpened] = useState<OpenedFilter>();
  const changes = useKeptChanges(form);
  const open = (next: OpenedFilter) => {
    changes.onOpen();
    setOpened(next);
  };
  const addButton = useRef<HTMLButtonElement>(null);
  const addFilter = () => {
    if (addButton.current) open({ anchor: addButton.current });
  };
  useSingleKey('f', addFilter);
  const ask = (query: SearchQuery) => change({ ...(query as Partial<MarketUrl>), mark: [] });
  return (
    <section
      aria-label="Question"
      data-compact
      className="flex shrink-0 flex-wrap items-center gap-1.5 px-4 pt-2 pb-1.5 tablet:px-6 print:hidden"
    >
      <AskBox placeholder="Ask about a market" onFill={(screen, query) => screen === 'deals' && (ask(query), true)} />
      <div className="max-tablet:chip-line tablet:contents">
        <Chips onEdit={open} />
        <SelectionToken within={within} />
        <ActionButton ref={addButton} Icon={Plus} variant="ghost" aria-keyshortcuts="F" onPress={addFilter}>
          Add filter
        </ActionButton>
        {!opened && <UndoChanges {...changes} form={form} />}
      </div>
      {opened && (
        <FilterPopover
          {...opened}
          onPick={(filter) => setOpened({ filter, anchor: opened.anchor })}
          onClose={(isEscape) => {
            changes.onClose(isEscape);
            setOpened(undefined);
          }}
        />
      )}
    </section>
  );
}

/** What is selected, with its count; Enter keeps it as filters, Escape clears it. */
function SelectionToken({ within }: { readonly within: number | undefined }) {
  const { url, selection, select, change } = useMarket();
  const kept = keepAsFilters(url, selection);
  const text = describeSelection(selection);
  if (selection.length === 0) return null;
  const keep = () => kept && change({ ...(kept as Partial<MarketUrl>), mark: [] });
  return (
    <span className="contents">
      <span className="inline-flex h-7.5 max-w-full items-center gap-1.5 rounded-md bg-accent-soft pl-2.5 font-medium text-accent-ink max-tablet:h-10 max-tablet:shrink-0">
        <span className="truncate" title={text}>
          {text}
        </span>
        <output aria-live="polite" className="font-normal whitespace-nowrap tabular-nums">
          {within === undefined ? '' : formatCount(within, 'deal')}
        </output>
        <button
          type="button"
          aria-label="Clear the selection"
          className="mr-0.5 grid size-6 place-items-center rounded-[5px] hover:bg-panel max-tablet:size-8"
          onClick={() => select([])}
        >
          <X aria-hidden className="size-3.5" />
        </button>
      </span>
      {kept && (
        <Button variant="ghost" aria-keyshortcuts="Enter" onClick={keep}>
          Keep as filters <KeyCap isHint>Enter</KeyCap>
        </Button>
      )}
    </span>
  );
}
