import { Combobox } from '@base-ui/react/combobox';
import { Check, Plus } from 'lucide-react';
import {
  startTransition,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { formatGrouped } from '../format.ts';
import { Field } from './field.tsx';
import { Chip, type ChipIcon } from './chip.tsx';

/** How a picker shows and compares its values. */
export type ChipDisplay<T> = {
  readonly toKey: (value: T) => string;
  readonly toName: (value: T) => string;
  /** Shown after the name to distinguish two with the same name: "Missouri". */
  readonly formatQualifier?: (value: T) => string;
  readonly toRemark?: (value: T) => string;
  /** A count after an option; undefined if unknown. */
  readonly toFigure?: (value: T) => number | undefined;
  readonly readStatus?: (value: T) => ChipIcon | undefined;
};

/** Options under one heading. */
type ChipGroup<T> = { readonly value: string; readonly items: readonly T[] };

/** The props of a picker of several values. */
type ChipPickerProps<T> = {
  /** Receives what opens the list. */
  readonly ref?: Ref<HTMLElement> | undefined;
  readonly label: string;
  readonly aside?: ReactNode;
  readonly chosen: readonly T[];
  readonly onChoose: (chosen: T[]) => void;
  readonly shown: ChipDisplay<T>;
  /** The options. They are filtered by the typed text here, or by the caller when `onType` is given. */
  readonly offers: readonly T[] | readonly ChipGroup<T>[];
  readonly onType?: (text: string) => void;
  /** Whether options for the typed text are still on their way: Enter waits for them, then chooses the first. */
  readonly isSearching?: boolean;
  /** Called when the list was opened. */
  readonly onOpen?: () => void;
  /** A line about what the list shows or why it is empty. */
  readonly status?: string | undefined;
  /** Shown under the list: other actions for the typed text. */
  readonly foot?: ReactNode;
  /** Shown under the chips: remarks about them. */
  readonly notes?: ReactNode;
  readonly error?: string | undefined;
};

/** The chips of a field and the popup that adds more. The popup has its own search field, for assistive technology. */
export function ChipPicker<T>(props: ChipPickerProps<T>) {
  const { ref, label, aside, chosen, onChoose, shown, error, notes } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => trigger.current, []);
  const { open, setOpen, text, type, offers, toText, isWaiting, catchKey, catchEnter } = useTyping(props);
  return (
    <Field label={label} labelId={`${id}-label`} htmlFor={id} aside={aside} errors={[[`${id}-error`, error]]}>
      <Combobox.Root
        multiple
        autoHighlight
        open={open}
        onOpenChange={setOpen}
        items={offers}
        filter={null}
        value={[...chosen]}
        onValueChange={(next: T[]) => onChoose(next)}
        inputValue={text}
        onInputValueChange={(next, { reason, event }) => {
          // After a click, paint the value before the options that the cleared text restores. After a key, more may be
          // typed.
          if (reason === 'input-clear' && event.type === 'click') startTransition(() => type(next));
          else type(next);
        }}
        itemToStringLabel={toText}
        isItemEqualToValue={(item: T, value: T) => shown.toKey(item) === shown.toKey(value)}
      >
        <div ref={box} className="field-box flex min-h-8.5 max-tablet:min-h-10 flex-wrap items-center gap-1 p-1">
          <Chips {...props} onRemoved={() => trigger.current?.focus()} />
          <Combobox.Trigger
            ref={trigger}
            id={id}
            onKeyDown={catchKey}
            aria-labelledby={`${id}-label`}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            className="inline-flex h-6 max-tablet:h-8 grow items-center gap-1 rounded-[5px] px-1 text-left text-ink-3 hover:text-ink"
          >
            <Plus aria-hidden className="size-3.5" />
            Add
          </Combobox.Trigger>
        </div>
        <Combobox.Portal>
          <Combobox.Positioner anchor={box} align="start" sideOffset={4} className="z-30">
            <PickerPopup
              {...props}
              offers={offers}
              status={isWaiting ? 'Searching. The first match will be chosen.' : props.status}
              onKeyDown={catchEnter}
            />
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {notes}
    </Field>
  );
}

/** The typed text with the options that it finds, and the keys that come before the list can answer them. */
function useTyping<T>(props: ChipPickerProps<T>) {
  const { chosen, onChoose, shown, onType, onOpen, isSearching = false } = props;
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const toText = (value: T) => [shown.toName(value), shown.formatQualifier?.(value), shown.toRemark?.(value)].join(' ');
  const offers = useOffers(props, text, toText);
  // Enter before the list can answer it.
  const [isEntered, setEntered] = useState(false);
  const type = (next: string) => {
    setText(next);
    setEntered(false);
    onType?.(next);
  };
  const chooseFirst = () => {
    const [first] = offers.flatMap((one) => (isGroup(one) ? one.items : [one]));
    if (first === undefined) return;
    if (!chosen.some((one) => shown.toKey(one) === shown.toKey(first))) onChoose([...chosen, first]);
    type('');
  };
  useWhenDue(isEntered && !isSearching, chooseFirst);
  const enter = (event: PickerKeyEvent) => {
    event.preventDefault();
    event.preventBaseUIHandler();
    setEntered(true);
  };
  return {
    open,
    setOpen: (next: boolean) => {
      setOpen(next);
      if (next) onOpen?.();
    },
    text,
    type,
    offers,
    toText,
    isWaiting: isEntered && isSearching,
    // The search field gets the focus shortly after the popup opens; what is typed before that must not be lost.
    catchKey: (event: PickerKeyEvent) => {
      if (event.key === 'Enter' && open && text !== '') return enter(event);
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isLetter || (event.key === ' ' && !open)) return;
      event.preventDefault();
      setOpen(true);
      type(text + event.key);
    },
    // Until then the list has the options of an earlier text.
    catchEnter: (event: PickerKeyEvent) => {
      if (event.key === 'Enter' && isSearching) enter(event);
    },
  };
}

