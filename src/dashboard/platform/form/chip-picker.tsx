import { CircleAlert, TriangleAlert, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Field } from './field.tsx';

/** What is wrong with a value, told by words and a sign, never by colour alone. */
export type ChipIcon = { readonly look: 'doubt' | 'wrong'; readonly words: string };

type ChipProps = {
  readonly name: string;
  /** The kind in small letters: "city", "super category". */
  readonly remark?: string | undefined;
  readonly mark?: ChipIcon | undefined;
  readonly title?: string | undefined;
  readonly onRemove: () => void;
};

const looks = {
  doubt: { box: 'bg-warn-soft text-warn', Icon: TriangleAlert },
  wrong: { box: 'bg-panel text-bad ring-1 ring-bad ring-inset', Icon: CircleAlert },
};

/** A chosen value that can be taken away. */
export function Chip({ name, remark, mark, title, onRemove }: ChipProps) {
  const { box, Icon } = mark ? looks[mark.look] : { box: 'bg-accent-soft text-accent-ink' };
  return (
    <li
      title={title}
      className={`inline-flex max-w-full items-center rounded-[5px] pl-1.5 text-[12px] font-medium ${box}`}
    >
      {Icon && <Icon aria-hidden className="mr-1 size-3 shrink-0" />}
      <span className="truncate py-0.5">
        {name}
        <span className="ml-1 text-[10.5px] font-normal">{mark?.words ?? remark}</span>
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

/** How a value is shown and told apart. */
export type Shown<T> = {
  readonly toKey: (value: T) => string;
  readonly toName: (value: T) => string;
  /** Tells two of the same name apart, quietly behind it: "Missouri". */
  readonly formatQualifier?: (value: T) => string;
  readonly toRemark?: (value: T) => string;
  readonly readStatus?: (value: T) => ChipIcon | undefined;
};

/** Values under one heading. */
export type Group<T> = { readonly value: string; readonly items: readonly T[] };

/** What a picker of several values needs. */
export type ChipPickerProps<T> = {
  readonly label: string;
  readonly aside?: ReactNode;
  readonly chosen: readonly T[];
  readonly onChoose: (chosen: T[]) => void;
  readonly shown: Shown<T>;
  /** What stands for choice: filtered here by what is typed, or found elsewhere when `onType` is given. */
  readonly offers: readonly T[] | readonly Group<T>[];
  readonly onType?: (text: string) => void;
  /** Says what the list shows or why it is empty. */
  readonly status?: string | undefined;
  /** Stands under the list: what else can be done with the typed text. */
  readonly foot?: ReactNode;
  /** Stands under the chips: what is to be said about them. */
  readonly notes?: ReactNode;
  readonly error?: string | undefined;
};

// The popup is the largest part of a form and never needed at first sight; lazy() forgets that it is generic.
const ChipCombobox = lazy(() =>
  import('./chip-combobox.tsx').then((module) => ({ default: module.ChipCombobox })),
) as unknown as <T>(props: ChipPickerProps<T>) => ReactNode;

/** As high as the button that comes, so that nothing below moves. */
const buttonShape = <span aria-hidden className="-my-1.5 ml-1 inline-flex h-6" />;

/** Several values as chips, found in a popup; its shape stands while its code is on the way. */
export function ChipPicker<T>(props: ChipPickerProps<T>) {
  const { label, aside, chosen, shown } = props;
  // A button in the remark would lose what it opened when the field takes the place of its shape.
  const shape = (
    <Field label={label} aside={typeof aside === 'object' ? buttonShape : aside}>
      <div className="field-box min-h-[34px] p-1.5 text-ink-3">{chosen.map(shown.toName).join(', ')}</div>
    </Field>
  );
  return (
    <Suspense fallback={shape}>
      <ChipCombobox {...props} />
    </Suspense>
  );
}
