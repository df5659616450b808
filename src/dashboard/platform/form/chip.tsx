import { CircleAlert, TriangleAlert, X } from 'lucide-react';

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
