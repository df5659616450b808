import { Link } from '@tanstack/react-router';
import { Columns2, Download, FileUp, Kanban, Plus, Rows3 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { StatusKind } from '#contract/workspace/statuses.ts';
import { statusKinds } from '../../records/status/record-status.ts';
import { useLibraryVersion } from '../../records/record-store.ts';
import { buildStageChange, type ShortlistStage, useStages } from '../../records/status/stages.ts';
import { StatusEditor } from '../../records/status/status-editor.tsx';
import {
  findTags,
  setStatuses,
  undoStatuses,
  useAreStatusesLoading,
  useStatuses,
} from '../../records/status/statuses.ts';
import { SelectBox } from '../../platform/form/controls.tsx';
import { formatCount, formatGrouped, formatUtcDay } from '../../platform/format.ts';
import { useMembership } from '../../platform/http/membership.ts';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { Button, primaryLink } from '../../platform/ui/button.tsx';
import { DetailPanel } from '../../platform/ui/detail-panel.tsx';
import { ScreenHead } from '../../platform/ui/screen-head.tsx';
import { UnreadNotice } from '../../platform/ui/notice.tsx';
import { Segments } from '../../platform/ui/segments.tsx';
import { AuthorFilter } from '../../platform/ui/author-filter.tsx';
import { useIsPhone, useIsWide, useKeepFocus, useNow } from '../../platform/ui/use-browser.ts';
import { maxIds, useUrl } from '../../platform/url/url.ts';
import type { RowFinder } from '../searches/kit/table/data-grid.tsx';
import { ListLoading } from '../searches/kit/results/skeleton.tsx';
import { ShortlistBoard, type ShortlistMove } from './board.tsx';
import {
  isShown,
  recordKindNames,
  listItems,
  orderItems,
  type ShortlistFilter,
  type ShortlistItem,
  sortItems,
} from './items.ts';
import { ShortlistTable } from './table.tsx';
import { StagesSheet } from './stages-sheet.tsx';
import { AddSheet } from './add-sheet.tsx';
import { saveShortlist } from './files.ts';
import { shortlistUrl } from './shortlist-url.ts';
import { EmptyState } from '../../platform/ui/empty-state.tsx';

export type ShortlistPageProps = {
  /** Renders what is unlocked about a record. The app provides it, because it belongs to other features. */
  readonly renderRecord: (kind: StatusKind, id: string) => ReactNode;
};

/** Everything that the user decided on, as a board or a table. */
export function ShortlistPage({ renderRecord }: ShortlistPageProps) {
  const { value, unread, write } = useUrl(shortlistUrl);
  const [isWide, isPhone] = [useIsWide(), useIsPhone()];
  const today = formatUtcDay(useNow());
  useMembership();
  const stages = useStages();
  const all = useShortlistItems(stages);
  const isLoading = useAreStatusesLoading();
  const items = all.filter((item) => isShown(item, value));
  const open = all.find(({ id }) => id === value.open);
  const { last, move, undo } = useMoves(all, items, stages);
  const section = useRef<HTMLElement>(null);
  const rows = useRef<RowFinder>(null);
  useKeepFocus(section, last);
  const close = () => write({ ...value, open: undefined }, 'replace');
  const selection = useSelectedIds(value.selected, (ids) => write({ ...value, selected: ids }, 'replace'));
  const parts = {
    rows,
    stages,
    items,
    today,
    openId: value.open,
    onOpen: ({ id }: ShortlistItem) => write({ ...value, open: id }, value.open === undefined ? 'step' : 'replace'),
    onMove: move,
    onUndo: undo,
  };
  return (
    <div className="flex min-h-0 grow">
      <section
        ref={section}
        aria-label="Shortlist"
        tabIndex={-1}
        className="flex min-h-0 min-w-0 grow flex-col outline-none"
      >
        <ShortlistHead items={items} total={isLoading ? undefined : all.length} />
        <UnreadNotice unread={unread} />
        {all.length === 0 ? (
          isLoading ? (
            <ListLoading />
          ) : (
            <EmptyShortlist />
          )
        ) : (
          <>
            <FilterLine
              all={all}
              filter={value}
              view={value.view}
              onFilter={(next) => write({ ...value, ...next }, 'replace')}
            />
            {value.view === 'table' && !isPhone ? (
              <ShortlistTable {...parts} {...selection} />
            ) : (
              <ShortlistBoard {...parts} />
            )}
          </>
        )}
        {last.message !== '' && <MoveLine message={last.message} onUndo={undo} />}
      </section>
      {open && (
        <DetailPanel
          id={open.id}
          title={open.name ?? recordKindNames[open.kind][0]}
          wide={isWide}
          opener={() => rows.current?.(open.id)}
          onClose={close}
        >
          <div className="border-b border-line px-5 py-4">
            <StatusEditor kind={open.kind} id={open.id} />
          </div>
          {renderRecord(open.kind, open.id)}
        </DetailPanel>
      )}
    </div>
  );
}

/** The selected rows, which are in the address; more than it holds stay until another screen is open. */
function useSelectedIds(inAddress: readonly string[] | undefined, write: (ids: string[] | undefined) => void) {
  const [others, setOthers] = useState<readonly string[]>([]);
  const onSelect = (ids: readonly string[]) => {
    const fits = ids.length <= maxIds;
    setOthers(fits ? [] : ids);
    write(fits && ids.length > 0 ? [...ids] : undefined);
  };
  return { selected: inAddress ?? others, onSelect };
}

/** Every record on the shortlist in the user's order. */
function useShortlistItems(stages: readonly ShortlistStage[]): ShortlistItem[] {
  useLibraryVersion();
  const [deals, companies] = [useStatuses('deal'), useStatuses('company')];
  const [investors, people] = [useStatuses('investor'), useStatuses('person')];
  return sortItems([
    ...listItems('deal', deals, stages),
    ...listItems('company', companies, stages),
    ...listItems('investor', investors, stages),
    ...listItems('person', people, stages),
  ]);
}

/** Moves records, says so, and undoes the last move. */
function useMoves(all: readonly ShortlistItem[], shown: readonly ShortlistItem[], stages: readonly ShortlistStage[]) {
  const [last, setLast] = useState({ message: '', steps: 0 });
  /** Moves one record to a place in a stage; returns how many steps undo it. */
  const place = (item: ShortlistItem, stage: string | null, at: number) => {
    const others = all.filter((one) => one.stage === stage && one.id !== item.id);
    const before = shown.filter((one) => one.stage === stage && one.id !== item.id)[at];
    const index = before === undefined ? others.length : others.indexOf(before);
    return orderItems(others.toSpliced(index, 0, item), item, buildStageChange(stage));
  };
  const move = (items: readonly ShortlistItem[], { stage, at }: ShortlistMove) => {
    const [first] = items;
    if (!first) return;
    const steps = at === undefined ? setStages(items, stage) : place(first, stage, at);
    const one = first.name ?? recordKindNames[first.kind][0];
    const name = items.length === 1 ? one : formatCount(items.length, 'item');
    const to = stages.find(({ id }) => id === stage)?.name;
    const removed = items.length === 1 ? 'is removed' : 'are removed';
    setLast({ message: to === undefined ? `${name} ${removed}.` : `${name}: ${to}.`, steps });
  };
  const undo = () => {
    for (let step = 0; step < last.steps; step += 1) undoStatuses();
    setLast({ message: 'Undone.', steps: 0 });
  };
  return { last, move, undo: last.steps > 0 ? undo : undefined };
}

type MoveLineProps = { readonly message: string; readonly onUndo: (() => void) | undefined };

/** Says what the last move did, and undoes it. */
const MoveLine = ({ message, onUndo }: MoveLineProps) => (
  <div className="flex min-h-10 shrink-0 items-center gap-2 border-t border-line px-4 tablet:px-6">
    <output>{message}</output>
    {onUndo && (
      <Button variant="ghost" onClick={onUndo}>
        Undo
      </Button>
    )}
  </div>
);

/** Moves records to the end of a stage, one step for each kind; returns the number of steps. */
function setStages(items: readonly ShortlistItem[], stage: string | null): number {
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  for (const kind of kinds) {
    const ids = items.filter((item) => item.kind === kind).map(({ id }) => id);
    setStatuses(kind, ids, { rank: null, ...buildStageChange(stage) });
  }
  return kinds.length;
}

type ShortlistHeadProps = { readonly items: readonly ShortlistItem[]; readonly total: number | undefined };

function ShortlistHead({ items, total }: ShortlistHeadProps) {
  const [opened, setOpened] = useState<'stages' | 'add'>();
  const [saved, setSaved] = useState('');
  const onExport = () => setSaved(saveShortlist(items));
  const close = () => setOpened(undefined);
  return (
    <ScreenHead title="Shortlist" about={total !== undefined && formatCount(total, 'item')}>
      <output className="text-ink-2 empty:hidden">{saved !== '' && `${saved} is saved.`}</output>
      <Link
        to="/lists"
        className="inline-flex h-7.5 items-center gap-1.5 rounded-md px-2.5 font-medium text-ink-2 hover:bg-sunken max-tablet:h-10"
      >
        <FileUp aria-hidden className="size-3.5" />
        Import
      </Link>
      <ActionButton Icon={Columns2} variant="ghost" onPress={() => setOpened('stages')}>
        Stages
      </ActionButton>
      <ActionButton Icon={Download} aria-disabled={items.length === 0} onPress={onExport}>
        Export
      </ActionButton>
      <ActionButton Icon={Plus} onPress={() => setOpened('add')}>
        Add
      </ActionButton>
      {opened === 'stages' && <StagesSheet onClose={close} />}
      {opened === 'add' && <AddSheet onClose={close} />}
    </ScreenHead>
  );
}

type FilterLineProps = {
  readonly all: readonly ShortlistItem[];
  readonly filter: ShortlistFilter;
  readonly view: 'board' | 'table';
  readonly onFilter: (next: ShortlistFilter & { readonly view?: 'board' | 'table' }) => void;
};

function FilterLine({ all, filter, view, onFilter }: FilterLineProps) {
  const kinds = statusKinds.filter((kind) => all.some((item) => item.kind === kind));
  const tags = findTags(new Map(all.map(({ id, status }) => [id, status])));
  const owners = [...new Set(all.map(({ status }) => status.owner))].filter((owner) => owner !== '').toSorted();
  return (
    <div className="flex min-h-11.5 shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5 tablet:px-6">
      <Segments
        label="Type"
        value={filter.kind ?? 'all'}
        choices={[
          ['all', <KindCount key="all" name="All" count={all.length} />],
          ...kinds.map((kind) => {
            const count = all.filter((item) => item.kind === kind).length;
            return [kind, <KindCount key={kind} name={recordKindNames[kind][1]} count={count} />] as const;
          }),
        ]}
        onChange={(kind) => onFilter({ kind: kind === 'all' ? undefined : kind })}
      />
      <AuthorFilter value={filter.who} onChange={(who) => onFilter({ who })} />
      <Choice label="Tag" value={filter.tag} options={tags} onChange={(tag) => onFilter({ tag })} />
      <Choice label="Owner" value={filter.owner} options={owners} onChange={(owner) => onFilter({ owner })} />
      <input
        type="search"
        aria-label="Find on the shortlist"
        placeholder="Find"
        value={filter.find ?? ''}
        maxLength={200}
        className="field-box h-7.5 w-36 px-2 max-tablet:h-10 max-tablet:grow"
        onChange={({ target }) => onFilter({ find: target.value === '' ? undefined : target.value })}
      />
      <span className="ml-auto max-tablet:hidden">
        <Segments
          label="View"
          value={view}
          choices={[
            [
              'board',
              <span key="board" className="flex items-center gap-1.5">
                <Kanban aria-hidden className="size-3.5" />
                Board
              </span>,
            ],
            [
              'table',
              <span key="table" className="flex items-center gap-1.5">
                <Rows3 aria-hidden className="size-3.5" />
                Table
              </span>,
            ],
          ]}
          onChange={(next) => onFilter({ view: next })}
        />
      </span>
    </div>
  );
}

const KindCount = ({ name, count }: { readonly name: string; readonly count: number }) => (
  <>
    {name} <span className="text-ink-3">{formatGrouped(count)}</span>
  </>
);

type ChoiceProps = {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly string[];
  readonly onChange: (value: string | undefined) => void;
};

/** A filter by one of the values in use; nothing where there are none. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  if (options.length === 0 && value === undefined) return null;
  const all = [...new Set([...options, ...(value === undefined ? [] : [value])])];
  return (
    <SelectBox
      aria-label={label}
      value={value ?? ''}
      options={[['', `Any ${label.toLowerCase()}`], ...all.map((one) => [one, one] as const)]}
      className="h-7.5 max-w-36 max-tablet:h-10"
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  );
}

function EmptyShortlist() {
  return (
    <div className="grow p-4 tablet:px-6">
      <EmptyState
        title="Nothing on your shortlist yet"
        example={['Arcwell Robotics', 'Series A', '$18.0M', 'Diligence', 'follow up 4 Dec 2026']}
        action={
          <Link to="/deals" className={primaryLink}>
            Search deals
          </Link>
        }
      >
        Press Shortlist on a deal, a company or an investor, or S on a row.
      </EmptyState>
    </div>
  );
}
