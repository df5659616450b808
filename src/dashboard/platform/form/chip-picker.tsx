import { CircleAlert, TriangleAlert, X } from 'lucide-react';
import { type ReactNode } from 'react';
import { Field } from './field.tsx';
import { lazyPart, Fallback } from '../ui/lazy-part.tsx';

/** A problem of a chosen value. The chip shows it as an icon with text, never by color alone. */
export type ChipIcon = { readonly variant: 'warning' | 'error'; readonly text: string };

type ChipProps = {
  readonly name: string;
  /** The kind of value: "city", "super category". */
  readonly remark?: string | undefined;
  readonly icon?: ChipIcon | undefined;
  readonly title?: string | undefined;
  readonly onRemove: () => void;
};

const variants = {
  warning: { box: 'bg-warn-soft text-warn', Icon: TriangleAlert },
  error: { box: 'bg-panel text-bad ring-1 ring-bad ring-inset', Icon: CircleAlert },
};

/** A chosen value with a remove button. */
export function Chip({ name, remark, icon, title, onRemove }: ChipProps) {
  const { box, Icon } = icon ? variants[icon.variant] : { box: 'bg-accent-soft text-accent-ink' };
  return (
    <li title={title} className={`inline-flex max-w-full items-center rounded-[5px] pl-1.5 text-12 font-medium ${box}`}>
      {Icon && <Icon aria-hidden className="mr-1 size-3 shrink-0" />}
      <span className="truncate py-0.5">
        {name}
        <span className="ml-1 text-10.5 font-normal">{icon?.text ?? remark}</span>
      </span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        className="ml-0.5 grid size-6 shrink-0 place-items-center rounded-[5px] hover:bg-panel"
        onClick={onRemove}
      >
        <X aria-hidden className="size-3" />
      </button>
    </li>
  );
}

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
export type ChipGroup<T> = { readonly value: string; readonly items: readonly T[] };

/** The props of a picker of several values. */
export type ChipPickerProps<T> = {
  readonly label: string;
  readonly aside?: ReactNode;
  readonly chosen: readonly T[];
  readonly onChoose: (chosen: T[]) => void;
  readonly shown: ChipDisplay<T>;
  /** The options. They are filtered by the typed text here, or by the caller when `onType` is given. */
  readonly offers: readonly T[] | readonly ChipGroup<T>[];
  readonly onType?: (text: string) => void;
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

// The popup is a form's largest part and not needed at first, so it loads lazily; lazyPart() loses its type parameter.
const ChipCombobox = lazyPart(() => import('./chip-combobox.tsx').then((module) => module.ChipCombobox)) as unknown as <
  T,
>(
  props: ChipPickerProps<T>,
) => ReactNode;

/** As high as the button that replaces it, so that the page does not shift. */
const buttonPlaceholder = <span aria-hidden className="-my-1.5 ml-1 inline-flex h-6" />;

/** A picker of several values, shown as chips. A placeholder of the same size is shown until its code has loaded. */
export function ChipPicker<T>(props: ChipPickerProps<T>) {
  const { label, aside, chosen, shown } = props;
  // A button must not render here: what it opened would be lost when the loaded field replaces the placeholder.
  const placeholder = (
    <Field label={label} aside={typeof aside === 'object' ? buttonPlaceholder : aside}>
      <div className="field-box min-h-9.25 p-1.5 text-ink-3">{chosen.map(shown.toName).join(', ')}</div>
    </Field>
  );
  return (
    <Fallback value={placeholder}>
      <ChipCombobox {...props} />
    </Fallback>
  );
}