/** A key, which the picker can keep from the list. */
type PickerKeyEvent = KeyboardEvent & { readonly preventBaseUIHandler: () => void };

/** Runs once when something becomes due. */
function useWhenDue(isDue: boolean, onDue: () => void) {
  const run = useEffectEvent(onDue);
  useEffect(() => {
    if (isDue) run();
  }, [isDue]);
}

const isGroup = <T,>(one: T | ChipGroup<T>): one is ChipGroup<T> =>
  typeof one === 'object' && one !== null && 'items' in one;

/** The options that contain the typed text, first those that start with it, or those that the caller found for it. */
function useOffers<T>({ offers, onType }: ChipPickerProps<T>, text: string, toText: (value: T) => string) {
  // Names are English: under a Turkish locale "initial" would not be found by an i.
  const { contains, startsWith } = Combobox.useFilter({ locale: 'en' });
  const typed = text.trim();
  if (onType || typed === '') return offers;
  const starts = (item: T | undefined) => (item !== undefined && startsWith(item, typed, toText) ? 0 : 1);
  const listFound = (items: readonly T[]) =>
    items.filter((item) => contains(item, typed, toText)).toSorted((one, other) => starts(one) - starts(other));
  if (!offers.every(isGroup)) return listFound(offers);
  return offers
    .map(({ value, items }) => ({ value, items: listFound(items) }))
    .filter(({ items }) => items.length > 0)
    .toSorted((one, other) => starts(one.items[0]) - starts(other.items[0]));
}

function Chips<T>({ chosen, onChoose, shown, onRemoved }: ChipPickerProps<T> & { readonly onRemoved: () => void }) {
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Chosen" className="contents">
      {chosen.map((value) => (
        <Chip
          key={shown.toKey(value)}
          name={shown.toName(value)}
          remark={shown.toRemark?.(value)}
          icon={shown.readStatus?.(value)}
          title={shown.toKey(value)}
          onRemove={() => {
            onChoose(chosen.filter((other) => other !== value));
            onRemoved();
          }}
        />
      ))}
    </ul>
  );
}

type PickerPopupProps<T> = Pick<ChipPickerProps<T>, 'shown' | 'offers' | 'status' | 'foot'> & {
  readonly onKeyDown: (event: PickerKeyEvent) => void;
};

function PickerPopup<T>({ shown, offers, status, foot, onKeyDown }: PickerPopupProps<T>) {
  const isGrouped = offers.length > 0 && offers.every(isGroup);
  const renderItem = (value: T) => <Offer key={shown.toKey(value)} value={value} shown={shown} />;
  return (
    <Combobox.Popup
      aria-label="Choose"
      className="flex max-h-[min(24rem,var(--available-height))] w-(--anchor-width) min-w-60 flex-col rounded-[9px] border border-edge bg-panel shadow-popup"
    >
      <Combobox.Input
        aria-label="Type to find"
        placeholder="Type to find"
        onKeyDown={onKeyDown}
        className="m-1.5 h-8 shrink-0 rounded-md border border-edge bg-panel px-2 -outline-offset-2"
      />
      <Combobox.Status className="px-3 pb-2 text-12 text-ink-3 empty:hidden">{status}</Combobox.Status>
      <Combobox.Empty className="px-3 pb-2 text-12 text-ink-3 empty:hidden">
        {status === undefined ? 'No match.' : null}
      </Combobox.Empty>
      <Combobox.List aria-label="Options" className="scroll-y overscroll-contain px-1.5 pb-1.5 data-empty:hidden">
        {isGrouped
          ? (group: ChipGroup<T>) => (
              <Combobox.Group key={group.value} items={group.items}>
                <Combobox.GroupLabel className="px-2 pt-2 pb-1 text-11 text-ink-3">{group.value}</Combobox.GroupLabel>
                <Combobox.Collection>{renderItem}</Combobox.Collection>
              </Combobox.Group>
            )
          : renderItem}
      </Combobox.List>
      {foot}
    </Combobox.Popup>
  );
}

function Offer<T>({ value, shown }: { readonly value: T; readonly shown: ChipDisplay<T> }) {
  const qualifier = shown.formatQualifier?.(value);
  const figure = shown.toFigure?.(value);
  return (
    <Combobox.Item
      value={value}
      className="flex cursor-default items-baseline gap-2 rounded-[5px] px-2 py-1 max-tablet:py-2.5 text-ink-2 data-highlighted:bg-accent-soft data-highlighted:text-accent-ink data-selected:font-semibold"
    >
      <span className="min-w-0 grow truncate">
        {shown.toName(value)}
        {qualifier && <span className="font-normal text-ink-3">, {qualifier}</span>}
      </span>
      {shown.toRemark && <span className="shrink-0 text-11 text-ink-3">{shown.toRemark(value)}</span>}
      {figure !== undefined && (
        <span className="min-w-10 shrink-0 text-right text-11 text-ink-3 tabular-nums">{formatGrouped(figure)}</span>
      )}
      <Combobox.ItemIndicator className="shrink-0 self-center" render={<Check aria-hidden className="size-3.5" />} />
    </Combobox.Item>
  );
}
